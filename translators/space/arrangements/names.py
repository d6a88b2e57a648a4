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

__all__ = ["FIRST_SIGN", "MAX_NAMES", "NAME", "Cast", "find_cast", "number_of"]

FIRST_SIGN = 0xE000
MAX_NAMES = 60
NAME = f"[{chr(FIRST_SIGN)}-{chr(FIRST_SIGN + 0xFFF)}]"
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2, "仨": 3, "〇": 0}
_MEASURE = ("个|位|名|只|本|辆|座|栋|家|人|种|张|把|条|匹|头|间|幢|朵|棵|盒|件|块|支|枝|盆|幅|艘|架|队|所|顶|处|盏|户|瓶|杯|"
            "箱|面|枚|颗|台|门|节|类|样|者|篇|道|根|扇")
_NUMERAL = "[0-9]+|[一二两三四五六七八九十俩仨]+"
_COUNT = re.compile(rf"^(?:[等共这]|一共|总共|分别|这)*({_NUMERAL})(?:{_MEASURE}|$)")
_BEFORE = re.compile(
    r".*(?:[，。；：？！\s（）:;]|有|由|是|叫做?|把|将|为|包括|名叫|养了?|喝|在|给|分别|放着|住着|坐着|摆着|"
    r"种着|排着|属于|穿|戴|吃|喜欢|爱|来自|的|着|从|写着|标着|请|让|当|涂成|刷成|漆成|开)")
_AFTER = re.compile(
    r"(?:分别|各自?|围|坐|站|排|住|依次|参加|在|是|按|一起|都|从|正|同学|共|等|这|这些|的|颜色|色|放|组成|摆|"
    r"进行|比|要|去|相约|[，。；：？！\s（）,;:]|[0-9]|[一二两三四五六七八九十俩仨]+(?:个|位|名|人|只|本|辆|座|栋|家|种|"
    r"张|把|条|匹|间|朵|件|块|盆|户|号)).*", re.S)
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文")
_PERSON = re.compile(
    rf"^(?:[{_STEMS}]|[A-Z]|[小老阿大].|[{_SURNAMES}](?:.{{1,2}}|家|先生|女士|老师)|"
    r".*(?:先生|女士|同学|老师|爷爷|奶奶|叔叔|阿姨|教授|博士|医生|人))$")
_ITEM = r"[^、，。；：？！\s（）:;,.]{1,14}"
_LIST = re.compile(rf"{_ITEM}(?:、{_ITEM}){{1,}}(?:[和与及跟]{_ITEM}|、?以及{_ITEM})?|{_ITEM}[和与]{_ITEM}")
_JOINED = re.compile(
    rf"^(.{{1,4}}?)((?:[两二三四五六七八九十0-9]+(?:{_MEASURE})|分别|各自).*?)([^的是有教养喝穿戴住学爱吃当为在]{{1,4}})$")
_NOT_NAMES = re.compile(
    r"^(?:[东南西北左右上下前后中里外内]+[边侧面方角]?|正?[东南西北]+|[0-9]+|[一二两三四五六七八九十]+|第.*|"
    r"[0-9一二三四五六七八九十]+[楼层号排列行]|最.*|周[一二三四五六日天]|星期.|不.*|"
    r".*(?:相邻|对面|旁边|之间|左边|右边|前面|后面|中间|两端|左侧|右侧|隔壁|上面|下面).*|可能|一定|正确|[春夏秋冬])$")


@dataclass(frozen=True)
class Cast:
    """All names; ``groups`` hold the numbers of the entities that exclude each other."""

    names: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]

    def veil(self, text: str) -> str:
        """Replace every name by its sign, longest names first."""
        for index in sorted(range(len(self.names)), key=lambda i: -len(self.names[i])):
            text = text.replace(self.names[index], chr(FIRST_SIGN + index))
        return text

    def unveil(self, text: str) -> str:
        """Put the names back."""
        return re.sub(NAME, lambda m: self.names[ord(m[0]) - FIRST_SIGN], text)

    @property
    def people(self) -> int:
        """Return the number of the group that looks most like people (the first, in doubt)."""
        likeness = [sum(bool(_PERSON.match(self.names[i])) for i in g) / len(g) for g in self.groups]
        return likeness.index(max(likeness))

    def group_of(self, index: int) -> int:
        """Return the number of the group of an entity."""
        return next(g for g, members in enumerate(self.groups) if index in members)


def number_of(text: str) -> int:
    """Return the number written in digits or in Chinese (up to 99).

    >>> number_of("十二"), number_of("3"), number_of("两")
    (12, 3, 2)
    """
    if text.isdecimal():
        return int(text[:6])
    tens, ten, units = text.rpartition("十")
    if not ten:
        return _DIGITS.get(text[-1:], 0)
    return 10 * (_DIGITS.get(tens, 1) if tens else 1) + (_DIGITS.get(units, 0) if units else 0)


def find_cast(scene: str, rest: str) -> Cast | None:
    """Return the cast, or ``None`` when nothing is enumerated.

    ``scene`` is searched for lists; ``rest`` (clues, questions, options) tells where a name ends,
    since names come back there.
    """
    groups: list[list[str]] = []
    known: set[str] = set()
    for names in _enumerated(scene, scene + "\n" + rest):
        if not known.intersection(names) and (len(names) > 2 or not groups):
            groups.append(names)
            known.update(names)
    for match in re.finditer(rf"[{_STEMS}]{{3,10}}|[A-Z]{{3,12}}", scene):
        names = list(match[0])
        if len(set(names)) == len(names) and not known.intersection(names):
            groups.insert(0, names)
            known.update(names)
    if not groups:
        groups = [_loose(scene + rest)]
    if len(groups) > 1 and all(_PERSON.match(n) for g in groups for n in g):
        groups = [[n for g in groups for n in g]]
    if not 2 <= sum(map(len, groups)) <= MAX_NAMES:
        return None
    counter = iter(range(MAX_NAMES))
    return Cast(tuple(n for g in groups for n in g),
                tuple(tuple(next(counter) for _ in g) for g in groups))


def _enumerated(scene: str, whole: str) -> Iterator[list[str]]:
    for match in _LIST.finditer(scene):
        for names, end in _lists(match, scene, whole):
            if len(names) >= 3 or _counted(scene[end - 12 : end + 12], names):
                yield names
    each = re.findall(r"(?:有)?一(?:个|位|名|只|本)(?:是|叫|姓)([^，。；、]{1,6})", scene)
    if len(each) >= 3 and len(set(each)) == len(each):
        yield each


def _lists(match: re.Match[str], scene: str, whole: str) -> Iterator[tuple[list[str], int]]:
    """Yield the names of an enumeration, or of two that one clause runs together."""
    parts = match[0].split("、")
    runs = [(match.start(), match.end())]
    for place in range(1, len(parts) - 1):
        cut = _JOINED.match(parts[place])
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
        if all(p and len(p) <= 8 and not _NOT_NAMES.match(p) for p in parts) and len(
                set(parts)) == len(parts):
            found.append(parts)
    usual = _common(first[1:])

    def likeness(names: list[str]) -> tuple[bool, int, int]:
        odd = sum(abs(len(n) - usual) for n in names) if usual else 0
        return _counted(run + after, names), -odd, -sum(n[0] in "和与及跟" for n in names)

    return max(found, key=likeness, default=[])


def _counted(text: str, names: Sequence[str]) -> bool:
    match = _COUNT.match(text[text.find(names[-1]) + len(names[-1]):])
    return bool(match) and number_of(match[1]) == len(names) if match else False


def _first(text: str, whole: str, others: Sequence[str]) -> str:
    """Cut what stands before the first name: to the length of the others, or where it comes back."""
    length = _common(others) if len(others) > 1 else 0
    best = _BEFORE.sub("", text) or text
    if others and len(best) <= max(map(len, others)) + 1 and whole.count(best) > 1:
        return best
    if length and (len(best) == length or (
            len(text) >= length and whole.count(text[-length:]) > 1)):
        return text[-length:]
    for size in range(len(best), min(map(len, others), default=1) - 1, -1):
        if whole.count(best[-size:]) > 1:
            return best[-size:]
    return best


def _last(text: str, whole: str, others: Sequence[str]) -> str:
    """Cut what follows the last name."""
    length, usual = _common(others), max(map(len, others))
    for size in range(1, len(re.split("[，。；：\\s]", text)[0][:8]) + 1):
        told = _COUNT.match(text[size:])
        one = told and (len(told[1]) == 1 or "十" in told[1] or told[1].isdigit())
        if told and one and number_of(told[1]) == len(others) + 1:
            return text[:size]
    cut = text[0] + _AFTER.sub("", text[1:])
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
    pairs = re.findall(
        r"(?:^|[，。；\n])(?:已知|且|并且|而|但|如果|若|假如)*([^，。；\s]{1,6}?)(?:就|坐|站|住|正好|恰好)*(?:在|位于)([^，。；\s]{1,6}?)的?(?:正)?"
        r"(?:[东南西北]|左|右|前|后|上|下)(?:[东南西北])?(?:边|面|侧|方|方向|部)?(?=[，。；\n]|$)", text)
    known = list(dict.fromkeys(n for pair in pairs for n in pair))
    if len(pairs) >= 2 and all(not _NOT_NAMES.match(n) for n in known) and any(
            text.count(n) > 1 for n in known):
        return known
    signs = (rf"(?<![A-Za-z])[A-Z](?![A-Za-z])|[{_STEMS}](?![等级方级板])|"
             "[小老大][王李张赵刘陈杨黄周吴孙钱明红刚华丽强芳军]")
    return list(dict.fromkeys(re.findall(signs, text)))
