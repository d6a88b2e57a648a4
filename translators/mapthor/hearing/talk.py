"""The orders of a text without the talk around them, sentence by sentence.

Where a sentence cannot be read as it stands, clauses that order nothing are left out with a remark;
what they name last is what a pronoun of the next order means. An order, a condition, something
forbidden or unclear is never left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from translators.mapthor.chunks.reading import surely
from translators.mapthor.hearing.clauses import Clause, clauses, sentences
from translators.mapthor.hearing.liberties import freer
from translators.mapthor.hearing.rewording import reworded
from translators.mapthor.hearing.wishes import left_undone, wished
from translators.mapthor.hearing.words import Word, beside, done_to, subject_end, words_of
from translators.mapthor.ontology import ontology
from translators.mapthor.read import reads, verbs

__all__ = ["heard", "spare", "things_of", "without"]

MOST_SENTENCES = 16
"""Longer texts are read as they stand or not at all."""
_PRONOUN = {"it", "them", "they", "that", "this", "those", "these", "both", "lot", "pair"}
_HESITATES = ("er", "erm", "eh", "no", "sorry", "oops")
"""What may begin a correction."""
_SEVERAL = {"them", "they", "those", "these", "both", "lot", "pair"}
_THERE = re.compile(r"(?<!from )(?<!off )\b(?:over )?there\b"
                    r"(?=\s*(?:$|[.,;!?]|and\b|then\b|please\b))", re.IGNORECASE)
_JOINT = re.compile(r"^(?:(?:so|and|but|then|because|since|as|cause|cos)\b(?! that)[\s,]*)+", re.I)
_HANGS = re.compile(r"^\W*(?:then|if so|if not|otherwise|if it is|in that case|yes|no)\b", re.I)

Way = tuple[str, tuple[str, ...]]


def heard(text: str) -> Iterator[Way]:
    """Yield a text without its talk, with a remark on each clause that was left out.

    >>> next(heard("Mum rang about the plate, so wash it"))[0]
    'wash the plate'
    """
    parts = sentences(text)
    if len(parts) > MOST_SENTENCES:
        return
    for loosely in (False, True):
        kept: list[str] = []
        remarks: list[str] = []
        named: tuple[str, ...] = ()
        for number, part in enumerate(parts):
            hangs = bool(_HANGS.match(" ".join(parts[number + 1:number + 2])))
            named = fitting(part, named, parts[:number])
            said, more, named = _read(part, named, hangs=hangs, loosely=loosely)
            kept += [said] if said else []
            remarks += more
        if kept and kept != [text]:
            yield ". ".join(s.rstrip(" .;!?,") for s in kept), tuple(dict.fromkeys(remarks))
    if len(parts) == 1:
        yield from left_undone(text)


@dataclass(frozen=True)
class _Candidate:
    """A sentence without some of its talk; ``named`` may still be meant by a pronoun in it.

    ``behind`` are the things that its last words name, ``bare``: it is read as it stands or not.
    """

    said: str
    remarks: tuple[str, ...]
    named: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    bare: bool = False


def _read(
    sentence: str, named: tuple[str, ...], *, hangs: bool, loosely: bool
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return how a sentence is said plainly, remarks on that, and what its talk names.

    ``loosely``: what says that something is not right where it is, orders nothing, too.
    """
    parts = clauses(sentence)
    if loosely:
        parts = [replace(p, kind="statement") if _out_of_place(p) else p for p in parts]
        if all(p.kind == "statement" for p in parts):
            return "", (_left_out(parts),), things_of(parts) or named
    for candidate in _candidates(sentence, parts, named, hangs=hangs):
        if not candidate.said:
            return "", candidate.remarks, candidate.behind
        for plain, more in _ways(candidate):
            if reads(plain):
                return plain, (*candidate.remarks, *more), candidate.behind
    return sentence, (), ()


def _out_of_place(part: Clause) -> bool:
    """Whether a clause only says that something is not right: "I don't like it there"."""
    words = {w.text for w in part.words}
    return any(w.may_be("negation") for w in part.words) and bool(words & {"there", "here"}) and (
        part.kind in ("order", "unclear") and bool(words & _PRONOUN) and not any(
            w.thing for w in part.words))


def _candidates(
    sentence: str, parts: Sequence[Clause], named: tuple[str, ...], *, hangs: bool
) -> Iterator[_Candidate]:
    """Yield a sentence as it stands, then without more and more of its talk."""
    drops = spare(parts, hangs=hangs)
    said, meant, left = _meant(sentence, parts, named)
    whole = _Candidate(said, meant, left, bare=any(drops))
    yield whole
    if all(drops):
        yield _Candidate("", (_left_out(parts),), (), things_of(parts) or named)
        return
    end = len(parts)
    first, last = drops.index(False), end - 1 - drops[::-1].index(False)
    for drop in dict.fromkeys((
            tuple(n < first for n in range(end)), tuple(n > last for n in range(end)),
            tuple(not first <= n <= last for n in range(end)), tuple(drops))):
        if any(drop):
            yield without(parts, drop, named)
    yield replace(whole, bare=False)


def without(
    parts: Sequence[Clause], drop: Sequence[bool], named: tuple[str, ...]
) -> _Candidate:
    """Leave clauses out; what they name replaces the pronouns of the next one."""
    text, remarks, run, left = "", [], [], named
    for part, dropped in zip(parts, drop, strict=True):
        if dropped:
            run.append(part)
            left = named = _further(things_of([part]), named)
            continue
        named = fitting(part.text, named, ["".join(p.text for p in parts[:parts.index(part)])])
        if run:
            remarks.append(_left_out(run))
        said = _JOINT.sub("", part.text) if run or not text else part.text
        said, meant, named = _meant(said, clauses(said), named)
        remarks += meant
        left = () if meant else left
        named = () if part.things else named
        text = f"{text.rstrip(' ,;:–—-')}, {said}" if run and text else text + said
        run = []
    if run:
        remarks.append(_left_out(run))
    return _Candidate(text.strip(" ,;:–—-"), tuple(remarks), left, things_of(run))


def spare(parts: Sequence[Clause], *, hangs: bool) -> list[bool]:
    """Tell which clauses order nothing."""
    found: list[bool] = []
    for number, part in enumerate(parts):
        before = found[-1] if found else True
        idle = part.kind in ("statement", "talk") or (part.kind == "question" and not hangs) or (
            part.kind == "fragment" and all(found))
        if part.kind == "statement" and not before and part.words[0].text in ("and", "or"):
            idle = _speaks_anew(part)  # not "… and the lamp is off"
        if part.kind == "order" and number and before and part.words[0].text == "and":
            idle = _continues(part)
        if part.kind == "talk" and number and not before and part.words[0].text in _HESITATES:
            idle = False
        if part.kind == "condition" and number and found[-1]:  # "cross if her plant dies"
            idle = not parts[number - 1].text.rstrip().endswith((",", ";", ":"))
        if part.kind == "talk" and not before and not part.words[0].may_be(
                "adverb", "interjection", "preposition", "subordinator", "modal"):
            idle = number == len(parts) - 1 and _calls(part)  # not "put the mug, flibber and …"
        if part.kind == "unclear" and number and before and part.words[0].may_be("question") and (
                not parts[number - 1].text.rstrip().endswith((",", ";", ":", "–", "—", "-"))):
            idle = not any(w.thing for w in part.words)  # "I don't know where it is"
        behind = parts[number + 1] if number + 1 < len(parts) else None
        if part.kind == "unclear" and not number and behind and behind.kind == "order":
            idle = _heads(part)
        found.append(idle)
    return found


def _speaks_anew(part: Clause) -> bool:
    """Whether a clause behind "and" has a subject of its own that is no thing here."""
    first = part.words[1]
    return not any(w.thing for w in part.words[:4]) and (not first.forms or first.may_be(
        "subject", "determiner", "pronoun", "noun", "plural"))


def _calls(part: Clause) -> bool:
    """Whether somebody is called at the end: "…, folks", "…, Robbie"."""
    return len(part.words) == 1 and (bool(part.words[0].forms) or part.text.strip()[:1].isupper())


def _continues(part: Clause) -> bool:
    """Whether a clause goes on telling: "I sit down and relax"."""
    verb = part.words[1]
    return verb.text not in verbs() and verb.may_be("base") and not part.things


def _heads(part: Clause) -> bool:
    """Whether a clause is a heading: "shelf stuff: …", not "mug and plate: …"."""
    return part.text.rstrip().endswith(":") and part.words[-1].text not in verbs() and any(
        not w.thing and (not w.forms or w.may_be("noun")) for w in part.words)


def _left_out(parts: Sequence[Clause]) -> str:
    said = " ".join("".join(p.text for p in parts).split()).strip(" ,;:.!–—-")
    if any(p.kind == "question" for p in parts):
        return f"'{said}' is left out: questions are not answered"
    return f"'{said}' is left out: it orders nothing"


# -- what a pronoun means -----------------------------------------------------------------------


def things_of(parts: Sequence[Clause]) -> tuple[str, ...]:
    """Return the things that the last clause with any of them names."""
    for part in reversed(parts):
        if part.things:
            return tuple(dict.fromkeys(_counted(part, w) for w in part.things))
    return ()


def fitting(said: str, named: tuple[str, ...], before: Sequence[str]) -> tuple[str, ...]:
    """Return what a pronoun in a sentence means: what its verb can be done to, named last.

    >>> fitting("Close it", ("the light",), ["Who left the fridge open?", "The light is on."])
    ('the fridge',)
    """
    words = words_of(said)
    place = next((n for n, w in enumerate(words) if w.text in _PRONOUN and n), 0)
    able = done_to(words[:place], words[place + 1:])
    earlier = [c for text in before for s in sentences(text) for c in clauses(s)][::-1]
    if words[place].text in _SEVERAL:
        return _together(named, earlier, able)
    if not named or not able:
        return named

    def fits(name: str, *, one: bool) -> bool:
        noun = ontology().find(name.split(maxsplit=1)[1])
        return bool(noun and able & set(noun.types)) and not (one and noun and noun.plural)

    one = words[place].text == "it"
    if not fits(named[0], one=False) or (one and not fits(named[0], one=True)) or all(
            mere for name, mere in _places(earlier) if name in named):
        for part in earlier:
            good = tuple(n for n in things_of([part]) if fits(n, one=one))
            mere = any(m for n, m in _places([part]) if n in good)
            if good and not mere:
                return good if part.kind not in ("order", "unclear") else ()
    return named


def _together(
    named: tuple[str, ...], earlier: Sequence[Clause], able: frozenset[str]
) -> tuple[str, ...]:
    """Return what "them" means where one thing was told of after another."""
    found = list(named)
    for part in earlier if len(named) == 1 else ():
        mere = {n for n, m in _places([part]) if m}
        for name in (n for n in things_of([part]) if n not in found and n not in mere):
            nouns = [ontology().find(n.split(maxsplit=1)[1]) for n in (name, *found)]
            if part.kind in ("order", "unclear") or any(
                    n is None or n.plural or (able and not able & set(n.types)) for n in nouns):
                return tuple(found)
            found = [name, *found]
    return tuple(found)


def _places(parts: Sequence[Clause]) -> list[tuple[str, bool]]:
    """Return the things that clauses name, each with whether only as a place: "in the box"."""
    return [(_counted(p, w), beside(p.words[:p.words.index(w)])) for p in parts for w in p.things]


_AT = re.compile(r" (?:in|on) .*")


def _counted(part: Clause, thing: Word) -> str:
    """Name a thing with its number: "two cloths"."""
    number = part.words.index(thing)
    before = part.words[number - 1] if number else thing
    where = part.words[number + 1:subject_end(part.words)]  # "the plates on the table are dirty"
    placed = len(where) > 1 and where[0].text in ("in", "on") and where[-1].thing
    behind = " ".join(w.text for w in where) if placed else ""
    return f"{before.text if before.may_be('number') else 'the'} {thing.text} {behind}".strip()


def _meant(
    text: str, parts: Sequence[Clause], named: tuple[str, ...]
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Replace a pronoun that means what the talk before named; returns what is still open."""
    words = [w for p in parts for w in p.words] if named else []
    fixed = [n for n in named if _place(n) and not _carried(n)]
    if fixed and not any(w.thing and _place(f"the {w.text}") for w in words):
        text = _THERE.sub(f"to {fixed[-1]}", text, count=1)
    things = 0
    for number, word in enumerate(words):
        before = words[number - 1] if number else None
        behind = words[number + 1] if number + 1 < len(words) else None
        leads = before is not None and before.may_be("preposition")
        things += word.thing
        if things > 1:
            break
        if things and not leads:
            continue
        places = [n for n in named if _place(n)]
        if word.text == "there" and before and before.text in ("from", "off") and places:
            return _replaced(text, word.start, word.end, places[-1])
        if named and _bare(word, before, behind):  # "the other one", "two on the shelf"
            kind = named[0].split(maxsplit=1)[1]
            first = f"{word.text} {kind}" if word.may_be("number") and (
                before is None or before.text != "other") else kind
            return _replaced(text, word.start, word.end, first)
        one = behind is not None and behind.text in ("one", "ones")
        if word.text in _PRONOUN and (behind is None or one or not _goes_on(behind)):
            end = behind.end if one and behind else word.end
            start = word.start
            if word.text in ("lot", "pair"):  # "the lot"
                if before is None or before.text != "the":
                    continue
                start = before.start
            if word.text == "both" and behind and behind.may_be("determiner", "number"):
                continue
            chosen = named if word.text in _SEVERAL else named[:1]
            if leads or (behind and behind.text == "there"):  # "on it": no more
                chosen = tuple(_AT.sub("", n) for n in chosen)
            else:  # "put it on the desk", "put it there"
                be = "are" if word.text in _SEVERAL else "is"
                chosen = tuple(_AT.sub(rf" that {be}\g<0>", n) for n in chosen)
            return _replaced(text, start, end, " and ".join(chosen))
    return text, (), named


def _bare(word: Word, before: Word | None, behind: Word | None) -> bool:
    """Whether a number stands without what it counts: "leave one out", "the other one"."""
    alone = behind is None or not (behind.thing or behind.text in {"of", "or", "more", "each"}
                                   or behind.may_be("number", "noun", "adjective", "plural"))
    counts = word.text in {"one", "two", "three"} and (before is None or before.text == "other"
                                                      or before.text in verbs())
    return alone and counts


def _goes_on(word: Word) -> bool:
    """Whether a word behind "that" is what it points at: "that mug"."""
    return word.thing or (word.may_be("noun") and not word.may_be("adverb", "past"))


def _carried(name: str) -> bool:
    noun = ontology().find(name.split(maxsplit=1)[1])
    return bool(noun and set(noun.types) & set(ontology().properties["pickupable"]))


def _further(new: tuple[str, ...], named: tuple[str, ...]) -> tuple[str, ...]:
    """Add what a clause of talk names: where it is only a place, what was named before counts."""
    if new and all(_place(n) and not _carried(n) for n in new):
        return (*(n for n in named if _carried(n)), *new)
    return new or named


def _place(name: str) -> bool:
    noun = ontology().find(name.split(maxsplit=1)[1])
    return bool(noun and ontology().places(noun.types))


def _replaced(
    text: str, start: int, end: int, means: str
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    said = text[start:end]
    return f"{text[:start]}{means}{text[end:]}", (f"'{said}' is read as '{means}'",), ()


# -- ways to say a sentence -----------------------------------------------------------------------


def _ways(candidate: _Candidate) -> Iterator[Way]:
    said = candidate.said
    yield said, ()
    if candidate.bare:
        return
    ways = [*wished(said), *reworded(said)]
    free, liberties = freer(said)
    if free != said:
        ways += [(free, liberties), *((s, (*liberties, *more)) for s, more in reworded(free))]
    for way, remarks in ways:
        plain, meant, _ = _meant(way, clauses(way), candidate.named)  # "throw away" → "throw it"
        yield plain, (*remarks, *meant)
    yield from surely(_meant(said, clauses(said), candidate.named)[0])
