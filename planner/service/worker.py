"""Answer requests in a process that may be ended at any time.

Started by :mod:`planner.service.pool` with the process id of the service.

One JSON object per line comes in on standard input; on what was standard output go lines with the
``stage`` the request is in, then the answer. What libraries print goes to standard error. The
process ends with its input, and with its parent.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, TextIO

from planner.errors import PlannerError
from planner.origin import die_with
from planner.service.answers import ANSWERS
from planner.supervision import begin, stage

__all__ = ["answer", "main"]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request; errors are answers with ``error``, ``kind`` and ``exit``."""
    try:
        return ANSWERS[request["what"]](request)
    except PlannerError as error:
        return {"error": str(error), "kind": type(error).__name__, "exit": int(error.exit_code)}
    except RecursionError:
        return {"error": "nested too deeply", "kind": "InputError", "exit": 3}
    except Exception as error:  # a defect of ours costs one request
        why = f"internal error: {type(error).__name__}: {str(error)[:300]}"
        return {"error": why, "kind": "Crash", "exit": 5}


def main() -> None:
    """Serve until standard input ends."""
    die_with(int(sys.argv[1]))
    out = _private_output()

    def say(data: dict[str, Any]) -> None:
        out.write(json.dumps(data) + "\n")
        out.flush()

    def report(kind: str, what: Any) -> None:
        if kind == "stage":
            say({"stage": what})

    for line in sys.stdin.buffer:
        request = json.loads(line)
        begin(request.get("time_limit"), report)
        stage("reading")
        say(answer(request))


def _private_output() -> TextIO:
    """Take standard output for the answers; whoever prints, prints to standard error."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return stream


if __name__ == "__main__":
    main()
