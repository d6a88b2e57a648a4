"""English puzzles, by rewriting their sentences into Chinese ones of the same meaning.

``english.toml`` holds the rewritings: first phrases of place (inside out), then clauses. What none
of them fits stays English and is unread like any unknown word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from translators.space.arrangements.files import Puzzle, Question
from translators.space.arrangements.words import table

__all__ = ["in_chinese", "is_english", "with_names"]

_ITEM = r"(?:[A-Za-z][\w'’-]*)(?: [A-Za-z][\w'’-]*){0,4}?"
_LIST = re.compile(rf"({_ITEM}(?:, {_ITEM}){{2,}},? and {_ITEM}|{_ITEM}(?:, {_ITEM}){{3,}})(?=[\s.,;:(]|$)")
_REGION = r"(?:⟨\d+⟩|〔[^〔〕]*〕|\(\))"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_FORMS = {ord(a): b for a, b in zip("’‘；：，（）", "'';:,()", strict=True)}


def is_english(text: str) -> bool:
    """Say whether most letters of a text are Latin."""
    latin = sum(c.isascii() and c.isalpha() for c in text)
    return latin > 4 * sum("\u4e00" <= c <= "\u9fff" for c in text) and latin > 20


def in_chinese(puzzle: Puzzle) -> tuple[Puzzle, list[str]]:
    """Return the puzzle in Chinese, and the names for which 甲, 乙, … stand in it.

    What cannot be rewritten is left as it is.
    """
    puzzle = replace(puzzle, text=puzzle.text.translate(_FORMS))
    every = "\n".join([puzzle.text, *(t for q in puzzle.questions for t in (q.stem, *q.options.values()))])
    names = _names(puzzle.text, every)
    if not 2 <= len(names) <= len(_STEMS):
        return puzzle, []
    marked = re.sub(r"(?<=[A-Za-z⟩)][.;:])\s+(?=[A-Z(⟨])|\s(?=\(\d+\)|\d+[.)] )", "\n", _marked(puzzle.text, names))
    lines = [p for p in re.split(r"[\n;]+|(?<=[A-Za-z⟩)])\.(?=\s|$)", marked) if p.strip()]
    first = next((i for i, p in enumerate(lines) if "⟨" in p and re.search(
        r"^\W*(?:\(?\d+[.)]|(?i:it is|given|known))", p.strip())), None)
    if first is None:
        first = 1 + next((i for i, p in enumerate(lines) if p.count("⟨") >= len(names)), 0)
    clues = [p for p in lines[first:] if "⟨" in p or re.search(table("english")["restricts"], p)]
    scene = " ".join([*lines[:first], *(p for p in lines[first:] if p not in clues)])
    told = [_scene(scene, names, every)] + [_unmarked(_clause(c), names) for c in clues]
    questions = tuple(_question(q, names) for q in puzzle.questions)
    return replace(puzzle, text="。".join(told) + "。", questions=questions), names


def with_names(text: str, names: list[str]) -> str:
    """Put the English names back."""
    return re.sub(f"[{_STEMS}]", lambda m: names[_STEMS.index(m[0])], text) if names else text


def _names(text: str, every: str) -> list[str]:
    """Return the longest list of names; what stands before the first one is cut off."""
    best: list[str] = []
    text = re.sub(r"(?i)\b(?:named|namely|called|are|holding|with)\b:? ", ", ", text)
    for match in _LIST.finditer(text):
        parts = [re.sub("^(?:and|the|a|an) ", "", p.strip()) for p in re.split(r",? and |, ", match[1])]
        counted = r"(?i)^(?:there are )?(?:one|two|three|four|five|six|eight|[1-9]) [a-z]+(?: of [a-z]+)?(?: |$)"
        parts = [p for part in parts if (p := re.sub(counted, "", part))]
        if len(parts) < 3:
            continue
        sizes = {len(p.split()) for p in parts[1:-1]}
        size = sizes.pop() if len(sizes) == 1 else 0
        parts[0] = _shortest(parts[0], every, size, last=True)
        after = " ".join(re.match(r"[\w' -]*", text[match.end():])[0].split()[:3])  # type: ignore[index]
        parts[-1] = _shortest(f"{parts[-1]} {after}".strip(), every, size, last=False)
        if len(set(parts)) == len(parts) > len(best) and all(parts):
            best = parts
    return best


def _shortest(text: str, every: str, size: int, *, last: bool) -> str:
    """Return ``size`` words at one end of ``text``, or (0) as many as often come back."""
    words = text.split()
    if size:
        return " ".join(words[-size:] if last else words[:size])
    cuts = [" ".join(words[-n:] if last else words[:n]) for n in range(1, len(words) + 1)]
    often = [len(re.findall(rf"\b{re.escape(c)}\b", every)) for c in cuts]
    return next(c for c, n in reversed(list(zip(cuts, often, strict=True))) if n > max(often) / 2)


def _marked(text: str, names: list[str]) -> str:
    for index in sorted(range(len(names)), key=lambda i: -len(names[i])):
        name = re.escape(names[index])
        if name[0].islower():
            name = f"[{name[0]}{name[0].upper()}]{name[1:]}"
        text = re.sub(rf"(?:\b[Tt]he )?\b{name}\b", f"⟨{index}⟩", text)
    return text


def _unmarked(text: str, names: list[str]) -> str:
    return re.sub(r"⟨(\d+)⟩", lambda m: _STEMS[int(m[1])], text)


def _scene(text: str, names: list[str], every: str) -> str:
    """Return a Chinese sentence for the layout told, as far as its cue words tell it."""
    cues, who = table("english")["scene"], "、".join(_STEMS[: len(names)])
    count = "零一二三四五六七八九十"[min(10, len(names))]
    if re.search(cues["shelf"], text):
        east = "，左边为东" if re.search(cues["left_east"], text) else (
            "，右边为东" if re.search(cues["left_west"], text) else "")
        top = "从上到下依次为第一层、第二层、第三层。" if re.search(cues["from_top"], text) else ""
        return f"三层花架，每层两格，左边一格，右边一格{east}，放着{who}{count}盆花。{top}"
    if re.search(cues["round"], text):
        facing = "背对圆心" if re.search(cues["out"], text) else (
            "面朝圆心" if re.search(cues["inward"], text) else "")
        winds = [_value("wind", m[0].lower()) for m in re.finditer(cues["winds"], text)]
        marks = f"。朝向分别是{'、'.join(winds)}" if len(winds) > 3 else ""
        return f"{who}{count}人围坐在圆桌旁，{facing}{marks}"
    if re.search(cues["table"], text):
        sides = "，长边分别位于南侧和北侧" if re.search(cues["north"], text) else (
            "，长边分别位于东侧和西侧" if re.search(cues["east"], text) else "")
        return f"{who}{count}人坐在长方形桌子的两条长边{sides}，面对面而坐"
    return _unmarked(text, names)


def _value(kind: str, word: str) -> str:
    found: str = table("english")["values"].get(kind, {}).get(word.lower(), word)
    return found


@cache
def _rows(name: str) -> list[tuple[re.Pattern[str], str]]:
    data = table("english")
    return [(re.compile(_pattern(p, data), re.I), r) for p, r in data["rows"][name]]


def _pattern(text: str, data: Mapping[str, Any]) -> str:
    for key, meaning in data["short"].items():
        text = text.replace(f"{{{key}}}", meaning)
    text = re.sub(r"\((not )\)", r"(?P<not>\1)", text)
    for key, values in data["values"].items():
        words = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
        text = _named(text, key, f"\\b(?:{words})\\b")
    return _named(_named(text, "R2", _REGION), "R", _REGION)


def _named(text: str, key: str, pattern: str) -> str:
    """Put ``pattern`` for ``{key}``; the first one is a group of that name."""
    head, gap, tail = text.partition(f"{{{key}}}")
    return head + f"(?P<{key}>{pattern})" + tail.replace(f"{{{key}}}", pattern) if gap else text


def _filled(match: re.Match[str], result: str, wrap: bool) -> str:
    told = {k: "不" if k == "not" else _value(k, v) if k not in ("R", "R2", "third") else v.strip("〔〕")
            for k, v in match.groupdict().items() if v}
    text = re.sub(r"\{(\w+)\}", lambda m: told.get(m[1], ""), result)
    return f"〔{text}〕" if wrap else text


def _plain(match: re.Match[str], result: str) -> str:
    """Fill an English or Chinese result; words of English ones stay as they were."""
    if re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", result)):
        return re.sub(r"\{(\w+)\}", lambda m: match[m[1]], result)
    return _filled(match, result, False)


def _clause(text: str) -> str:
    """Rewrite one English sentence."""
    text = re.sub(r"^\W*(?:\(?\d+[.)])\s*", "", text.strip()).rstrip(".?! ")
    for pattern, result in _rows("prepare"):
        text = pattern.sub(result, text)
    for pattern, result in _rows("before"):
        text = pattern.sub(lambda m, r=result: _plain(m, r), text)  # type: ignore[misc]
    for _ in range(6):
        before = text
        for pattern, result in _rows("region"):
            text = pattern.sub(lambda m, r=result: _filled(m, r, True), text)  # type: ignore[misc]
        if text == before:
            break
    text = re.sub(r"(?i)\b(?:the )?(?:person|people|one|pot|flower|plant|individual)s? (?:(?:who|that|which) )?(?:is )?"
                  r"(?:sitting |seated |located |placed |standing |positioned )?(?=〔)", "", text)
    text = re.sub(r"(?i)^(?:sitting |seated |standing |on |in |at |to )+(?=〔)", "", text)
    for pattern, result in _rows("clause"):
        text = pattern.sub(lambda m, r=result: _filled(m, r, False), text)  # type: ignore[misc]
    text = re.sub(r",? (?:and|but)(?: (?:is|he is|she is|it is))? ?(?=〔|不|面)", "，且在", text)
    text = re.sub(r",? (?:and|while|but) (?=⟨)", "，", text)
    return re.sub(r"[〔〕\s]+", "", text.replace("在〔在", "在"))


def _question(question: Question, names: list[str]) -> Question:
    """Ask which of the whole statements is true that the options make of the question."""
    stem = re.sub(r"_{2,}|\(\s*\)|（\s*）", "()", _marked(question.stem.translate(_FORMS), names))
    for pattern, result in _rows("question"):
        stem = pattern.sub(result, stem)
    whole = bool(re.search("说法", stem)) or "()" not in stem
    none = table("english")["none"]
    options = {}
    for key, text in question.options.items():
        told = _marked(text.strip().rstrip(".").translate(_FORMS), names)
        told = told if whole else stem.rstrip("?. ").replace("()", told, 1)
        options[key] = "以上选项都不是" if re.search(none, text) else _unmarked(_clause(told), names)
    if whole or not options:
        return replace(question, stem=_unmarked(_clause(stem), names), options=options)
    return replace(question, stem="下列说法正确的是()", options=options)
