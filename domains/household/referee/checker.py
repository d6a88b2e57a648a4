"""MAP-THOR's base checker, as released and as repaired (specification, section 7).

Both readings judge the actions seen, never the final state. They differ only where ``repaired``
is asked; what the repair changes in the lists themselves is data (``repairs.toml``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from domains.household.actions import type_of
from domains.household.referee.final_state import Atoms, verdict
from planner.files import read_toml

_CALL = re.compile(r"(\w+)\(\s*([\w.]+)\s*(?:,\s*(\w+)\s*)?\)?")
REPAIRS = read_toml(Path(__file__).with_name("repairs.toml"))
"""What is mended in the released checkers."""
_PASSIVE = ("Done", "Idle", "SendMessage")


@dataclass(frozen=True)
class TaskLists:
    """The lists of one task folder; subtasks at type level, e.g. ``PutObject(Fridge, Bread)``.

    ``scene_types`` replaces the scene's contents per floor plan, ``numerate`` the number of
    instances per type. ``aliases`` (repaired reading) say which types a listed name covers.
    """

    independent: tuple[str, ...]
    conditional: tuple[str, ...]
    coverage: tuple[str, ...]
    objects: tuple[str, ...]
    receptacles: tuple[str, ...]
    scene_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    numerate: Mapping[str, int] = field(default_factory=dict, hash=False)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)


def repair(lists: TaskLists, task: str, floor_plan: str) -> TaskLists:
    """Return the lists of the repaired reading (specification, 7.3)."""
    data = REPAIRS
    words = {**data["verbs"], **data["types"], **data["receptacles"].get(task, {})}
    dropped = set(data["dropped"].get(task, ()))

    def fix(entry: str) -> str:
        if "(" in entry and not entry.endswith(")"):
            entry += ")"
        return re.sub(r"[A-Za-z]+", lambda m: words.get(m.group(), m.group()), entry)

    def fixed(entries: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(fix(e) for e in entries if e not in dropped))

    conditional = fixed(lists.conditional)
    named = [m.group(2) for e in conditional if (m := _CALL.fullmatch(e)) and m.group(3)]
    held = [m.group(3) for e in conditional if (m := _CALL.fullmatch(e)) and m.group(3)]
    aliases = {k: tuple(v) for k, v in data["aliases"].items()}
    aliases.update({k: tuple(v) for k, v in data["aliases_in"].get(floor_plan, {}).items()})
    return replace(
        lists, independent=fixed(lists.independent), conditional=conditional,
        coverage=fixed(lists.coverage), aliases=aliases,
        objects=tuple(dict.fromkeys([*fixed(lists.objects), *held])),
        receptacles=tuple(dict.fromkeys([*fixed(lists.receptacles), *named])),
    )


class Checker:
    """Credits subtasks and coverage from actions; ``repaired`` chooses the reading."""

    def __init__(
        self, lists: TaskLists, floor_plan: str, scene: Sequence[str], *, repaired: bool
    ) -> None:
        """``scene`` lists the type of every object in the room, with multiplicity."""
        self.lists, self.repaired = lists, repaired
        types = lists.scene_types.get(floor_plan, tuple(scene))
        self._present = Counter(types)
        self.independent = [e for s in lists.independent if self._kept(s)
                            for e in self._numbered(s)]
        self.conditional = [e for e in lists.conditional if self._kept(e)]
        self.subtasks = (*self.independent, *self.conditional)
        self.coverage = tuple(e for s in lists.coverage if self._kept(s)
                              for e in self._numbered(s))
        self.credited: dict[str, None] = {}
        self.covered: dict[str, None] = {}
        self.useful: Counter[str] = Counter()

    # -- reading the lists ------------------------------------------------------------------------

    def _names(self, listed: str) -> tuple[str, ...]:
        return (listed, *self.lists.aliases.get(listed, ()))

    def _listed_as(self, name: str) -> list[str]:
        """Names under which a type or object may be listed (``WateringCan_1`` as ``Vase_1``)."""
        kind = type_of(name)
        listed = (k for k, kinds in self.lists.aliases.items() if kind in kinds)
        return [name, *(k + name[len(kind):] for k in listed)]

    def _kept(self, entry: str) -> bool:
        call = _CALL.fullmatch(entry)
        words = [w for w in call.groups()[1:] if w] if call else [entry]
        if not self.repaired:
            return all(any(kind in w for kind in self._present if kind) for w in words)
        return all(any(self._present[n] for n in self._names(type_of(w))) for w in words)

    def _numbered(self, entry: str) -> list[str]:
        call = _CALL.fullmatch(entry)
        kind = call.group(2) if call else entry
        if re.search(r"_\d+$", kind):
            return [entry]
        count = self.lists.numerate.get(kind) or max(
            1, sum(self._present[n] for n in dict.fromkeys(self._names(kind))))
        if kind in self.lists.aliases and not self._present[kind]:
            count = self.lists.numerate.get(kind, 1)
        return [entry.replace(kind, f"{kind}_{i}", 1) for i in range(1, count + 1)]

    # -- actions ----------------------------------------------------------------------------------

    def see(self, agent: str, action: str, success: bool, held: str) -> None:
        """Take note of one executed action; ``held`` names the object in the hand before a Put."""
        if action.split("(", maxsplit=1)[0].strip() in _PASSIVE:
            return
        call = _CALL.fullmatch(action.strip())
        verb, name = (call.group(1), call.group(2)) if call else ("", "")
        for entry in self.coverage:
            if entry in self._listed_as(name) if self.repaired else entry in action:
                self.covered[entry] = None
        if not success or not verb:
            return
        before = len(self.credited)
        if not self._independent(verb, name) and held != "nothing":
            self._conditional(verb, type_of(name), type_of(held))
        self.useful[agent] += len(self.credited) > before

    def _independent(self, verb: str, name: str) -> bool:
        for alias in self._listed_as(name):
            entry = f"{verb}({alias})"
            if entry in self.independent and entry not in self.credited:
                self.credited[entry] = None
                implied = f"NavigateTo({alias})"
                if verb != "NavigateTo" and implied in self.independent:
                    self.credited[implied] = None
                return True
        return False

    def _conditional(self, verb: str, kind: str, what: str) -> None:
        verbs = {entry.split("(")[0] for entry in self.conditional}
        for receptacle in self.lists.receptacles:
            if verb not in verbs or kind not in self._names(receptacle):
                continue
            for listed in self._listed_as(what):
                if listed in self.lists.objects:
                    self._credit(f"{verb}({receptacle}, {listed})")
                    self._credit(f"NavigateTo({receptacle}, {listed})")

    def _credit(self, entry: str) -> None:
        if not self.repaired or entry in self.conditional:
            self.credited.setdefault(entry)

    def atoms(self, objects: Sequence[Mapping[str, Any]] = ()) -> Atoms:
        """Return the subtasks, and those that are credited (released: also others)."""
        return self.subtasks, tuple(self.credited)

    def verdict(self, objects: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """Return :func:`verdict`; as released, a task without subtasks is a success."""
        found = verdict(*self.atoms())
        return found if self.repaired or self.subtasks else {**found, "success": not self.credited}
