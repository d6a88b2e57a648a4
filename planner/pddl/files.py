"""Files of PDDL: their dialect; the domain beside a problem, as Fast Downward's driver finds it."""

from __future__ import annotations

import re
from pathlib import Path

from planner.errors import UsageError
from planner.files import read_bytes

__all__ = ["domain_beside", "is_contingent"]

_MARKS = re.compile(r"\(\s*(oneof|unknown|:hidden)\b|:observe\b", re.IGNORECASE)


def is_contingent(text: str) -> bool:
    """Say whether a problem's text leaves something unknown, or a domain's observes.

    >>> is_contingent("(:init (oneof (at p1) (at p2)))"), is_contingent("(:init (at p1))")
    (True, False)
    """
    return bool(_MARKS.search(text))


def domain_beside(problem: Path) -> Path:
    """Return the domain file beside a problem.

    ``domain.pddl``; for ``p07-x.pddl`` also ``p07-x-domain.pddl``, ``p07-domain.pddl``,
    ``domain_p07-x.pddl``, ``domain-p07-x.pddl`` and ``domain_07.pddl``. Raises
    :class:`UsageError` with the names that were looked for.
    """
    stem = problem.stem
    first = stem.partition("-")[0]
    digits = "".join(filter(str.isdigit, first))
    numbers = (f"domain_{digits}", f"domain-{digits}", f"{digits}-domain") if digits else ()
    names = dict.fromkeys(["domain", f"{stem}-domain", f"{first}-domain", f"{stem[:3]}-domain",
                           f"domain_{stem}", f"domain-{stem}", *numbers])
    for name in names:
        found = problem.with_name(f"{name}.pddl")
        if found.is_file() and found != problem:
            return found
    if problem.is_file() and b"(domain " in read_bytes(problem, 4096, part="head").lower():
        raise UsageError(f"{problem} is a PDDL domain; what is solved is a problem: "
                         f"planner solve PROBLEM.pddl --domain {problem}")
    raise UsageError(f"{problem}: no domain beside it ({', '.join(f'{n}.pddl' for n in names)}); "
                     "name one with --domain")
