"""Sentence → parse tree; says precisely which words cannot be understood."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from lark import Lark, Tree

from planner.errors import LimitError, PlannerError, SourceError, Span
from translators.mapthor.effort import Effort
from translators.mapthor.lexicon import called, done, is_english, language_of, phrases, uses
from translators.mapthor.lookahead import Lookahead, Misfit, Unlexed
from translators.mapthor.ontology import any_of, food_pattern, noun_pattern, ontology, polite_words
from translators.mapthor.recipes import recipe_phrases, recipe_terminals

__all__ = ["MAX_CHARACTERS", "WORD", "as_order", "frames", "manner", "parse", "parser", "reads",
           "tree_of", "verbs", "vocabulary", "word_classes"]

MAX_CHARACTERS = 1500
WORD = re.compile(r"[^\W_](?:[\w']*\w)?|[^\s\w,.;:!?()\"'&\u2013\u2014\u2026-]")
_HAVING = re.compile(r"(\b(?:you\s+have|you've|having|(?:if|rather|sooner|suppose|wish|better)\s+"
                     r"(?:you|someone|somebody))\s+)(?!got\s+to\b)(\w+)",
                     re.IGNORECASE)
_ASKED = re.compile(r"(\b(?:you|mind|about|by|start)\s+hav)ing\b(?! to\b)", re.I)  # … it washed
_PLEASE = re.compile(r"(?<!you )\b(?:please|pls|plz|simply|just(?! (?:one|two|three|\d)))\b"
                     r"(?!\s+(?:to|you)\b)", re.I)
_IS = re.compile(r"\b((?:if|when|unless|until|till|once|whether|in case)\b[^.,;:!?]*?\w)'s"
                 r"(?=\s+(?:(?:not|still|already)\s+)?(?:on|off|open|closed|shut|dirty|"
                 r"clean|empty|full|hot|cold|in|running|sliced|broken|lying|sitting|left|up|down|"
                 r"out|lit|burning)\b)", re.IGNORECASE)
"""A short "is" in a condition: "if the lamp's on"."""
_OWNER = re.compile(
    r"\b(?!(?:let|it|chef|that|who|which|there)'s)(\w+)'s\b(?:(?<=ever's)|(?!\s+(?:(?:on|off|"
    r"up|down|in|at|out|still|too|so|not|an?|been|gone|got|here|there|always|never|all|back|already)\b|"
    r"(?:open|shut|closed|full|empty|dirty|clean|wet|hot|cold|lit|broken|running)\s*(?:[.,;!?]|$|so\b|"
    r"and\b))))", re.IGNORECASE)
"""Whose a thing is: "my mum's mug", not "the lid's up"."""
_NOT_ONLY = re.compile(r"\bnot\s+(?:only|just|merely)\b([^.;!?]{2,80}?,?\s+)but(\s+also)?\b", re.I)
_RIGHT = re.compile(r"(?<!the )\b(?:right|straight|directly|all\s+the\s+way)"
                    r"(?=\s+(?:in|on|into|onto|to|next|beside|at|back|up|down|out|off|over|shut|"
                    r"closed|open|through|across)\b(?!\s+of\b))", re.I)
_LAID = re.compile(r"(?<!the )(?<!my )(?<!our )(?<!a )\b(flat|ready|upright|unfolded|folded)"
                   r"(?=\s+(?:in|on|onto|at|by|against|next|near)\b)", re.IGNORECASE)
_LISTED = re.compile(r"\b(?:(?:these|the\s+following|both|both\s+of\s+these)\s*:|"
                     r"(?:that|this)\s+(?:thing|item)\s*,)(?=\s+(?:the|my|our|an?)\b)",
                     re.IGNORECASE)
_DONE = re.compile(r"\{done ([A-Z_ ]+)\}")
_CLASS = re.compile(r"^([A-Z_]+): /(.*)/i$", re.MULTILINE)
_VERBS = uses("acts")
_COMPOSED = uses("composed")
_FRAMES = uses("frames") | _COMPOSED
_BEFORE_VERB = {"", "and", "then", "please", "to", "you", ",", ".", ";", "!", ":", "also"}


def _rules() -> str:
    """Return the grammar with the names, the recipes and what is polite filled in."""
    text = resources.files(__package__).joinpath("english.lark").read_text(encoding="utf-8")
    known, irregular = dict(_CLASS.findall(text)), ontology().participles
    text = _DONE.sub(lambda m: done((known[c] for c in m[1].split()), irregular), text)
    choice = " | ".join(recipe_terminals())
    text = text.replace("{NOUN}", noun_pattern()).replace("{FOOD}", food_pattern()).replace(
        "{RECIPES}", choice)
    classes = "\n".join(f"{name}: /{said}/i" for name, said in recipe_terminals().items())
    return f"{text}\n{classes}\nPOLITE: /{ontology().polite}/i"


@cache
def _grammar() -> Lark:
    return Lark(_rules(), parser="earley", lexer=Unlexed, maybe_placeholders=False)


@cache
def parser() -> Lookahead:
    """Return the parser of the grammar."""
    return Lookahead(_grammar())


@cache
def word_classes() -> dict[str, tuple[str, ...]]:
    """Map each word class of the grammar to its phrases."""
    return {t.name: tuple(phrases(t.pattern.value)) for t in _grammar().terminals
            if not t.name.startswith(("NOUN", "FOOD", "POLITE", "RECIPE", "PUTTING"))}


@cache
def vocabulary() -> frozenset[str]:
    """Return every single word the grammar and the ontology know, in lower case."""
    phrases = (p for name, said in word_classes().items() if name not in _COMPOSED for p in said)
    return frozenset(w for p in (*phrases, *ontology().nouns) for w in p.split()) | frozenset(
        re.findall(r"[a-z']{2,}", ontology().polite))


def _said() -> list[str]:
    """List the phrases of the grammar and the names; not the frames, whose phrases are composed."""
    return [*(p for name, group in word_classes().items() if name not in _FRAMES for p in group),
            *ontology().nouns]


@cache
def _alone() -> frozenset[str]:
    """Return the words that say something by themselves, not only in a longer phrase."""
    return frozenset(p for p in _said() if " " not in p)


@cache
def _idioms() -> re.Pattern[str]:
    """Match the phrases of the grammar in which a word is allowed that is refused elsewhere."""
    known = _said()
    refused = any_of(r for r in ontology().refused if r not in _alone())
    among = re.compile(rf"(?<!\w){refused}(?!\w)", re.IGNORECASE)
    phrases = {p for p in known if " " in p and among.search(p)}
    listed = "|".join(re.escape(p).replace("\\ ", r"\s+") for p in sorted(phrases, key=len)[::-1])
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)


@cache
def frames() -> re.Pattern[str]:
    """Match the phrases around what is wanted or not: "what I need is", "should never be"."""
    listed = "|".join(_grammar().get_terminal(t).pattern.value for t in _FRAMES)
    return re.compile(rf"(?<!\w)(?:{listed})", re.IGNORECASE)


@cache
def verbs() -> frozenset[str]:
    """Return the first words of all verbs."""
    return frozenset(p.split()[0] for name in _VERBS for p in word_classes()[name]
                     if p[1:] and not p.startswith(("it", "i ")))  # "it would be nice if …"


@cache
def _refused() -> dict[str, str]:
    """Map the phrases that are refused wherever they stand to the reason."""
    return {p: why for p, why in ontology().refused.items() if p not in _alone()}


@cache
def _refused_at_all() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _refused()))})(?!\w)", re.IGNORECASE)


@cache
def _padding() -> re.Pattern[str]:
    """Match a long run of words that join or ask and say nothing: it would only cost time."""
    words = [p for name in ("THEN", "FINALLY", "ALSO", "AND", "BUT")
             for p in word_classes()[name]]
    listed = "|".join(re.escape(w).replace("\\ ", r"\s+") for w in sorted(words, key=len)[::-1])
    joints = rf"\b{ontology().polite}|\b(?:{listed})\b|[,.;:!?&\u2013\u2014\u2026]"
    return re.compile(rf"(?:(?:{joints})\s*){{9,}}", re.IGNORECASE)


@cache
def _names() -> frozenset[str]:
    return frozenset(w for p in (*ontology().nouns, *word_classes()["PROPERTY"]) for w in p.split())


def parse(text: str, source: str = "instruction", effort: Effort | None = None) -> Tree[Any]:
    """Parse one instruction; ``source`` names it in messages.

    Raises:
        SourceError: unknown words, or known words in an order the grammar has no reading for.
        LimitError: longer than :data:`MAX_CHARACTERS`, or more than ``effort`` allows.
    """
    try:
        return parser().parse(_known(text, source), effort=effort)
    except Misfit as error:
        raise _misfit(error, text, source) from None


def _known(text: str, source: str) -> str:
    """Return what the grammar is to read of a text; refuse words it does not know."""
    if len(text) > MAX_CHARACTERS:
        raise LimitError(f"{source}: {len(text)} characters; at most {MAX_CHARACTERS} are read: "
                         "say it in several instructions")
    if not re.search(r"\w", text):
        wrong = "there is no word in this" if text.strip() else "the instruction is empty"
        raise SourceError.in_text(wrong, source, text or " ", Span(1, 1),
                                  expected="a sentence such as 'Put the apple in the fridge'")
    readable = _readable(text)
    _reject_unknown(readable, text, source)
    return readable


@lru_cache(256)
def _readable(text: str) -> str:
    """Blank out what the grammar treats as white space or changes nothing, keeping positions."""
    plain = re.sub(r"[\x00-\x1f\u2028\u2029]", " ", text).replace("\u2019", "'")
    plain = _manner().sub(_plain, plain)
    plain = _ASKED.sub(r"\1e  ", plain)
    plain = _HAVING.sub(_undone, plain)
    plain = _NOT_ONLY.sub(lambda m: f"{'':{m.start(1) - m.start()}}{m[1]}and"
                          f"{'':{len(m[2] or '')}}", plain)
    for pattern in (_PLEASE, _RIGHT, _LISTED, _LAID):
        plain = pattern.sub(lambda m: " " * len(m.group()), plain)
    kept = [m.span() for p in (_with_ing(), frames()) for m in p.finditer(plain)]
    plain = WORD.sub(lambda m: m.group() if any(a <= m.start() < b for a, b in kept)
                     else as_order(m.group()), plain)
    while short := _IS.search(plain):
        plain = plain[:short.end(1)] + " s" + plain[short.end():]
    return _OWNER.sub(r"\1  ", plain.replace("\u201c", '"').replace("\u201d", '"'))


def _undone(found: re.Match[str]) -> str:
    """Read "once you have taken" as "once you have take"."""
    word = found[2].lower()
    base = ontology().participles.get(word) or next(
        (b for b in (word[:-3], word[:-2], word[:-1], word[:-3] + "y") if word.endswith("ed")
         and b in verbs()), word)
    return found[1] + base[:len(word)].ljust(len(word))


@lru_cache(4096)
def as_order(word: str) -> str:
    """Read "grabbing" and "grabs" as "grab", the same length, where that is no other known word."""
    if word.endswith("s") and word.lower() not in vocabulary():  # "the robot washes the mug"
        return next((b.ljust(len(word)) for b in (word[:-1], word[:-2], word[:-3] + "y")
                     if b.lower() in verbs()), word)
    stem = word.lower().removesuffix("ing")
    if len(stem) < 2 or stem + "ing" != word.lower():
        return word
    return next((b.ljust(len(word)) for b in (stem, stem + "e", stem[:-1]) if b in verbs()), word)


@cache
def _with_ing() -> re.Pattern[str]:
    """Match the names and phrases in which a word in -ing is no verb: "washing machine"."""
    phrases = {p for name, group in word_classes().items() if name not in _VERBS | _FRAMES
               for p in group if p == p.strip()} | set(ontology().nouns)
    fit = sorted((p for p in phrases if re.search(r"ing\b", p)), key=len)
    listed = "|".join(re.escape(p).replace("\\ ", r"\s+") for p in fit[::-1])
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)


@cache
def _manner() -> re.Pattern[str]:
    words = "|".join(sorted(ontology().manner)).replace(" ", r"\s+")
    return re.compile(rf"(?<!\w)(?:(?:very|really|quite|as|so)\s+)?({words}|[a-z]{{3,}}ly)"
                      r"(?!\s+of\b)(?:\s+as\s+(?:possible|you\s+can|you\s+like))?(?!\w)"
                      r"(?:\s+(?:and|but|yet)(?=\s+[a-z]+ly\b))?", re.IGNORECASE)


@cache
def _says_more() -> frozenset[str]:
    """Return the words in -ly that are no mere manner."""
    return vocabulary() | ontology().refused.keys() | ontology().no_manner


def _plain(found: re.Match[str]) -> str:
    return found.group() if found[1].lower() in _says_more() else " " * len(found.group())


def manner(text: str) -> list[str]:
    """List the words of a text that say how something is done, which changes nothing.

    >>> manner("Very carefully wash the mug")
    ['carefully']
    """
    laid = {m.group(1).lower() for m in _LAID.finditer(text)}
    return sorted(laid | {w for m in _manner().finditer(text)
                          if (w := m.group(1).lower()) not in _says_more()})


def _misfit(error: Misfit, text: str, source: str) -> SourceError:
    """Say which words do not fit in, and what would."""
    expected = _expected(error.expected)
    start = len(text) - len(text[error.position:].lstrip())
    word = WORD.match(text, start)
    shown = word.group() if word else text[start:start + 1]
    reason = ontology().refused.get(shown.lower())
    if reason:
        return _refusal(shown, reason, text, source, start)
    if shown in {"", ".", "!", "?", ";"}:
        start = min(start, len(text.rstrip()))
        return SourceError.in_text("the sentence stops too early", source, text,
                                   _span(text, start, 1), expected=expected)
    return SourceError.in_text(f"'{shown}' does not fit here", source, text,
                               _span(text, start, len(shown)), expected=expected)


def _unknown(readable: str) -> tuple[list[re.Match[str]], list[tuple[int, int]]]:
    """Return the words that nothing knows, and where phrases stand that are known as a whole."""
    whole = [m.span() for p in (recipe_phrases(), polite_words(), frames())
             for m in p.finditer(readable)]
    return [m for m in WORD.finditer(readable)
            if m.group().lower() not in vocabulary() and not m.group().isdigit()
            and not any(begin <= m.start() < end for begin, end in whole)], whole


def _reject_unknown(readable: str, text: str, source: str) -> None:
    """Refuse words the grammar does not know, with the reason where the ontology gives one."""
    unknown, whole = _unknown(readable)
    begin = WORD.search(readable)
    if begin and begin.group().lower() in ontology().questions and not any(
            start == begin.start() for start, _ in whole):
        raise SourceError.in_text(
            "questions are not answered, only orders carried out", source, text,
            _span(text, begin.start(), len(begin.group())),
            expected="what should be done, e.g. 'Find the phone', 'Close the fridge'")
    idioms = [*whole, *(m.span() for m in _idioms().finditer(readable))]
    refused = _refused() if _refused_at_all().search(readable) else {}
    for phrase, reason in refused.items():
        for found in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", readable, re.IGNORECASE):
            if not any(begin <= found.start() and found.end() <= end for begin, end in idioms):
                raise _refusal(found.group(), reason, text, source, found.start())
    padding = _padding().search(readable)
    if padding:
        raise SourceError.in_text("too many words in a row that only join", source, text,
                                  _span(text, padding.start(), len(padding.group().split()[0])),
                                  expected="at most eight, such as 'and', 'then', 'please', ','")
    number = re.search(r"(?<![\w-])-\s*\d+|\d+[.,]\d+|\d{4,}", readable)
    if number:
        raise SourceError.in_text(f"'{number.group()[:20]}' is no number of things", source, text,
                                  _span(text, number.start(), len(number.group())),
                                  expected="1 to 999")
    if not unknown:
        return
    first = unknown[0]
    if 2 * len(unknown) > len(WORD.findall(readable)):
        language = language_of(text)
        alike = f", and this looks like {language}" if language else ""
        raise SourceError.in_text(
            f"unknown word '{first.group()[:40]}': only English is read{alike}", source, text,
            _span(text, first.start(), len(first.group())),
            expected="an English instruction, e.g. 'Put the apple in the fridge'")
    more = ", ".join(f"'{m.group()[:40]}'" for m in unknown[1:6])
    raise SourceError.in_text(
        f"unknown word '{first.group()[:40]}'" + (f" (and also {more})" if more else ""),
        source, text, _span(text, first.start(), len(first.group())),
        expected=_nearest(first, readable) + "".join(
            f"; for '{m.group()[:40]}' perhaps {near}" for m in unknown[1:6]
            if (near := _similar(m.group().lower()[:40], _verb_stands(m, readable)))))


def _refusal(words: str, reason: str, text: str, source: str, start: int) -> SourceError:
    return SourceError.in_text(
        f"'{words}' is not understood: {reason}", source, text, _span(text, start, len(words)),
        expected="the sentence without it, or a word of docs/household-instructions.md")


def _nearest(word: re.Match[str], text: str) -> str:
    """Say what could stand there: similar known words, else what kind of word."""
    if is_english(word.group()):
        return f"another name: no thing, act or place called '{word.group()[:40]}' is known here"
    verb = _verb_stands(word, text)
    if near := _similar(word.group().lower()[:40], verb):
        return f"perhaps {near}"
    if verb:
        return ("a verb, e.g. put, bring, open, close, turn on, turn off, wash, slice, heat, fill, "
                "empty, clear, throw away")
    return "a word of the controlled English (docs/household-instructions.md)"


@lru_cache(1024)
def _similar(asked: str, verb: bool) -> str:
    """List similar known words: verbs where one should stand, else names, then any word."""
    if is_english(asked):
        return ""
    for known in (verbs() if verb else _names(), vocabulary()):
        swapped = [w for w in known if len(asked) < 6 and w != asked and len(w) > 2
                   and sorted(w) == sorted(asked)]  # "teh": too short to look similar
        near = swapped or difflib.get_close_matches(asked, sorted(known), n=4, cutoff=0.72)
        if near:
            return ", ".join(f"'{w}'" for w in near)
    return ""


def _verb_stands(word: re.Match[str], text: str) -> bool:
    before = re.findall(r"[\w']+|[^\s\w]", text[:word.start()].lower())
    return (before[-1] if before else "") in _BEFORE_VERB


def _span(text: str, start: int, length: int) -> Span:
    line = text.count("\n", 0, start) + 1
    return Span(line, start - (text.rfind("\n", 0, start) + 1) + 1, max(1, length))


def _expected(names: Iterable[str]) -> str:
    words = dict.fromkeys(said for name, said in called().items() if name in names)
    return ", ".join(list(words)[:7]) or "the end of the sentence"


def tree_of(text: str) -> Tree[Any] | None:
    """Return the tree of a text, parsed once for an effort; None where it has no reading."""
    effort = Effort.current()
    if text not in effort.trees:
        effort.trees[text] = None
        if not _unknown(_readable(text))[0]:
            with suppress(PlannerError, Misfit):  # nobody asks what was expected instead
                effort.trees[text] = parser().parse(_known(text, "text"), effort=effort)
    return effort.trees[text]


def reads(text: str) -> bool:
    """Whether the grammar has a reading for a text, as far as the effort for it goes."""
    return tree_of(text) is not None
