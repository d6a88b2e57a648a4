"""A text whose conditions the grammar refuses, with conditions that it reads.

What begins with "if", "unless", "in case" …, a question before an order ("Blinds open? Close them")
and what to do otherwise are said as "if the … is …, …". A condition that changes nothing ("close it
unless it already is") and what asks for nothing under one ("if it's off, never mind") are left out
with a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from translators.mapthor.hearing.clauses import clauses, sentences
from translators.mapthor.hearing.supposing.frames import Frame, frame_of
from translators.mapthor.hearing.supposing.markers import JOINTS, Supposed, openers, suppositions
from translators.mapthor.hearing.supposing.sequels import (
    asks_nothing,
    brings_about,
    order_in,
    orders_nothing,
    without_talk,
)
from translators.mapthor.hearing.words import Word, words_of
from translators.mapthor.read import reads, verbs

__all__ = ["supposed"]

MOST_WORDS = 90
"""Longer texts are read as they stand."""
_YES = re.compile(r"^(?:(?:yes|yeah|yep|yup|so|then|if so|if yes|if it is|if they are|in that case|"
                  r"if there (?:is|are))\b[\s,:?!]*)+", re.IGNORECASE)
_NO = re.compile(r"^(?:(?:no|nope|not|if not|if no|otherwise|if (?:it|they|there) (?:isn't|aren't)|"
                 r"if (?:it's|they're) not)\b[\s,:?!]*(?:(?:one|any|then)\b[\s,]*)*)+",
                 re.IGNORECASE)
_SHOULD = re.compile(r"(?:that's|that\s+is)\s+(?:where|how)\s+[^,.;!?]+|(?:it|they|that|those)\s+"
                     r"(?:should|ought\s+to|must|needs?\s+to|has\s+to|have\s+to)\s+be"
                     r"(?:\s+(?:there|so))?(?=\s*(?:[.,;!]|$))", re.IGNORECASE)
_EITHER = re.compile(r"^[\w\s]+\bor\b[\w\s]+[,:;–—-]\s*$", re.IGNORECASE)
_WHICH = re.compile(r"^(?:of\s+)?(?:(?:the|these|those|my|our|both|all)\s+)*"
                    r"(?:(?:two|three|four)\s+)?")
_MARK = re.compile(r"^.*?\b(?=if\b|unless\b|when\b|should\b)", re.IGNORECASE | re.DOTALL)
_CHECK = re.compile(r"^\W*(?:(?:please|go\s+and|(?:can|could)\s+you)\s+)*(?:check|see|look|"
                    r"find\s+out)\s+(?:whether|if)\s+(?P<so>.+?)(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)"
                    r"(?P<order>\w.+)$", re.IGNORECASE)
_TAG = re.compile(r",\s*\w+(?:n't|\s+not)?\s+(?:it|they|he|she|you|we|i|there)\?$", re.I)
_JOINED = re.compile(r"[\s,;:–—-]*(?:\b(?:and|but|or|so)\b)?[\s,]*$", re.IGNORECASE)


def supposed(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Say a text with plain conditions, with remarks; None where nothing is to be changed.

    >>> supposed("If the kids have left the telly running, switch it off")[0]
    'if the telly is on, switch it off'
    """
    words = words_of(text)
    if len(words) > MOST_WORDS or not (
            "?" in text or any(w.text in openers() for w in words)):
        return None
    told = _Told()
    for sentence in sentences(text):
        told.add(sentence)
    said = told.text()
    return (said, tuple(dict.fromkeys(told.remarks))) if told.remarks else None


@cache
def _readable(condition: str) -> bool:
    return reads(f"wash the mug {_MARK.sub('', condition, count=1)}")


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


class _Told:
    """The sentences of a text so far, said plainly.

    ``asked`` is the question that the next order may hang on, ``latest`` the last condition;
    ``guarded``: an order hangs on a condition already.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.remarks: list[str] = []
        self.asked: Frame | None = None
        self.question = ""
        self.latest: Frame | None = None
        self.guarded = False

    def text(self) -> str:
        """Return the text; a question that nothing hangs on stays one."""
        self._leave_question()
        return " ".join(p for p in self.parts if re.search(r"\w", p))

    def add(self, sentence: str) -> None:
        """Take a sentence in."""
        if sentence.endswith("?") and self._asks(sentence):
            return
        if self.asked is not None:
            sentence = self._answered(sentence, self.asked)
        out, done = "", 0
        for one in suppositions(sentence):
            before = out + sentence[done:one.begin]
            say = self._leading if one.leads else self._trailing
            out = say(sentence, one, before)
            done = one.stop if one.leads else one.end
        self.parts.append(out + sentence[done:])

    # -- questions ---------------------------------------------------------------------------

    def _asks(self, sentence: str) -> bool:
        """Keep a question that may be a condition; "No?" turns the one before round."""
        if self.asked is not None and re.fullmatch(r"(?:no|nope|not)\W*", sentence, re.I):
            self.asked = replace(self.asked, denied=not self.asked.denied)
            return True
        if self.asked is not None and re.fullmatch(r"(?:yes|yeah|yep)\W*", sentence, re.I):
            return True
        frame = _question(sentence)
        if frame is None or not (frame.subject or self.latest):
            return False
        self._leave_question()
        self.asked, self.question = frame, sentence
        return True

    def _leave_question(self) -> None:
        """Keep a question that nothing hangs on."""
        if self.asked is not None:
            self.parts.append(self.question)
            self.asked = None

    def _answered(self, sentence: str, frame: Frame) -> str:
        """Make the question before a sentence its condition."""
        no = _NO.match(sentence)
        answer = no or _YES.match(sentence)
        rest = sentence[answer.end():] if answer else sentence
        if no is not None:
            frame = replace(frame, denied=not frame.denied)
        kinds = [c.kind for c in clauses(rest)[:1]] if re.search(r"\w", rest) else []
        acts = kinds and (kinds[0] in ("order", "unclear", "forbidden", "talk")
                          or asks_nothing(rest))
        if not acts:
            self._leave_question()
            return sentence
        self.asked = None
        self.remarks.append(f"'{self.question} …' is read as 'if {self._said(frame)} …'")
        return f"if {self._said(frame)}, {rest[:1].lower()}{rest[1:]}"

    def _said(self, frame: Frame) -> str:
        """Say a condition; of the same thing as the last one where that was left out."""
        subject, so = frame.subject, frame
        if self.latest and subject in ("", "they", "that", "this", "them") and not self.guarded:
            subject = self.latest.subject or subject
        if frame.is_so == "there" and self.latest and self.latest.place:
            so = replace(frame, is_so=self.latest.place)
        return so.said(subject)

    # -- conditions --------------------------------------------------------------------------

    def _leading(self, sentence: str, one: Supposed, out: str) -> str:
        """Say a condition and what hangs on it."""
        frame, rest = one.frame, sentence[one.end:one.stop]
        said = sentence[one.begin:one.end].strip(" ,;:")
        shown = _JOINED.sub("", sentence[one.begin:one.stop].strip(" ,;:.!?"))
        hangs = order_in(rest)
        if orders_nothing(hangs, frame):
            return self._spared(frame, shown, out)
        first, more = _first(hangs)
        if more and out and not frame.again and orders_nothing(first, frame):
            shown = f"{said}, {first}".strip(" ,;:")
            return f"{self._spared(frame, shown, out)}, {more}"
        if not re.search(r"\w", hangs):  # what hangs on it is the next sentence
            return out + sentence[one.begin:one.stop]
        hangs, idle = without_talk(hangs)
        if idle and not hangs and not frame.again:
            self.latest = frame
            self.remarks.append(f"'{shown}' is left out: it orders nothing")
            return out
        if idle:
            self.remarks.append(f"'{idle}' is left out: it orders nothing")
        if frame.again and not (self.latest and not self.guarded and one.marker == "if"):
            return self._once_more(one, said, out, hangs, sentence)
        if frame.again and self.latest:
            frame = replace(self.latest, denied=self.latest.denied ^ frame.denied)
        return self._ordered(replace(one, frame=frame), (said, rest, hangs, shown), out)

    def _once_more(
        self, one: Supposed, said: str, out: str, hangs: str, sentence: str
    ) -> str:
        """Say what hangs on something being so, or not so, already."""
        frame, before = one.frame, self.guarded
        if not before and (one.marker == "unless") != frame.denied and one.marker != "not":
            self.remarks.append(f"'{said}' is left out: what is so already stays so")
            return out + hangs
        self.guarded = True
        if before and not frame.denied and re.search(r"\b(?:did|done)\b", said):
            self.remarks.append(f"'{said}' is read as 'otherwise'")
            return f"{out}otherwise, {hangs}"
        return out + sentence[one.begin:one.stop]

    def _ordered(self, one: Supposed, words: tuple[str, str, str, str], out: str) -> str:
        """Say an order and its condition."""
        frame, (said, rest, hangs, shown) = one.frame, words
        should = _SHOULD.match(hangs)
        if should and frame.denied and not frame.there and frame.is_so:
            plain = re.sub(r" (?:is|are) (?=\S)", " should be ", self._said(
                replace(frame, denied=False)), count=1)
            self.remarks.append(f"'{shown}' is read as '{plain}'")
            return out + plain + hangs[should.end():]
        if not (frame.subject or self.latest or self.parts):  # "if it isn't open, open the box"
            first = frame_of(hangs, [*words_of(hangs), *words_of("is on")])
            frame = replace(frame, subject=first.subject) if first else frame
        plain = f"{one.marker} {self._said(frame)}"
        if one.marker == "any" and not frame.subject and _EITHER.match(out):
            plain, out = f"if {frame.said(out.strip(' ,;:–—-').lower())}", ""
        elif one.marker == "any":
            plain = f"if any {_WHICH.sub('', plain[4:])}"
        same = self._said(frame) == frame.said() and _readable(said)
        if same and hangs == order_in(rest) and ":" not in rest[:2]:
            plain = said
        elif _plain(plain) != _plain(said):
            self.remarks.append(f"'{said}' is read as '{plain}'")
        else:
            self.remarks.append(f"'{said}' is read as a condition")
        self.latest, self.guarded = frame, True
        return f"{out}{plain}, {hangs}"

    def _spared(self, frame: Frame, shown: str, out: str) -> str:
        """Leave out what asks for nothing; an order before it is only done otherwise."""
        inside = any(w.text not in JOINTS for w in words_of(out) if re.search(r"\w", w.text))
        before = _JOINED.sub("", (out if inside else self.parts[-1] if self.parts else "").rstrip(
            " ,.;!"))
        known = not frame.again and frame.is_so != ""
        if before and known and not self.guarded and not brings_about(before, frame):
            unless = f"{before} unless {self._said(frame)}"
            self.remarks.append(f"'{shown}' is read as 'unless {self._said(frame)}'")
            if inside:
                return unless
            self.parts[-1] = unless + "."
            return ""
        if not frame.again:
            self.latest = frame
        self.remarks.append(f"'{shown}' is left out: nothing is to be done then")
        return _JOINED.sub("", out) if inside else ""

    def _trailing(self, sentence: str, one: Supposed, before: str) -> str:
        """Say a condition behind what hangs on it."""
        frame = one.frame
        said = sentence[one.begin:one.end].strip(" ,;:.!?")
        core = re.sub(r",?\s*(?:and|but)?\s*$", "", before)
        if frame.again or (brings_about(core, frame) and not _readable(said)):
            if frame.again and (one.marker == "unless") == frame.denied and "need" not in said:
                return self._checked(before, said) or before + sentence[one.begin:one.end]
            self.remarks.append(f"'{said}' is left out: what is so already stays so")
            return core
        self.latest, self.guarded = frame, True
        if _readable(said):
            return before + sentence[one.begin:one.end]
        plain = f"{one.marker} {self._said(frame)}"
        self.remarks.append(f"'{said}' is read as '{plain}'")
        return f"{core} {plain}"

    def _checked(self, before: str, said: str) -> str:
        """Read "check whether the tap is on and turn it off if it is" as a condition."""
        found = _CHECK.match(before)
        frame = frame_of(found["so"], words_of(found["so"])) if found else None
        if found is None or frame is None or frame.again:
            return ""
        self.latest, self.guarded = frame, True
        plain = f"if {self._said(frame)}, {order_in(found['order'])}"
        self.remarks.append(f"'{before.strip()} {said}' is read as '{plain}'")
        return plain


def _first(hangs: str) -> tuple[str, str]:
    """Split what hangs on a condition behind its first clause, where an order goes on."""
    parts = clauses(hangs)
    goes_on = len(parts) > 1 and parts[1].words[0].text in {"and", "then"} and (
        parts[1].kind in ("order", "unclear"))
    return (parts[0].text, hangs[len(parts[0].text):]) if goes_on else (hangs, "")


def _question(sentence: str) -> Frame | None:
    """Return what a question asks: "is the box shut?", "box shut?", "any plates on the table?"."""
    words = [w for w in words_of(sentence) if re.search(r"\w|'", w.text)]
    if len(words) < 2 or _TAG.search(sentence) or words[0].may_be("modal", "question") or any(
            w.text in {"please", "if", "or", "you"} for w in words):
        return None
    inverted = words[0].may_be("be", "auxiliary")
    if not inverted and words[0].text in verbs() and not words[0].thing:
        return None
    frame = frame_of(sentence, _straight(words) if inverted else words, asked=True)
    return None if frame is None or frame.again or not frame.is_so else frame


def _straight(words: Sequence[Word]) -> list[Word]:
    """Put the words of a question in the order of a statement."""
    if words[1].text in {"there", "it", "they"} or words[0].may_be("negation"):
        return [words[1], words[0], *words[2:]]
    return list(words[1:])
