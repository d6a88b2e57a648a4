"""Who or what is arranged: find the names in the text and replace each by one private character.

Names come from enumerations (甲、乙、丙和丁四人; 红、黄、蓝三种颜色), from runs of heavenly stems or
letters (甲乙丙丁四人), and, where there is no enumeration at all, from such signs used alone. The
number after a list decides where its last names end (a name may itself contain 和). Several lists
of one length are attributes of the same slots (houses with a colour, an animal, …).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from translators.space.tables import table

FIRST_SIGN = 0xE000
MAX_NAMES = 60
NAME = f"[{chr(FIRST_SIGN)}-{chr(FIRST_SIGN + 0xFFF)}]"
NUMERALS = {"zh": "[0-9一二两三四五六七八九十]*", "en": "[0-9]*"}
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2, "仨": 3, "〇": 0}
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(table("arrangements/names.zh")[name])


@dataclass(frozen=True)
class Cast:
    """All names; ``groups`` hold the numbers of the entities that exclude each other."""

    names: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    language: str = "zh"

    def veil(self, text: str) -> str:
        """Replace every name by its sign, longest names first."""
        for index in sorted(range(len(self.names)), key=lambda i: -len(self.names[i])):
            name, sign = self.names[index], chr(FIRST_SIGN + index)
            if self.language == "en":
                first = f"[{name[0]}{name[0].upper()}]" if name[0].islower() else name[0]
                after = _pattern("named_a").pattern if name == "A" else ""
                text = re.sub(rf"(?:\b[Tt]he )?\b{first}{re.escape(name[1:])}\b{after}", sign, text)
            else:
                inside = "(?<![桌椅位格柜箱盒架凳屋房院])" if name == "子" else ""  # 桌子 names nobody
                text = re.sub(inside + re.escape(name), sign, text)
        return text

    def unveil(self, text: str) -> str:
        """Put the names back."""
        return re.sub(NAME, lambda m: self.names[ord(m[0]) - FIRST_SIGN], text)

    @property
    def people(self) -> int:
        """Return the number of the group that looks most like people (the first, in doubt)."""
        likeness = [sum(bool(_pattern("person").match(self.names[i])) for i in g) / len(g) for g in self.groups]
        return likeness.index(max(likeness))

    def group_of(self, index: int) -> int:
        """Return the number of the group of an entity."""
        return next(g for g, members in enumerate(self.groups) if index in members)


def number_of(text: str) -> int:
    """Return the number written in digits or in Chinese (up to 99).

    >>> number_of("十二"), number_of("3"), number_of("两")
    (12, 3, 2)
    """
    if text.isdecimal() or text.lower() in _WORDS:
        return _WORDS.get(text.lower()) or int(text[:6])
    tens, ten, units = text.rpartition("十")
    if not ten:
        return _DIGITS.get(text[-1:], 0)
    return 10 * (_DIGITS.get(tens, 1) if tens else 1) + (_DIGITS.get(units, 0) if units else 0)


def find_cast(scene: str, rest: str, language: str = "zh") -> Cast | None:
    """Return the cast, or ``None`` when nothing is enumerated.

    ``scene`` is searched for lists; ``rest`` (clues, questions, options) tells where a name ends,
    since names come back there.
    """
    if language == "en":
        found = _english(scene, scene + "\n" + rest)
        return Cast(tuple(found), (tuple(range(len(found))),), language) if len(found) > 1 else None
    groups: list[list[str]] = []
    known: set[str] = set()
    for names in _enumerated(scene, scene + "\n" + rest):
        if not known.intersection(names) and (len(names) > 2 or not groups):
            groups.append(names)
            known.update(names)
    for match in _pattern("runs").finditer(scene):
        names = list(match[0])
        if len(set(names)) == len(names) and not known.intersection(names):
            groups.insert(0, names)
            known.update(names)
    if not groups:
        groups = [_loose(scene + rest)]
    if len(groups) > 1 and all(_pattern("person").match(n) for g in groups for n in g):
        groups = [[n for g in groups for n in g]]
    if not 2 <= sum(map(len, groups)) <= MAX_NAMES:
        return None
    counter = iter(range(MAX_NAMES))
    return Cast(tuple(n for g in groups for n in g),
                tuple(tuple(next(counter) for _ in g) for g in groups))


def _enumerated(scene: str, whole: str) -> Iterator[list[str]]:
    for match in _pattern("list").finditer(scene):
        for names, end in _lists(match, scene, whole):
            if len(names) >= 3 or _counted(scene[end - 12 : end + 12], names):
                yield names
    each = _pattern("each").findall(scene)
    if len(each) >= 3 and len(set(each)) == len(each):
        yield each


def _lists(match: re.Match[str], scene: str, whole: str) -> Iterator[tuple[list[str], int]]:
    """Yield the names of an enumeration, or of two that one clause runs together."""
    parts = match[0].split("、")
    runs = [(match.start(), match.end())]
    for place in range(1, len(parts) - 1):
        cut = _pattern("joined").match(parts[place])
        if cut and cut.start(2):
            start = match.start() + sum(len(p) + 1 for p in parts[:place])
            runs = [(match.start(), start + cut.start(2)), (start + cut.start(3), match.end())]
            break
    for start, end in runs:
        names = _names(scene[start:end], scene[end : end + 12].split("\n", maxsplit=1)[0], whole)
        if names:
            yield names, end


def _names(run: str, after: str, whole: str) -> list[str]:
    """Return the names of one list; of several ways to cut it the one that its number confirms."""
    *first, last = re.split(r"、(?:以及)?|以及", run)
    cuts = [[last]] if first else []
    for place in [i for i in range(1, len(last) - 1) if last[i] in "和与及跟"]:
        cuts.insert(-1 if cuts else 0, [last[:place], last[place + 1 :]])
    found: list[list[str]] = []
    for cut in cuts:
        parts = [*first, *cut]
        parts[0] = _first(parts[0], whole, parts[1:-1])
        parts[-1] = _last(parts[-1] + after, whole, parts[:-1])
        parts = [p.strip("“”「」《》'\"") for p in parts]
        if all(p and len(p) <= 8 and not _pattern("not_names").match(p) for p in parts) and len(
                set(parts)) == len(parts) and not all(map(_pattern("days").match, parts)):
            found.append(parts)
    usual = _common(first[1:])

    def likeness(names: list[str]) -> tuple[bool, int, int]:
        odd = sum(abs(len(n) - usual) for n in names) if usual else 0
        return _counted(run + after, names), -odd, -sum(n[0] in "和与及跟" for n in names)

    return max(found, key=likeness, default=[])


def _counted(text: str, names: Sequence[str]) -> bool:
    match = _pattern("count").match(text[text.find(names[-1]) + len(names[-1]):])
    return bool(match) and number_of(match[1]) == len(names) if match else False


def _first(text: str, whole: str, others: Sequence[str]) -> str:
    """Cut what stands before the first name: to the length of the others, or where it comes back."""
    length = _common(others) if len(others) > 1 else 0
    best = _pattern("before").sub("", text) or text
    if others and len(best) <= max(map(len, others)) + 1 and whole.count(best) > 1:
        return best
    if length and (len(best) == length or (
            len(text) >= length and whole.count(text[-length:]) > 1)):
        return text[-length:]
    for size in range(len(best), min(map(len, others), default=1) - 1, -1):
        if whole.count(best[-size:]) > 1:
            return best[-size:]
    longest = max(map(len, others), default=len(best))  # nobody speaks of this one again
    sizes = range(longest, 1, -1) if len(best) > longest + 1 else ()
    return next((best[-n:] for n in sizes if _pattern("person").match(best[-n:])), best)


def _last(text: str, whole: str, others: Sequence[str]) -> str:
    """Cut what follows the last name."""
    length, usual = _common(others), max(map(len, others))
    for size in range(1, len(re.split("[，。；：\\s]", text)[0][:8]) + 1):
        stated = _pattern("count").match(text[size:])
        one = stated and (len(stated[1]) == 1 or "十" in stated[1] or stated[1].isdigit())
        if stated and one and number_of(stated[1]) == len(others) + 1:
            return text[:size]
    cut = text[0] + _pattern("after").sub("", text[1:])
    after = text[len(cut) : len(cut) + 1]
    short = len(cut) <= usual + 1 or whole.count(cut) > 1
    if short and after in tuple("，。；：？！、）"):
        return cut
    if length and len(text) >= length and (
            whole.count(text[:length]) > 1
            or (len(cut) < length and after in "一二三四五六七八九十")):
        return text[:length]
    for size in range(len(cut), min(map(len, others)) - 1, -1):
        if whole.count(cut[:size]) > 1:
            return cut[:size]
    return cut if len(cut) <= usual + 2 else cut[:usual]


def _common(names: Sequence[str]) -> int:
    """Return the length all names have, 0 if they differ."""
    lengths = {len(n) for n in names}
    return lengths.pop() if len(lengths) == 1 else 0


def _loose(text: str) -> list[str]:
    """Return heavenly stems, letters or 小X names used as subjects, in order of appearance."""
    pairs = _pattern("pairs").findall(text)
    known = list(dict.fromkeys(n for pair in pairs for n in pair))
    if len(pairs) >= 2 and all(not _pattern("not_names").match(n) for n in known) and any(
            text.count(n) > 1 for n in known):
        return known
    return list(dict.fromkeys(_pattern("signs").findall(text)))


def _english(scene: str, whole: str) -> list[str]:
    """Return the longest list of English names; words around it are cut off."""
    best: list[str] = []
    scene = _pattern("announced").sub("。 ", scene)
    for match in _pattern("english").finditer(scene):
        parts = [p for part in re.split("，? ?\\band |，", match[1])
                 if (p := _pattern("article").sub("", part.strip()))]
        if len(parts) < 3 or not all(parts):
            continue
        sizes = {len(p.split()) for p in parts[1:-1]}
        size = sizes.pop() if len(sizes) == 1 else 0
        after = re.match(r"[\w' -]*", scene[match.end():])
        parts[0] = _words(parts[0].split()[::-1], whole, size, -1)
        parts[-1] = _words([*parts[-1].split(), *(after[0].split()[:3] if after else ())], whole, size, 1)
        if len(set(parts)) == len(parts) > len(best) and all(parts):
            best = parts
    return best


def _words(words: list[str], whole: str, size: int, way: int) -> str:
    """Return the first ``size`` words, or (0) as many as come back in the text often enough."""
    cuts = [" ".join(words[:n][::way]) for n in range(1, len(words) + 1)]
    often = [len(re.findall(rf"\b{re.escape(c)}\b", whole)) for c in cuts]
    return cuts[min(size, len(cuts)) - 1] if size else max(
        (c for c, n in zip(cuts, often, strict=True) if n > max(often) / 2), key=len, default="")
