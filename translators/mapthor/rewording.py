"""Ways of saying things that the grammar has no rule for (``rewordings.toml``)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from itertools import count

from translators.mapthor.read import verbs

__all__ = ["reworded", "rewording_words"]

_GROUP = re.compile(r"\((?!\?)")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Read the rewordings once per process: pattern and what it stands for, in order."""
    text = resources.files(__package__).joinpath("rewordings.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    slots = {**data.pop("slots"), "v": f"(?:{'|'.join(sorted(verbs(), key=len)[::-1])})"}

    def pattern(said: str) -> re.Pattern[str]:
        number = count(1)
        said = _GROUP.sub(lambda _: f"(?P<g{next(number)}>", said)
        said = re.sub(r"\{([a-z]+)\}", lambda m: slots[m[1]], said)
        return re.compile(said.replace(" ", r"\s+"), re.IGNORECASE)

    return tuple((pattern(said), re.sub(r"\{(\d)\}", r"{g\1}", means))
                 for group in data.values() for said, means in group["rewordings"])


@cache
def rewording_words() -> frozenset[str]:
    """Return the single words of all rewordings: they are no slips of the pen."""
    return frozenset(w for said, _ in _patterns() for w in re.findall(r"[a-z']{2,}", said.pattern))


def reworded(text: str) -> tuple[str, tuple[str, ...]]:
    """Say a text in the words of the grammar; returns it and a remark on each change.

    >>> reworded("TV: off, books -> shelf")
    ('TV off, books to shelf', ("'->' is read as 'to'", "'TV: off' is read as 'TV off'"))
    """
    remarks: list[str] = []
    for pattern, means in _patterns():
        def told(found: re.Match[str], means: str = means) -> str:
            parts = {k: v or "" for k, v in found.groupdict().items()}
            begin = parts.pop("b", "")
            said, new = found.group()[len(begin):].strip(), means.format(**parts)
            if new.strip(" .") and new.split() != said.split():
                remarks.append(f"'{said}' is read as '{new.strip()}'")
            return begin + new

        text = pattern.sub(told, text)
    return text, tuple(dict.fromkeys(remarks))
