"""What is read more freely than it was said (``liberties.toml``), and what the speaker takes back.

A liberty is only taken where a text cannot be read as it stands, and a remark says which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from translators.mapthor.hearing.clauses import clauses
from translators.mapthor.hearing.rewording import Change, rewordings, spoken
from translators.mapthor.ontology import any_of, noun_pattern, ontology
from translators.mapthor.read import verbs

__all__ = ["corrected", "corrects", "freer", "liberty_words", "steady"]

_STRONG = (r"(?:no wait|wait no|no actually|actually no|actually sorry|"
           r"sorry(?! to| for| if| about| that| but)|oops|scratch that|"
           r"correction|hold on|"
           r"(?:well,? |no,? |(?<!or ))not (?:(?:the|a|my|that|this) [^,.;]{1,25}|there)(?=,)|"
           r"on second thoughts?|i meant?|or rather|(?:or )?better (?:still|yet)|"
           r"or better|make that|"
           r"strike that|cancel that|scrap that|(?:just |only |i'm )?(?:kidding|joking)|"
           r"hang on|come to think of it|what am i saying|silly me|"
           r"(?:sorry, )?did i say [^.;!?,]*|my mistake)")
_PAUSE = (r"(?:erm?|eh|uh|um|what(?:'s| is) it called|what do you call it)"
          r"(?=[\s,.…]+(?:the|my|our|in|on|into|onto|to|at|two|three|four|both)\b)")
_BACK = re.compile(
    r"(?:\s*[,.;:–—-]+\s*(?:(?:oh|ah|um|uh|erm?|eh|hmm+|ugh|well|but(?!\s+not\b))\b[\s,.…]*)?"
    rf"(?:{_STRONG}|no(?! more| [a-z]+ing\b)|nah|naw|wait|rather(?! than)|excuse me|actually|"
    rf"{_PAUSE})|"
    rf"(?<!but)\s+(?:{_STRONG}|no(?=,)))\b"
    rf"[\s,.!?:–—-]*(?:(?:{_STRONG}|no|wait|actually|rather(?! than))\b[\s,.!:–—-]*)*",
    re.IGNORECASE)
"""Words that take back what was said before them."""
_SEARCHING = (r"(?:er+m?|u+m+|u+h+|eh|h+m+|you know|let me (?:see|think)|"
              r"what(?:'s| is) it called|what do you call it|how do you say)")
_STUTTER = re.compile(
    rf"\b(?P<before>the|an?|my|our|on|in|into|to)(?:[\s,.…–—-]+{_SEARCHING}\b)+[\s,.…–—-]+",
    re.IGNORECASE)
"""Words in search of others: "the, er, remote"."""
_TWICE = re.compile(r"\b(\w+)(?:\s*(?:\.{2,}|…)\s*\1\b)+", re.IGNORECASE)
_AFTER = re.compile(r"(?P<joint>[,.;–—…-]+\s*)(?:(?:erm?|uh|um|eh|hmm+|sorry|no|well)[\s,.…]+)?"
                    r"(?P<meant>(?:the|my|our|in|on|into|onto|to|at|a|an|\d|one|two|three)\b"
                    r"[^,.;!?]*?),? i mean(?:t|,)?(?=\s*(?:$|[.;,!?]))", re.IGNORECASE)
"""Words behind what is meant instead: "the tomato, the apple I mean"."""
_FORGOTTEN = re.compile(r"(?:forget|skip|scrap|drop|ignore|never mind|leave)(?: about)? "
                        r"(?P<what>(?:it|that|them|those|the|my|our|all that)\b[^,.;:!?]*)"
                        r"(?P<rest>[,.;:!?].*|$)", re.IGNORECASE | re.DOTALL)
_KEPT = re.compile(r"(?:they|it|those|these|that one|this one)(?: can| should| must)? "
                   r"(?:stays?|remains?)\b[^.;,!?]*", re.IGNORECASE)
_WHERE = r"(?:in|on|into|onto|to|at|inside|near|next to|beside|by|from)"
_DETERMINER = r"(?:the|my|our|your|a|an|some|all|all the|every|both|two|three|four|one)"
_CLAUSE = re.compile(r"[.;!?]\s*|,?\s*\b(?:and then|then|and)\s+(?=V\b)|,\s*(?=V\b)|"
                     r"(?=[,;.]\s*(?:and )?then\b)")
_STAYS = re.compile(r"\b(?:leave|keep|stays?|remains?|left)\b", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:everything|all|every|each|whatever|anything|both|clear|tidy|empty)\b",
                    re.I)
_OPEN = {"any", "a", "an", "one", "two", "three", "four", "some", "another", "the"}
"""Last words of a liberty that are shown with the word behind them."""
_NUMBER = re.compile(r"\b(?:both|one|two|three|four|five|six|\d+)\b", re.IGNORECASE)
_MODE = re.compile(r"\b(?:on|off|open|closed|shut)\b", re.IGNORECASE)


@cache
def _verb() -> str:
    return any_of(verbs())


@cache
def _patterns() -> tuple[tuple[Change, str], ...]:
    """Read the liberties once per process, in order, each with the name of its group."""
    return tuple((change, name) for name, group in rewordings("liberties.toml").items()
                 for change in group)


@cache
def liberty_words() -> frozenset[str]:
    """Return the single words of all liberties: they are no slips of the pen."""
    return spoken(change for change, _ in _patterns()) | frozenset(
        re.findall(r"[a-z']{2,}", _BACK.pattern))


def freer(text: str, only: str = "") -> tuple[str, tuple[str, ...]]:
    """Leave out what robots cannot know or need not be told; returns a remark on each change.

    >>> freer("Put the tall vase in the second drawer")[0]
    'Put any vase in any drawer'
    """
    remarks: list[str] = []
    asked = text
    for change, group in _patterns():
        if only not in ("", group):
            continue

        def told(found: re.Match[str], means: str = change.means, group: str = group) -> str:
            clause = re.split(r"[.;!?]", found.string[:found.start()])[-1]
            among = clause if group == "which" else found.string if group == "kept" else ""
            if group == "again" and not _spoken_of(found):
                return found.group()
            if _EVERY.search(among):  # "everything on the top shelf"
                return found.group()
            if _STAYS.search(found.group()) and _EVERY.search(found.string[:found.start()]):
                return found.group()  # "everything …, but the red mug can stay": an exception
            new = means.format(**{k: v or "" for k, v in found.groupdict().items()})
            if re.findall(r"\w+", new) != re.findall(r"\w+", found.group()):
                begin = found.groupdict().get("b") or ""
                shown = " ".join(new[len(begin):].split())
                said = " ".join(found.group()[len(begin):].split()).strip(" ,.;")
                after = re.match(r"[\w-]+", found.string[found.end():])
                if shown.split()[-1:] and shown.split()[-1] in _OPEN and after:
                    said, shown = f"{said} {after.group()}", f"{shown} {after.group()}"
                remarks.append(f"'{said}' is read as '{shown}'" if shown
                               else f"'{said}' is left out")
            return new

        text = change.told(text, told)
    alike = Counter(w for r in dict.fromkeys(remarks) for w in re.findall(r"'any ([\w-]+)'", r))
    if any(n > 1 for n in alike.values()):  # "the red mug …, the blue mug …": not the same one
        return asked, ()
    return text, tuple(dict.fromkeys(remarks))


def _spoken_of(found: re.Match[str]) -> bool:
    """Whether the thing in some words is named elsewhere, too."""
    noun = re.search(noun_pattern(), found["x"], re.IGNORECASE)
    rest = found.string[:found.start()] + found.string[found.end():]
    return noun is None or noun.group().lower() in rest.lower()


# -- what is taken back -----------------------------------------------------------------------


def steady(text: str) -> str:
    """Leave out hesitations within a phrase.

    >>> steady("Put the, er, book on... on the um desk")
    'Put the book on the desk'
    """
    return _TWICE.sub(r"\1", _STUTTER.sub(r"\g<before> ", text))


@cache
def _instead() -> re.Pattern[str]:
    """Match what is said to be better: "hmm, it'll fall. The desk, rather"."""
    meant = rf"(?P<meant>(?:(?:on|in|onto|into|to) )?(?:(?:the|my|our|a) )?{noun_pattern()})"
    return re.compile(
        r"(?P<stop>[.!?…,–—-]+)\s*"
        r"(?P<talk>(?:h+m+|oh|no|well|wait|although|ah)\b[^.!?…]*[.!?…]+\s*)?"
        rf"{meant}(?:,? (?:instead|rather|(?P<then>then))|(?:'s| is| would be| might be|'d be) "
        r"(?:better|safer|best))\b[^.!?]*(?=[.!]|$)", re.IGNORECASE)


def _better(found: re.Match[str]) -> str:
    talk = found["talk"] or ""
    idle = all(c.kind in ("statement", "talk", "fragment") for c in clauses(talk)) if talk else (
        not found["then"])
    return f"{found['stop']} I mean {found['meant']}" if idle else found.group()


def corrects(text: str) -> bool:
    """Whether a speaker takes something back in any case: "I mean", "no, they stay"."""
    found = _BACK.search(text)
    return bool(_AFTER.search(text)) or (found is not None and bool(
        re.search(_STRONG, found.group(), re.IGNORECASE) or _KEPT.match(text[found.end():])
        or (re.search(r"\bno\b", found.group(), re.I) and _thing().match(text[found.end():]))))


@cache
def _thing() -> re.Pattern[str]:
    return re.compile(rf"(?:{_DETERMINER}\s+)(?:\w+\s+)?{noun_pattern()}", re.IGNORECASE)


def corrected(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text with what its speaker corrects, likeliest first; remarks tell what was dropped.

    >>> next(corrected("Put the mug, no, the cup in the sink"))
    ('Put the cup in the sink', ("'the mug' is taken back: 'the cup in the sink' is meant",))
    """
    text = _instead().sub(_better, text)
    text = _AFTER.sub(lambda m: f"{m['joint']}I mean {m['meant']}", text)
    found = _BACK.search(text)
    if found is None:
        return
    before, after = text[:found.start()], text[found.end():]
    if not before.strip() or not after.strip():
        return
    shown = re.split(r"[.;!?,]", after)[0].strip()
    after = re.sub(rf"^({_thing().pattern}),\s+(?={_WHERE}\b|out of\b|off\b)", r"\1 ", after,
                   flags=re.IGNORECASE)
    after = re.sub(r"^(?:(?:yes|yeah|just|only|please)[\s,]+)+", "", after, flags=re.IGNORECASE)
    after = re.sub(rf"[.;,!]\s*(?:yes|yeah|yep),?\s+(?:{_DETERMINER}\s+)?{noun_pattern()}"
                   r"(?=\s*(?:[.!]|$))", "", after, flags=re.IGNORECASE)
    for start, end, new in _repairs(before, after):
        taken = " ".join(before[start:end].split()).strip(" ,.")
        rest = re.sub(r"(?:[\s,]|\b(?:and|then)\b)+$", "", before[:start] + new)
        remark = (f"'{taken}' is taken back: '{shown}' is meant" if taken else
                  f"'{shown}': that comes before what was said")
        more = list(corrected(rest))
        yield from ((t, (remark, *r)) for t, r in more)
        if not more:
            yield rest, (remark,)


def _repairs(before: str, after: str) -> Iterator[tuple[int, int, str]]:
    """Yield what part of the words before is replaced, with what stands there instead."""
    clauses = re.compile(_CLAUSE.pattern.replace("V", _verb()), re.IGNORECASE)
    begin = max((m.end() for m in clauses.finditer(before)), default=0)
    last = before[begin:]
    things = re.compile(rf"\b(?:{_DETERMINER}\s+)?(?:\w+\s+)??{noun_pattern()}", re.IGNORECASE)
    named = [(m.start() + begin, m.end() + begin) for m in things.finditer(last)]
    places = [m.start() + begin for m in re.finditer(rf"\b{_WHERE}\s+(?=\w)", last, re.IGNORECASE)]
    kept = _KEPT.match(after)
    gone = _FORGOTTEN.match(after)
    if gone and not re.search(rf"\b{_WHERE}\b|\b(?:open|on|off|closed|shut)\b", gone["what"]):
        yield begin, len(before), gone["rest"].lstrip(",.;:!? ")
    elif kept:  # "then the boots, no, they stay on the floor"
        yield begin, len(before), after[kept.end():]
    elif re.match(rf"(?:just |please |let's )*{_verb()}\b(?!\s+(?:slice|slices)\b)", after,
                re.IGNORECASE):
        head, stop, tail = re.match(r"([^.;,!?]*)([.;,!?]?)(.*)", after, re.S).groups()  # type: ignore
        if re.search(r"\bfirst\b", head, re.IGNORECASE):  # "slice it – wait, wash it first"
            sooner = re.sub(r"\s*\bfirst\b", "", head, flags=re.IGNORECASE)
            yield len(before), len(before), f", but first {sooner}{stop}{tail}"
            return
        yield begin, len(before), after
        if named:  # "… put it in the bowl": what it is stands in the words taken back
            yield begin, len(before), f"{before[named[0][0]:named[0][1]]}, {after}"
    elif re.match(rf"{_WHERE}\b", after, re.IGNORECASE) and places:
        yield places[-1], len(before), after
    elif _MODE.match(after):
        mode = list(_MODE.finditer(last))
        if mode:
            at, to = (begin + i for i in mode[-1].span())
            new = _MODE.match(after)
            assert new is not None
            yield at, to, new.group() + before[to:] + after[new.end():]
    elif things.match(after) and named:
        first = things.match(after)
        assert first is not None
        tail = _run_on(after[first.end():])
        alike = [n for n in reversed(named) if _kind(before[slice(*n)]) == _kind(first.group())]
        start, end = (alike or named[::-1])[0]
        moved = re.match(rf"\s*{_WHERE}\b", tail, re.IGNORECASE)
        yield start, end, first.group() + ("" if moved else before[end:]) + tail
    elif _NUMBER.match(after):
        number = list(_NUMBER.finditer(last))
        if number:
            new = _NUMBER.match(after)
            assert new is not None
            at, to = (begin + i for i in number[-1].span())
            yield at, to, new.group() + before[to:] + _run_on(after[new.end():])


def _run_on(tail: str) -> str:
    """Leave out the comma before a place: "the mug, no, the cup, on the table"."""
    return re.sub(rf"^\s*,\s*(?={_WHERE}\b)", " ", tail)


def _kind(words: str) -> str:
    """Tell furniture from what can be carried, and both from the rest."""
    found = re.search(noun_pattern(), words, re.IGNORECASE)
    noun = ontology().find(found.group()) if found else None
    types = set(noun.types) if noun else set()
    if types & set(ontology().properties["pickupable"]):
        return "carried"
    return "place" if ontology().places(types) else "other"
