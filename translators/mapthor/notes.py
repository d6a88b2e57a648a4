"""Notes and refusals in words: the one place where they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.errors import SourceError, Span
from translators.english.spelling import Token
from translators.english.words import language_of
from translators.mapthor.said import Note
from translators.mapthor.vocabulary import WORDS

_WORDS = {
    "left out": "'{0}' is left out: it orders nothing",
    "aside": "'{0}' is left out: it orders nothing",
    "unknown": "'{0}' is left out: it is not understood",
    "idle": "'{0}' is left out: no robot here has an action for this",
    "manner": "'{0}' changes nothing: robots have one way of doing it, and do it now",
    "address": "'{0}' is left out: who does what is planned",
    "owner": "'{0}' is left out: whose a thing is no robot can tell",
    "any one": "'{0}' is left out: any one will do{1}",
    "only": "'{0}': nothing is asked of the others",
    "sort": "'{0}' is left out: it tells no kind that robots know",
    "taken back": "'{0}' is taken back",
    "spared": "nothing is to be done to what '{0}' names",
    "read as": "'{0}' is read as {1}",
    "loose": "'{0}' is read as the {1}",
    "does": "'{0}': {1}",
    "recipe": "'{0}' is read as: {1}",
    "fact": "'{0}' is read as a fact, not as an order",
}
_GRAVE = {
    "empty": ("there is no word in this", "an order, e.g. 'put the mug in the sink'"),
    "question": ("questions are not answered, only orders carried out", ""),
    "forbidden": ("'{0}' is not understood: what should not be done is not supported, only what "
                  "should be the case", "what should be done"),
    "clash": ("{1}", "'then' between the two, or one of them"),
    "number": ("'{0}' is no number of things", "a number from 1 to 999"),
    "refused": ("'{0}' is not understood: {1}", ""),
    "unknown": ("unknown word '{0}'", "words for household things and what is done to them"),
    "senseless": ("{1}", ""),
    "unfinished": ("the sentence stops too early", "the rest of it"),
    "unused": ("'{0}' does not fit here", "a plain order, e.g. 'put the mug in the sink'"),
    "landmark": ("'{0}': no robot can perceive this in iTHOR rooms", "another thing"),
    "left out": ("'{0}' does not fit here", "a plain order, e.g. 'put the mug in the sink'"),
    "any one": ("'{0}' is not understood: {1}", ""),
    "aside": ("'{0}' is not understood", "the order alone"),
    "nothing": ("there is nothing to be done here",
                "'… should be …' or a verb, e.g. 'put', 'close'"),
}
"""Why a text is refused, and what was expected: the gravest first."""
FATAL = frozenset(["senseless", "unused", "refused", "number", "question", "unfinished"])
"""Notes that no bonus makes up for: what they name would be lost."""


def printed(text: str, spelt: Sequence[Token], notes: Iterable[Note]) -> tuple[str, ...]:
    """Return what the notes of a reading say, in the order of the text; slips come first."""
    slips = [f"'{_cut(text, spelt, n, n + 1)}' is read as '{t.word}'" for n, t in enumerate(spelt)
             if t.slip]
    told = [_WORDS[n.kind].format(_cut(text, spelt, n.start, n.end), f" ({n.detail})"
                                  if n.kind == "any one" and n.detail else n.detail)
            for n in _joined(notes) if n.kind in _WORDS and n.end > n.start]
    return tuple(dict.fromkeys((*slips, *told)))


def _joined(notes: Iterable[Note]) -> list[Note]:
    """Join words left out beside each other; what is small alone says nothing."""
    found: list[Note] = []
    for note in sorted(set(notes), key=lambda n: (n.start, n.end, n.kind)):
        last = found[-1] if found else Note("", 0, 0)
        if {note.kind, last.kind} <= {"left out", "unknown"} and last.end == note.start:
            note = Note(max(note.kind, last.kind), found.pop().start, note.end)
        found.append(note)
    return found


def _cut(text: str, spelt: Sequence[Token], start: int, end: int) -> str:
    """Return the words of a text as they are written."""
    if not spelt:
        return text.strip()
    first, last = spelt[min(start, len(spelt) - 1)], spelt[min(max(end - 1, start), len(spelt) - 1)]
    return " ".join(text[first.start:last.end].split())


def failure(text: str, source: str, spelt: Sequence[Token], notes: Iterable[Note]) -> SourceError:
    """Return why a text is refused: the gravest of the notes."""
    note = min((n for n in notes if n.kind in _GRAVE),
               key=lambda n: ([*_GRAVE].index(n.kind), n.start, n.end),
               default=Note("nothing", 0, max(1, len(spelt))))
    cut = _cut(text, spelt, note.start, note.end)
    message, expected = _GRAVE[note.kind]
    language = language_of(text)
    if spelt and spelt[0].word in WORDS["asking"] and "?" in text:
        message, expected = _GRAVE["question"]
    elif language and note.kind in ("unknown", "nothing", "unused", "left out"):
        message = f"unknown word '{{0}}': only English is read, and this looks like {language}"
        cut = _cut(text, spelt, 0, 1)
    elif note.kind == "unknown":
        cut = _cut(text, spelt, note.start, note.start + 1)
    start = spelt[min(note.start, len(spelt) - 1)].start if spelt else 0
    if note.start >= len(spelt) > 0:
        start, cut = spelt[-1].end, ""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    shown = message.format(cut, note.detail or "robots cannot tell which is")
    return SourceError.in_text(shown, source, text, Span(line, column, max(1, len(cut))),
                               expected=expected)
