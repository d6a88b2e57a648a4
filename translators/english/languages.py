"""Which language a text is in that is no English: by its letters, or by its commonest words."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from importlib import resources


def language_of(text: str) -> str:
    """Name the language that a text that is no English looks like; empty where none does.

    >>> language_of("Stell bitte den Apfel in den Kühlschrank"), language_of("把苹果放进冰箱里")
    ('German', 'Chinese')
    >>> language_of("frobnicate the apple")
    ''
    """
    data = tomllib.loads(resources.files(__package__).joinpath("languages.toml").read_text("utf-8"))
    scripts = [unicodedata.name(c, "").split(" ")[0] for c in text if c.isalpha()]
    for language, beginnings in data["letters"].items():
        if 4 * sum(s.startswith(tuple(beginnings)) for s in scripts) > len(scripts):
            return str(language)
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower())
    found = {language: sum(w in known.split() for w in words)
             for language, known in data["words"].items()}
    best = max(found, key=lambda name: found[name])
    alike = sum(n == found[best] for n in found.values())
    return best if alike == 1 and 3 * found[best] > len(words) else ""
