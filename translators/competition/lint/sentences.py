"""Rules about the sentences: words, agreement with the instructions, noise (R16-R18)."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

from planner.errors import UsageError
from planner.files import read_toml
from translators.competition.english.reading import parse_sentences
from translators.competition.english.words import Piece, pieces, sentence_spans
from translators.competition.english.writing import say
from translators.competition.lint.agreement import Pair, pair_up
from translators.competition.lint.draft import Draft
from translators.competition.lint.xml import STAND_IN
from translators.competition.problem_file import Flags
from translators.competition.source import SourceText
from translators.competition.vocabulary import vocabulary

_MARK = re.compile(r"[^A-Za-z\s.]")
_STOPS = ",;:!?"
"""What stands for a full stop at the end of a line."""
_NOISY_TOKENS = ("SORT", "HUMAN", "COLOR", "PLATE", "DOOR")


def check_sentences(draft: Draft) -> None:
    """Check words and noise of every sentence, then pair sentences and instructions."""
    text = draft.problem.section("nl")
    broken, odd = set[int](), set[int]()
    for start, end in sentence_spans(text.text):
        before = len(draft.findings)
        found = pieces(text.text, start, end)
        for piece in found:
            if not _check_piece(draft, text, piece):
                broken.add(start)
        if [p.letters for p in found[:2]] == ["do", "no"]:
            span = text.span(found[1].start, found[1].end)
            draft.add("R16", "'no' stands for 'not'", span, "not", warning=True)
        if text.text[end - 1] != ".":
            draft.add("R17", "the last sentence has no full stop", text.span(end - 1, end),
                      text.text[end - 1] + ".")
        letters = (re.sub("[^a-z]", "", word) for word in text.text[start:end].lower().split())
        words = " ".join(filter(None, letters)).replace("remote control", "remotecontrol")
        if len(draft.findings) == before and not _patterns().fullmatch(words):
            odd.add(start)
    _check_pairs(draft, broken, odd)


@cache
def _patterns() -> re.Pattern[str]:
    """Return what a sentence of the rules looks like (``patterns.toml``)."""
    words = vocabulary()
    found = {"sort": "|".join(f"{sort}s?" for sort in words.sorts), "color": "|".join(words.colors)}
    found |= read_toml(Path(__file__).with_name("patterns.toml"))
    text = "{sentence}"
    while "{" in text:
        text = re.sub(r"{(\w+)}", lambda name: f"(?:{found[name[1]]})", text)
    return re.compile(text)


def _check_piece(draft: Draft, text: SourceText, piece: Piece) -> bool:
    """R16 and R18 for one written word; false if it means nothing."""
    written = text.text[piece.start : piece.end].rstrip(".")
    span = text.span(piece.start, piece.start + len(written))
    marks = _MARK.findall(written)
    tokens = [word.token for meaning in piece.meanings for word in meaning]
    if marks:
        shown = "".join(dict.fromkeys(marks)).replace(STAND_IN, "&")
        bare = _MARK.sub("", written)
        rest = text.text[piece.start + len(written) :]
        if written[-1] in _STOPS and re.match(r"[ \t]*(?:[\r\n]|\Z)", rest):
            draft.add("R17", f"{written[-1]!r} ends no sentence", span, f"{written[:-1]}.")
        elif draft.stage == 1 or (draft.stage is None and draft.problem.flags == Flags()):
            draft.add("R18", f"noise {shown!r} in stage 1", span, bare)
        elif not tokens or any(t not in _NOISY_TOKENS for t in tokens):
            message = f"noise {shown!r} outside colours and nouns"
            draft.add("R18", message, span, bare if piece.known else "")
    if not piece.known:
        certain = len(piece.meanings) == 1 or piece.letters in vocabulary().split
        bases = [w.base for w in piece.meanings[0]] if certain else []
        listed = piece.letters in vocabulary().unlisted
        draft.add("R16", f"{piece.letters[:40]!r} is not a word of the vocabulary", span,
                  " ".join(bases), warning=listed)
    elif piece.letters in vocabulary().unlisted or piece.letters in vocabulary().aliases:
        base = vocabulary().words[piece.letters].base
        draft.add("R16", f"{piece.letters!r} is not in the list of words", span,
                  base if base != piece.letters else "", warning=True)
    return bool(piece.meanings)


def _check_pairs(draft: Draft, broken: set[int], odd: set[int]) -> None:
    """R17: sentences and instructions agree one by one; an ``odd`` sentence is worth a warning."""
    if draft.broken_items and draft.problem.section("instr").text.strip():
        return  # instructions are missing here; their own findings say why
    text = draft.problem.section("nl")
    if not text.text.strip() and not (draft.edition.later and draft.items):
        return
    reading = parse_sentences(text, draft.problem.path, draft.true_world)
    items = draft.items
    if len(items) != len(reading.sentences):
        message = f"{len(reading.sentences)} sentences for {len(items)} instructions"
        element = draft.problem.frame.first("test", "nl") or draft.problem.frame.elements[0]
        draft.add("R17", message, element.span)
        if not reading.sentences:
            return
    for pair in pair_up(items, reading.sentences):
        known = pair.item is None or pair.item not in draft.misworded
        if known and not pair.agrees and not (pair.sentence and pair.sentence.start in broken):
            _report(draft, pair)
        elif pair.pale and draft.edition.colours == "always":
            _report(draft, pair, "this sentence leaves out a colour")
        elif pair.agrees and pair.sentence and pair.sentence.start in odd:
            _report(draft, pair, "no sentence of the rules has this form", warning=True)


def _report(
    draft: Draft, pair: Pair, said: str = "this sentence says something else than its instruction",
    *, warning: bool = False,
) -> None:
    sentence, item = pair.sentence, pair.item
    if sentence is None:
        assert item is not None
        draft.add("R17", "no sentence says this instruction", item.span)
        return
    span = draft.problem.section("nl").span(sentence.start, sentence.start + len(sentence.text))
    if item is None:
        draft.add("R17", "no instruction for this sentence", span)
        return
    suggestion = ""
    if sentence.problem is not None:
        said = f"this sentence cannot be read: {sentence.problem.message}"
    with suppress(UsageError):
        suggestion = say(item)
    draft.add("R17", said, span, suggestion, warning=warning)
