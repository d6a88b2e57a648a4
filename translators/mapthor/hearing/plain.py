"""What is mended or left out of a sentence before it is read; remarks tell what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from translators.mapthor.hearing.liberties import corrected, corrects, freer
from translators.mapthor.hearing.rewording import reworded
from translators.mapthor.hearing.slips import mended
from translators.mapthor.ontology import noun_pattern, ontology
from translators.mapthor.read import MAX_CHARACTERS, verbs, vocabulary

__all__ = ["plainer"]

_PRONOUN = re.compile(r"\b(?:it|its|them|they|their|(?<!see )(?<!sure )(?<!certain )that|this|"
                      r"those|these|the ones?|there(?! (?:is|are)\b))\b"
                      r"(?!\s*$)", re.I)
_THAT = re.compile(r"\b(?:it|them|they|that|this|those|these)\b", re.I)
_MORE = re.compile(r"\b(?:and|then|but|if|when|unless|until|while)\b", re.I)
_ORDER = re.compile(rf"{_MORE.pattern}|\b(?:should|must|needs?|ought|ha(?:s|ve) to|wants?|would|"
                    r"like|can|could|only|instead|rather|except|mean|not|\w+n't|never|no|once|"
                    r"after|before|as soon|"
                    r"necessary|important|required)\b", re.I)
"""Words that make a clause more than a reason that can be left out."""
_WISH = re.compile(r"\W*(?:so )?(?:i|we|i'd|we'd)\b", re.I)
_SUBJECT = re.compile(r"(?:\w+ left )?(?:the|my|our|your|this|that|these|those) ", re.I)
_SAID = re.compile(r"\s+(?:(?:is|are|was|were|looks?|feels?|seems?|smells?|needs?)\b|\w+$)")


@cache
def _noun() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){noun_pattern()}", re.IGNORECASE)


@cache
def _orders() -> re.Pattern[str]:
    """Match the beginning of an order."""
    said = "|".join(sorted(verbs(), key=len)[::-1])
    return re.compile(rf"\W*(?:(?:{ontology().polite}|so|now|then)\W+)*(?:{said})\b", re.I)


def _topic(why: str) -> str:
    """Return the one thing a reason is about: "the tap is dripping, turn it off"."""
    named = list(_noun().finditer(why))
    if len(named) != 1 or not _SUBJECT.fullmatch(why[:named[0].start()]) or not _SAID.match(
            why[named[0].end():]):
        return ""
    return named[0].group()


def _begins(rest: str) -> bool:
    return not rest.strip(" .!?") or bool(_orders().match(rest) or _WISH.match(rest))


def plainer(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield plainer ways to say a text, with remarks: slips mended, reasons as facts or left out.

    >>> [t.strip() for t, _ in plainer("Since the fridge is open, close it")][:3]
    ['Since the fridge is open, close it', 'the fridge is open. close it', 'close it']
    """
    text, slips = mended(text)
    if len(text) <= MAX_CHARACTERS:
        text, stays = freer(text, "stays")
        slips = (*slips, *stays)
        if corrects(text):  # what is taken back must not be left out or read on its own
            yield from _corrections(text, slips)
            return
    yield text, slips
    if len(text) > MAX_CHARACTERS:
        return
    yield from _ways(text, slips)
    free, liberties = freer(text)
    if liberties:
        yield free, (*slips, *liberties)
        yield from _ways(free, (*slips, *liberties))
    yield from _corrections(text, slips)


def _corrections(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for said, taken_back in corrected(text):
        yield said, (*slips, *taken_back)
        free, liberties = freer(said)
        yield free, (*slips, *taken_back, *liberties)
        yield from _ways(free, (*slips, *taken_back, *liberties))


def _ways(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text reworded, without its reasons, and without the talk around its orders."""
    yield from _without_reasons(text, slips)
    for said, changes in reworded(text):
        yield said, (*slips, *changes)
        yield from _without_reasons(said, (*slips, *changes))
    yield from _heard(text, slips)


def _without_reasons(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a text with its reasons as facts, and without them."""
    first = ontology().reasons["before"].match(text)
    if first:
        begin, end = first.span("why")
        yield f"{' ' * begin}{text[begin:end]}.{text[end + 1:]}", slips
    kept = text
    remarks: list[str] = []
    for kind in ("before", "fact", "label", "behind"):
        for found in ontology().reasons[kind].finditer(kept):
            why, rest = found["why"].strip(), kept[found.end():]
            unnamed = _noun().split(rest, maxsplit=1)[0]
            meant = _PRONOUN.search(unnamed)
            topic = _topic(why) if meant else ""
            bare = kind == "fact" and found.group().endswith(",")
            more = _ORDER if kind in ("fact", "label") else _MORE
            if more.search(why) or _orders().match(why.split(":")[-1]) or (
                    bare and not _begins(rest)):
                continue  # an order, or one fact of several
            if meant and not topic:
                continue
            remarks.append(f"'{why}' is read as a reason, which changes nothing")
            about = f"the {topic}," if topic else ""
            kept = kept[:found.start()] + about.rjust(len(found.group())) + rest
    if remarks:
        yield kept, (*slips, *remarks)


def _talk(part: str) -> bool:
    """Whether a part of a text orders nothing: nothing is lost where it is left out."""
    return not (_orders().match(part) or ontology().reasons["order"].search(part)
                or ontology().reasons["wish"].match(part))


def _pieces(text: str) -> list[str]:
    """Split a text where talk may end and an order begin."""
    return [p for p in re.split(ontology().reasons["parts"], text) if p.strip()]


def _itself(behind: str) -> bool:
    """Whether a noun begins no longer name: "the phone charger", "my bag's strap"."""
    after = re.match(r"\s*('s)?\s*([\w']*)", behind)
    word = after[2].lower() if after else ""
    return not (after and after[1]) and (not word or word in vocabulary() or bool(
        re.search(r"(?:s|ed|ing|n't)$", word)))


def _about(parts: list[str], rest: str) -> Iterator[str]:
    """Yield what a pronoun of an order may mean, from the talk before it."""
    first = _THAT.search(_noun().split(rest, maxsplit=1)[0])
    pronoun = first or _THAT.search(rest)
    if not first:
        yield ""
    for part in reversed(parts) if pronoun else ():
        named = list(_noun().finditer(part))
        named = [m for m in named if _itself(part[m.end():])]
        main = [m for m in named if not ontology().reasons["beside"].search(part[:m.start()])]
        words = list(dict.fromkeys(m.group() for m in main or named))
        several = pronoun and pronoun.group().lower() in ("them", "they", "these", "those")
        if len(words) == 1 or (words and several):
            yield f"{' and '.join(f'the {w}' for w in words)}, "
        if words:
            return


def _heard(text: str, slips: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the orders of a text without the talk around them.

    >>> next(_heard("Mum rang about the plate, so wash it", ()))[0]
    'the plate, so wash it'
    """
    parts = _pieces(text)
    for begin in range(min(len(parts), 8)):
        if not all(map(_talk, parts[:begin])):
            return
        if _talk(parts[begin]):
            continue
        for end in (len(parts), len(parts) - 1):
            rest = "".join(parts[begin:end]).strip(" ,;-")
            if end <= begin or end - begin == len(parts) or not all(
                    _talk(p) and ontology().reasons["tail"].match(p) and not _noun().search(p)
                    for p in parts[end:]):
                continue
            left = " ".join("".join(p).strip(" ,;.!?-") for p in (parts[:begin], parts[end:]) if p)
            remarks = (*slips, f"'{left}' is left out: it orders nothing")
            for said, more in ((rest, ()), *reworded(rest)):
                for about in _about(parts[:begin], said):
                    meant = (f"what is meant is '{about.strip(' ,')}'",) if about else ()
                    yield about + said, (*remarks, *more, *meant)
                    yield from _without_reasons(about + said, (*remarks, *more, *meant))
