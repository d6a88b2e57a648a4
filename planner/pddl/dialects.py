"""Which dialect of PDDL a text is in, told from its words."""

from __future__ import annotations

import re

__all__ = ["is_contingent"]

_MARKS = re.compile(r"\(\s*(oneof|unknown|:hidden)\b|:observe\b", re.IGNORECASE)


def is_contingent(text: str) -> bool:
    """Say whether a problem's text leaves something unknown, or a domain's observes.

    >>> is_contingent("(:init (oneof (at p1) (at p2)))"), is_contingent("(:init (at p1))")
    (True, False)
    """
    return bool(_MARKS.search(text))
