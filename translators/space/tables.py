"""The tables of this room: TOML files beside the code."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str, **words: str) -> dict[str, Any]:
    """Return a table by its path in this folder, without ``.toml``.

    A text over several lines is one line. A table ``any`` lists alternatives; joined by ``|`` they
    are entries beside it. Where their names, or those of ``words``, stand in a text in braces,
    they are put in.
    """
    found = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
    filled: dict[str, Any] = _filled(found, words)
    return filled


def _filled(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        line = "".join(part.lstrip() for part in value.split("\n")) if "\n" in value else value
        return re.sub(r"\{(\w+)\}", lambda m: words.get(m[1], m[0]), line)
    if isinstance(value, list):
        return [_filled(v, words) for v in value]
    if isinstance(value, dict):
        for name, alternatives in value.get("any", {}).items():
            words = {**words, name: "|".join(_filled(alternatives, words))}
        own = {name: words[name] for name in value.get("any", ())}
        return {k: _filled(v, words) for k, v in value.items() if k != "any"} | own
    return value
