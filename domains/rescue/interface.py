"""What a rescue agent sees and may do (``planner.domain``, ``docs/observations.md``)."""

from __future__ import annotations

from planner.domain import Interface

INTERFACE = Interface(
    case={"scene": 1, "agents": 2},
    observation={
        "agent": "its own name", "step": "joint steps so far",
        "position": "its cell: `x`, `y`",
        "inventory": "what it carries: units of `Sand` and `Water`, 3 for a `Person` (3 in all)",
        "holding": "name of the person it carries, or nothing",
        "global_obs": "records of fires, burning regions, reservoirs, deposits, robots within four "
                      "cells, people that were spotted",
        "global_obs.*.id": "its number", "global_obs.*.name": "its name in actions",
        "global_obs.*.type": "`Fire`, `Flammable` (a burning region), `Reservoir`, `Deposit`, "
                             "`AbsAgent`, `Person`",
        "global_obs.*.position": "its cell",
        "global_obs.*.collidable": "whether it stands in the way",
        "global_obs.*.string_description": "the same in words",
        "global_obs.*.fire_type": "of fires and regions: which supply puts them out (`supplies`)",
        "global_obs.*.intensity": "of a region: `None`, `Low`, `Medium`, `High`",
        "global_obs.*.average_intensity": "of a whole fire",
        "global_obs.*.average_neighboor_intensity": "around a region (the released spelling)",
        "global_obs.*.parent_fire": "of a region: its fire",
        "global_obs.*.resource_type": "of a reservoir: `Sand` or `Water`",
        "global_obs.*.inventory": "of a robot or deposit: what it holds",
        "local_obs": "the cells `Center`, `Up`, `Down`, `Left`, `Right`: lists of records",
        "last_action": "its last action", "success": "whether it worked",
        "failure": "kind of its failure, or nothing",
        "failed_actions": "its actions that failed since its last success",
    },
    facts={
        "width": "cells", "height": "cells", "walls": "blocked cells",
        "fires": "names of the fires and their kinds", "people": "names of the people missing",
        "people_known": "whether people are spotted from the start",
        "supplies": "which supply puts out which kind of fire",
        "move_cost": "joint steps a cell costs (0: NavigateTo takes one step)",
        "walls_block": "whether NavigateTo goes around walls",
    },
    actions={
        "NavigateTo(X)": "goes to a thing, a region or a robot",
        "Move(Up|Down|Left|Right|Center)": "one cell",
        "Explore()": "walks a few cells at random, looking around; a person in sight is spotted",
        "GetSupply(Reservoir)": "takes a unit; it must be near",
        "GetSupply(Deposit, Sand|Water)": "takes a unit that was stored",
        "StoreSupply(Deposit)": "stores what is carried",
        "UseSupply(Fire or Region, Sand|Water)": "uses a unit: the fire's cells at and around "
                                                 "the robot (eight) drop a level",
        "ClearInventory()": "drops what is carried",
        "Carry(Person)": "lifts; two robots in the same step, with empty hands",
        "DropOff(Deposit, Person)": "sets down at the deposit; both robots in the same step",
        "Idle": "nothing", "Done": "the end",
    },
    failures={
        "not_visible": "no such thing, or it has not been seen",
        "not_interactable": "too far away, or not that kind of thing",
        "restricted_action": "not now: hands full, nothing to use, a partner is missing, …",
        "failed": "the released world gives no reason (`failure` is empty): no free cell there, "
                  "hands full, nothing left",
        "invalid": "no action of this language", "malfunction": "it failed by chance",
        "under_way": "NavigateTo has not arrived yet (`move_cost`)",
        "no_way": "no way leads there (`walls_block`)",
    })
