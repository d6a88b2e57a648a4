"""What a player sees and may do (``planner.domain``, ``docs/observations.md``)."""

from __future__ import annotations

from pathlib import Path

from domains.competition.world.actions import COST
from planner.domain import Interface

_WHAT = {
    "Move": "goes to a place where it is not yet",
    "PickUp": "takes a small thing that lies here; the hand must be free",
    "PutDown": "puts what is held down here", "ToPlate": "from the hand onto the free plate",
    "FromPlate": "from the plate into the free hand",
    "Open": "opens a closed container here; the hand must be free",
    "Close": "closes it; the hand must be free",
    "PutIn": "from the hand into an open container here",
    "TakeOut": "out of an open container here into the free hand",
    "AskLoc": "asks a person where a thing is; may be wrong in stage 2",
    "Sense": "looks around: the numbers of the things here, always true",
}
_FORM = {"Move": "Move 4", "Sense": "Sense", "PutIn": "PutIn 3 5", "TakeOut": "TakeOut 3 5"}

INTERFACE = Interface(
    case={"problem": str(Path(__file__).with_name("problems") / "plate.xml")},
    observation={
        "reply": "to the last action: `1` or `0`; of AskLoc `at(n,l)`, `inside(n,c)`, `not_known` "
                 "or nothing; of Sense numbers; `?`: no action",
        "last_action": "the last action", "success": "whether it was answered other than `0`, `?`",
        "failure": "why not, in words",
    },
    facts={
        "name": "the problem's file", "told": "the world as stated: `(:domain (hold 0) …)`",
        "language": "of the task text: `instructions` or `english`",
        "limit_s": "seconds for the whole problem",
    },
    actions={
        **{_FORM.get(name, f"{name} 3"): f"{what} ({COST[name]} points, failed or not)"
           for name, what in _WHAT.items()},
        "Done": "the end",
    },
    failures={
        "the platform answers false": "its conditions do not hold; the world stays as it was",
        "not an action": "no such action, or not with these arguments",
    })
