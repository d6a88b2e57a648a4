"""Are sentences by anybody read and carried out? Judged by conditions on the true final state.

``python tests/attacks/household_unseen.py FILE.jsonl``, then the options of ``attack.py``.

A line of the file is an object with ``id``, ``plan`` (floor plan), ``text``, ``possible`` (a person
would understand it, and the team could do it), ``meaning`` in words, ``style``, and ``check``: a
list of conditions that all have to hold in the end, whatever the reader made of the sentence:

* ``{"all": TYPES, FACTS}``, ``{"none": TYPES, FACTS}``, ``{"some": TYPES, "count": 1, FACTS}``,
  ``{"exactly": 1, "of": TYPES, FACTS}``, ``{"unchanged": TYPES}``; TYPES are AI2-THOR's, one or a
  list; ``"from": TYPES`` counts only what lay there at the start;
* FACTS: ``"in": TYPES`` (or ``"Floor"``), ``"near": TYPES`` (within 1 m, horizontally), ``"held"``,
  ``"is": {"isOpen": false, …}`` (the simulator's own names; ``temperature`` ``"Hot"``, ``"Cold"``),
  ``"was": FACTS`` (at any step), ``"with": FACTS`` (also).

The outcomes: ``right``, ``refused``, ``undone`` (the robots know that they failed), ``misread``
(the robots think that they are done; a remark told of a liberty), ``silent`` (no remark did); for
what is not possible ``declined`` (refused, or found by the robots not to be had) and ``obeyed``.
Two robots have 60 steps; the table counts the outcomes by style.
"""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from attack import Verdict, main
from playing import asked

from benchmarks.metrics import steps
from domains.household.episode import open_environment
from domains.household.referee.final_state import NEAR_M
from planner.errors import InputError, PlannerError
from planner.execution.episode import run
from translators.mapthor.compile import compile_instruction

Record = Mapping[str, Any]
_WORDS = {"in", "near", "held", "is", "was", "with"}
_QUANTIFIERS = {"all", "none", "some", "exactly", "unchanged"}
_PLACED = ("parentReceptacles", "isOpen", "isToggled", "isDirty", "isSliced", "isCooked",
           "isBroken", "isFilledWithLiquid")


def _types(said: Any) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def _fits(thing: Record, facts: Record, now: Mapping[str, Record],
          history: Sequence[Mapping[str, Record]]) -> bool:
    for word, value in facts.items():
        if word == "in":
            inside = {i.split("|")[0] if i not in now else str(now[i]["objectType"])
                      for i in thing.get("parentReceptacles") or ()}
            true = bool(inside & set(_types(value)))
        elif word == "near":
            here = thing["position"]
            true = any(math.hypot(here["x"] - o["position"]["x"], here["z"] - o["position"]["z"])
                       <= NEAR_M for o in now.values() if o["objectType"] in _types(value))
        elif word == "held":
            true = bool(thing.get("isPickedUp")) is bool(value)
        elif word == "is":
            true = all(_said(thing, key) == wanted for key, wanted in value.items())
        elif word == "was":
            true = any(_fits(then[thing["objectId"]], value, then, ())
                       for then in history if thing["objectId"] in then)
        elif word == "with":
            true = _fits(thing, value, now, history)
        else:
            raise InputError(f"check: unknown word {word!r}; known are {', '.join(_WORDS)}")
        if not true:
            return False
    return True


def _said(thing: Record, key: str) -> Any:
    value = thing.get("temperature", thing.get("ObjectTemperature")) if (
        key == "temperature") else thing.get(key)
    return value or False if key == "isFilledWithLiquid" else value


def holds(condition: Record, history: Sequence[Mapping[str, Record]]) -> bool:
    """Whether a condition holds at the end of a history of states (object by identifier).

    Raises :class:`InputError` for words that are none of the conditions'.

    >>> room = {"Mug|1": {"objectId": "Mug|1", "objectType": "Mug", "isDirty": False}}
    >>> holds({"all": "Mug", "is": {"isDirty": False}}, [room])
    True
    """
    start, now = history[0], history[-1]
    facts = {k: v for k, v in condition.items() if k not in _QUANTIFIERS | {"count", "of", "from"}}
    kind = next((q for q in _QUANTIFIERS if q in condition), "")
    if not kind:
        raise InputError(f"check: a condition needs one of {', '.join(sorted(_QUANTIFIERS))}")
    types = _types(condition["of"] if kind == "exactly" else condition[kind])
    things = [o for o in now.values() if o["objectType"] in types]
    if "from" in condition:
        things = [o for o in things if o["objectId"] in start and _fits(
            start[o["objectId"]], {"in": condition["from"]}, start, ())]
    if kind == "unchanged":
        return all(_said(start[o["objectId"]], key) == _said(o, key) for o in things
                   for key in _PLACED if o["objectId"] in start)
    whole = [o for o in things if not (kind == "all" and o.get("isSliced")
                                       and not (facts.get("is") or {}).get("isSliced"))]
    fitting = sum(_fits(o, facts, now, history) for o in whole)
    if kind == "all":
        return bool(whole) and fitting == len(whole)
    wanted = condition["exactly"] if kind == "exactly" else condition.get("count", 1)
    return fitting == (0 if kind == "none" else wanted) if (kind != "some") else fitting >= wanted


def outcome(line: Record, agents: int, max_steps: int) -> tuple[str, str]:
    """Read and play one sentence; returns the outcome and what there is to say about it."""
    try:
        goal = compile_instruction(line["text"])
    except PlannerError as error:
        return ("refused" if line["possible"] else "declined"), str(error).split("\n")[0]
    told = goal.describe() + (f" || {'; '.join(goal.remarks)}" if goal.remarks else "")
    case = {"instruction": line["text"], "floor_plan": line["plan"], "agents": agents,
            "max_steps": max_steps}
    known = asked("household", case).case
    world = open_environment(known)
    history: list[Mapping[str, Record]] = []

    def note(_number: int, _actions: Mapping[str, str]) -> None:
        history.append({o["objectId"]: o for o in world.event.metadata["objects"]})

    try:
        record = run(known, environment=world, on_step=note)
    finally:
        world.close()
    if not line["possible"]:
        return ("obeyed" if record.success else "declined"), told
    failed = [c for c in line["check"] if not holds(c, history)]
    if not failed:
        return "right", f"{steps(record)} steps: {told}"
    why = f"{told}; does not hold: {json.dumps(failed[0])}"
    if not record.success:
        return "undone", why
    return ("misread" if goal.remarks else "silent"), why


def judge(file: Path, _seed: int, number: int) -> Verdict:
    """Play a line of a file by two robots."""
    line = _lines(file)[number]
    result, why = outcome(line, 2, 60)
    wrong = f"{result.upper()}, meant {line['meaning']}: {why}"
    return Verdict(str(line.get("style", "")), f"{line['id']} {line['plan']} {line['text']}",
                   wrong * (result not in ("right", "declined")),
                   {"possible": bool(line["possible"]), result: 1})


@cache
def _lines(file: Path) -> list[Record]:
    found = []
    for number, said in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(json.loads(said))
        except ValueError as error:
            raise InputError(f"{file}:{number}: {error}") from error
    return found


if __name__ == "__main__":
    path = Path(sys.argv[1])
    sys.exit(main(partial(judge, path), __doc__, len(_lines(path)), sys.argv[2:]))
