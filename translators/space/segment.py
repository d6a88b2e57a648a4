"""Words and tags, offline and quiet: jieba cuts, its dictionary gives the tags.

jieba joins localisers to nouns (桌上, 屋里); a final localiser is split off. Its guessing of new
words is off: it takes 水在 or 向南飞 for words. Tags are the most
frequent ones of the dictionary (PKU letters), so that a thousand texts take about a second;
unknown words get ``n`` or, for signs, ``w``, for numbers ``m``.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from planner.errors import MissingError
from translators.space.lexicon import lexicon

__all__ = ["MAX_TEXT", "Token", "tokens_of"]

MAX_TEXT = 20_000
_SPLIT_END = "上下里外内前后旁中间边"
_KEEP = frozenset({
    "晚上", "早上", "以上", "以下", "之上", "之下", "马上", "地下", "乡下", "天下", "手下", "如下", "上下", "里外",
    "以前", "以后", "之前", "之后", "从前", "今后", "最后", "先后", "然后", "目前", "提前", "中间", "其中", "心中",
    "空中", "当中", "家里", "那里", "这里", "哪里", "公里", "夜里", "里里外外", "国内", "国外", "室内", "室外",
    "前后", "内外", "之间", "时间", "房间", "空间", "人间", "期间", "世间", "瞬间", "民间", "车间", "夜间", "中午",
    "之中", "之内", "之外", "以外", "以内", "高中", "初中", "集中", "留下", "放下", "坐下", "加上", "身边",
    "旁边", "那边", "这边", "一边", "两边", "左边", "右边", "前边", "后边", "上边", "下边", "里边", "外边", "东边",
    "西边", "南边", "北边", "无边", "海边", "江边", "河边", "路边"})
_HOSTS = frozenset({"房东", "股东", "做东", "败北", "指南", "越南", "东西"})
_VERBS = frozenset("飞走跑爬跳坐站躺趴蹲跪挂放摆停住游滚落掉流飘伸插推拉搬扔抛拿送装贴钻绕转挤围靠倚埋藏摔撞追赶逃驶开盖铺洒")
_DIRECTIONAL_TAIL = re.compile(
    r"^(.+?)((?:进|出|上|下|回|过|起|开)(?:来|去)|进|出|上|下|起|回|过|到|向|往|在|入|开|来|去)$")


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its tag and the position of its first character."""

    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        """Return the position after the last character."""
        return self.start + len(self.text)

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the positions of all characters."""
        return tuple(range(self.start, self.end))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Split a text (at most ``MAX_TEXT`` characters are looked at)."""
    return _cached(text[:MAX_TEXT])


@lru_cache(maxsize=256)
def _cached(text: str) -> tuple[Token, ...]:
    found: list[Token] = []
    for word, start, _ in _tokenizer().tokenize(text, HMM=False):
        for piece in _pieces(word):
            found.append(Token(piece, _tag(piece), start))
            start += len(piece)
    return tuple(found)


def _pieces(word: str) -> list[str]:
    """Split localisers and directional complements off a word."""
    words = lexicon()
    if len(word) < 2 or word in _KEEP or word in words.markers:
        return [word]
    if word[0] in "向往朝" and word[1] in "东南西北前后左右上下里外" and len(word) <= 4:
        return [c for c in (word[0], word[1], word[2:]) if c]
    if len(word) == 3 and word[2] in "来去" and word[0] in "上下进出回过":
        return [word[0], word[1], word[2]]
    if word[-1] in "东南西北" and len(word) == 2 and _tag(word) == "n" and word not in _HOSTS:
        return [word[0], word[1]]
    if word[-1] in _SPLIT_END and _tag(word) not in ("v", "t", "d", "c"):
        return [word[:-1], word[-1]]
    if len(word) >= 3 and words.has("localiser", word[-2:]) and word[-2:] in words.senses:
        return [word[:-2], word[-2:]]
    match = _DIRECTIONAL_TAIL.match(word) if len(word) <= 4 else None
    if match and _tag(match[1])[0] == "v" and (len(match[2]) > 1 or _tag(word)[0] == "v"):
        return [match[1], match[2]]
    return [word]


def _tag(word: str) -> str:
    if len(word) == 1:
        if word in _VERBS:
            return "v"
        if lexicon().has("localiser", word):
            return "f"
    tag = _tags().get(word)
    if tag:
        return "n" if tag == "zg" or (tag == "ns" and len(word) == 1) else tag
    if re.fullmatch(r"[\W_]+", word):
        return "w"
    if re.fullmatch(r"[0-9.%一二三四五六七八九十百千万两几]+", word):
        return "m"
    return "n"


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import jieba
        except ImportError:
            raise MissingError(
                "Chinese text needs jieba: pip install 'lmfree-planner[space]'") from None
    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    for marker in lexicon().markers:
        if len(marker) > 1 and marker not in tokenizer.FREQ:
            tokenizer.add_word(marker)
    return tokenizer


@cache
def _tags() -> Mapping[str, str]:
    """Return the tag of every dictionary word, read from jieba's own word list."""
    _tokenizer()
    import jieba

    tags: dict[str, str] = {}
    with jieba.get_dict_file() as lines:
        for raw in lines:
            parts = raw.decode("utf-8").split()
            if len(parts) == 3:
                tags[parts[0]] = parts[2]
    return tags
