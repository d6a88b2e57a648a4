"""Messages in the reader's language: one catalogue, ``messages.toml``.

Messages are made in English; the catalogue gives for each pattern what it says in another language,
``{}`` and ``{0}`` standing for what varies. What the catalogue lacks stays English.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from planner.errors import UsageError
from planner.files import read_toml

LANGUAGES = ("en", "zh")


def chosen(language: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """Return the language asked for, else the one of ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``."""
    if language and language not in LANGUAGES:
        raise UsageError(f"unknown language {language!r}; there are {', '.join(LANGUAGES)}")
    said = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG")
                 if environment.get(name)), "")
    return language or ("zh" if said.lower().startswith("zh") else "en")


def translated(text: str, language: str) -> str:
    """Return a message in a language; parts that vary are translated as well where they can be.

    >>> translated("nominal score 40 is outside 200..1000", "zh")
    '名义分 40 不在 200..1000 之内'
    """
    for pattern, said in _catalogue(language).items():
        match = pattern.fullmatch(text)
        if match is not None:
            return said.format(*(translated(part or "", language) for part in match.groups()))
    return text


@cache
def _catalogue(language: str) -> Mapping[re.Pattern[str], str]:
    data = read_toml(Path(__file__).with_name("messages.toml")).get(language, {})
    special = sorted(data, key=lambda text: -len(text.replace("{}", "")))  # before general ones
    return {re.compile("(.*?)".join(map(re.escape, text.split("{}"))), re.DOTALL): data[text]
            for text in special}
