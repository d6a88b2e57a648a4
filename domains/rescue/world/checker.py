"""The referee: subtasks, credit, coverage and counts of actions (specification §9 and §10).

An action is *useful* when it served a critical subtask:

- UseSupply that lowered a burning cell, and the GetSupply that fetched the unit;
- Carry and DropOff of a person that was delivered;
- NavigateTo and Move into the place where one of these happened;
- Explore, NavigateTo and Move that showed ground where a person who was missing when the joint
  step began could still have been: nobody had been near enough to see somebody there whom the
  scene hides so well (a person's radius depends on where it is);
- it is a subtask that was credited, and no action that is useful for one of the reasons above does
  the same: who only goes to where a team mate has work to do anyway adds nothing. If several did
  it, it counts for the one with most useful actions, so that filling idle steps with visits never
  makes the work look more even.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from domains.rescue.world.actions import ActionOutcome, parse
from domains.rescue.world.burning import NONE
from domains.rescue.world.scene import subtask_list
from domains.rescue.world.world import Robot, World
from planner.environment import Scorecard

_REGION = re.compile(r"_Region_\d+")
NOT_COUNTED = ("Done", "Idle", "NoOp")


def asked_for(world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List a world's subtasks, and the names whose mention counts as coverage."""
    needs = {f.name: world.rules.supply_of[f.kind] for f in world.fires}
    sources = {s.supply: s.name for s in reversed(world.reservoirs)}  # the first counts
    people, deposits = [p.name for p in world.persons], [s.name for s in world.deposits[:1]]
    reservoirs = [sources[n] for n in sorted({*needs.values()}) if n in sources]
    return (subtask_list(needs, sources, people, "".join(deposits)),
            (*needs, *people, *deposits, *reservoirs))


@dataclass
class _Ledger:
    """One agent's actions whose use is not decided yet: steps as indices into its log."""

    places: list[int] = field(default_factory=list)
    units: list[tuple[str, list[int]]] = field(default_factory=list)
    carry: dict[str, list[int]] = field(default_factory=dict)
    drop: dict[str, list[int]] = field(default_factory=dict)


class Checker:
    """Follow an episode; :meth:`card` gives the verdict so far."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.subtasks, self.coverage = asked_for(world)
        self.credited: dict[str, int] = {}
        self.covered: dict[str, None] = {}
        self.successes = Counter({r.name: 0 for r in world.robots})
        self._served: dict[str, set[int]] = {r.name: set() for r in world.robots}
        self._keys: dict[str, dict[int, str]] = {r.name: {} for r in world.robots}
        self._did: dict[str, dict[str, int]] = {s: {} for s in self.subtasks}
        self._ledgers = [_Ledger() for _ in world.robots]
        self._open = set(self.subtasks)
        self._alive = {f.name: f for f in world.fires}
        self._missing = {p.name: p for p in world.persons}

    def note(self, robot: Robot, text: str, outcome: ActionOutcome) -> None:
        """Credit one action; call it after the robot's view was refreshed."""
        key = _REGION.sub("", text)
        if outcome.success and key in self._open:
            self._credit(key)
        if outcome.success and key in self._did:
            self._did[key].setdefault(robot.name, self.world.steps)
        if outcome.success and self.world.rules.implied_navigation:
            self._imply(key)
        if outcome.success or not self.world.rules.coverage_success:
            for name in self.coverage:
                if name not in self.covered and name in text:
                    self.covered[name] = None
        self._ends(robot)
        self._keys[robot.name][self.world.steps] = key
        self._count(robot, text, outcome)

    def drop_together(self, robot: Robot) -> None:
        """Count a DropOff that was reported successful only because a partner's was."""
        self.successes[robot.name] += 1

    def success(self) -> bool:
        """Say whether every subtask is credited."""
        return not self._open

    def card(self) -> Scorecard:
        """Return the verdict so far."""
        return Scorecard(
            subtasks=self.subtasks,
            credited=tuple(s for s in self.subtasks if s in self.credited),
            coverage=self.coverage,
            covered=tuple(c for c in self.coverage if c in self.covered),
            successes=dict(self.successes),
            useful={name: len(steps) for name, steps in self.useful().items()},
            success=self.success(),
            extra={"credited_at": dict(self.credited)},
        )

    def useful(self) -> dict[str, set[int]]:
        """Return the steps, as indices, in which each agent's action was useful."""
        useful = {name: set(steps) for name, steps in self._served.items()}
        served = {self._keys[name][step] for name, steps in useful.items() for step in steps}
        for key, visitors in sorted(self._did.items(), key=lambda kv: len(kv[1])):
            if visitors and key not in served:
                busiest = max(visitors, key=lambda name: (len(useful[name]), visitors[name]))
                useful[busiest].add(visitors[busiest])
        return useful

    def _credit(self, key: str) -> None:
        self.credited[key] = self.world.steps + 1
        self._open.discard(key)

    def _imply(self, key: str) -> None:
        name, arguments = parse(key)
        if name in ("GetSupply", "UseSupply", "Carry", "DropOff") and arguments:
            navigation = f"NavigateTo({arguments[0]})"
            if navigation in self._open:
                self._credit(navigation)

    def _ends(self, robot: Robot) -> None:
        for name in [n for n, f in self._alive.items() if not f.burning.low]:
            if self.world.fires_noticed() and self._alive[name].average() == NONE:
                del self._alive[name]
                self._credit(f"EndFire({name})")
        for name in [n for n, p in self._missing.items() if p.spotted]:
            del self._missing[name]
            self._credit(f"Spot({name})")

    def _count(self, robot: Robot, text: str, outcome: ActionOutcome) -> None:
        name, arguments = parse(text)
        new, robot.searched_new = robot.searched_new, False
        if name in NOT_COUNTED:
            return
        ledger, mine, step = self._ledgers[robot.index], self._served[robot.name], self.world.steps
        if name == "DropOff" and (outcome.success or self._registered(robot, arguments)):
            places = ledger.places or ledger.drop.get(arguments[1], [])[:-1]
            ledger.drop[arguments[1]] = [*places, step]
            ledger.places = []
        if not outcome.success:
            return
        self.successes[robot.name] += 1
        if name in ("NavigateTo", "Move", "Explore"):
            mine.update([step] if new else [])
            ledger.places = [*(ledger.places if name == "Move" else []), step]
        elif name == "UseSupply":
            self._spend(ledger, mine, outcome, step)
        else:
            self._handled(name, arguments, robot, ledger)

    def _handled(self, name: str, arguments: tuple[str, ...], robot: Robot, ledger: _Ledger
                 ) -> None:
        step = self.world.steps
        if name == "GetSupply":
            supply = next((s for s in reversed(arguments) if s in robot.held), "")
            supply = supply or self.world.stores[arguments[0]].supply
            ledger.units.append((supply, [*ledger.places, step]))
            ledger.places = []
        elif name == "Carry":
            ledger.carry[arguments[0]] = [*ledger.places, step]
            ledger.units, ledger.places = [], []
        elif name == "DropOff":
            self._delivered(arguments[1])
        elif name in ("ClearInventory", "StoreSupply"):
            ledger.units = []

    def _spend(self, ledger: _Ledger, mine: set[int], outcome: ActionOutcome, step: int) -> None:
        found = next((u for u in ledger.units if u[0] == outcome.spent), None)
        if found is not None:
            ledger.units.remove(found)
        if outcome.lowered:
            mine.update([*ledger.places, step, *(found[1] if found else [])])
            ledger.places = []

    def _delivered(self, person: str) -> None:
        for robot, ledger in zip(self.world.robots, self._ledgers, strict=True):
            self._served[robot.name].update(ledger.carry.pop(person, []))
            self._served[robot.name].update(ledger.drop.pop(person, []))

    def _registered(self, robot: Robot, arguments: tuple[str, ...]) -> bool:
        person = self.world.person_by_name.get(arguments[1]) if len(arguments) == 2 else None
        return person is not None and robot.index in person.registered
