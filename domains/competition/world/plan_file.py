"""Plan files of the competition: one platform action per line.

Empty lines and what follows ``#`` or ``;`` are skipped; ``Stop`` ends the plan.
"""

from __future__ import annotations

import re

from domains.competition.world.actions import ARITY, Action, read_action
from planner.errors import SourceError, Span

_COMMENT = re.compile("[#;].*")


def read_plan(text: str, source: str) -> tuple[Action, ...]:
    """Read a plan; raise ``SourceError`` at the first line that is not an action.

    >>> [str(a) for a in read_plan("Move 4  # to the table\\n\\nPickUp 3\\n", "p")]
    ['Move 4', 'PickUp 3']
    """
    actions = []
    for number, line in enumerate(text.splitlines(), 1):
        words = _COMMENT.sub("", line).strip()
        if words == "Stop":
            break
        action = read_action(words)
        if action is not None:
            actions.append(action)
        elif words:
            raise SourceError(
                f"not an action: {words[:40]!r}", source,
                Span(number, line.index(words[0]) + 1, len(words)), line_text=line,
                expected=f"one of {', '.join(ARITY)} with object or place numbers")
    return tuple(actions)
