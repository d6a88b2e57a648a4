"""What a player perceives and may do, in words and for the record (``docs/observations.md``)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from domains.competition.world.actions import COST
from planner.domain import Interface
from planner.environment import Briefing, Observation
from planner.execution.wording import View, feedback
from planner.files import read_toml

_TEXTS = read_toml(Path(__file__).with_name("interface.toml"))
INTERFACE = Interface({"problem": str(Path(__file__).with_name("problems") / "plate.xml")}, **{
    **_TEXTS, "actions": {
        form: f"{what} ({cost} points, failed or not)" if (cost := COST.get(form.split()[0]))
        else what for form, what in _TEXTS["actions"].items()}})
_FACT = re.compile(r"\((at|inside|sort|type) (\d+) (\w+)\)")
_ONE = ("PickUp", "PutDown", "ToPlate", "FromPlate", "AskLoc")


def words(observation: Observation, briefing: Briefing) -> View | None:
    """Describe an observation of this domain; None for any other."""
    if "reply" not in observation or "told" not in briefing.facts:
        return None
    told = str(briefing.facts["told"])
    names, actions = _offered(told)
    return View(f"I was told {told}", "", feedback(observation), (), names, actions)


@lru_cache(maxsize=8)
def _offered(told: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List what there is by number, and the actions with these numbers."""
    facts = _FACT.findall(told)
    things = sorted({thing for _, thing, _ in facts} - {"0"}, key=int)
    places = sorted({place for kind, _, place in facts if kind == "at"}, key=int)
    boxes = sorted({thing for kind, thing, what in facts if (kind, what) == ("type", "container")},
                   key=int)
    actions = [*(f"Move {p}" for p in places), *(f"{verb} {n}" for verb in _ONE for n in things),
               *(f"{verb} {c}" for verb in ("Open", "Close") for c in boxes),
               *(f"{verb} {n} {c}" for verb in ("PutIn", "TakeOut") for n in things
                 for c in boxes if n != c)]
    return tuple(things), (*actions, "Sense", "Idle", "Done")
