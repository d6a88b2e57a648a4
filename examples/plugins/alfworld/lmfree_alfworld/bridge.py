"""What the robot believes from words: receptacles, what is in them, what it did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lmfree_alfworld import AlfWorld
from lmfree_alfworld.game import words
from lmfree_alfworld.prior import Prior
from planner import Briefing
from planner.execution.actor.contract import Atom, Believed, Bridge, GroundAction, Unknown

VIEW = r"(?:On the|The) (\w+) (\d+)(?: is closed|( is open\. In it)?, you see ([^.]*))\."
COMMANDS = {"go": "go to {2}", "examine": "examine {0}", "open": "open {0}",
            "take": "take {0} from {1}", "deliver": "move {0} to {1}", "light": "use {0}"}


def read(sentence: str) -> dict[str, str]:
    """Return what of a task: ``what``, ``where``, ``lamp``, ``two``, and the ``verb`` before."""
    for form in words()["tasks"]["forms"]:
        found = re.fullmatch(form, sentence.strip().rstrip(". "))
        if found:
            task = dict.fromkeys(("where", "lamp", "two", "how"), "") | found.groupdict("")
            return task | {"verb": words()["tasks"]["verbs"].get(task["how"], task["how"])}
    raise ValueError(f"a task that is not ALFWorld's: {sentence!r}")


class Words(Bridge):
    """Facts from answers; a thing that is needed and not seen yet is unknown in its place."""

    def __init__(self, case: AlfWorld) -> None:
        self.prior = Prior(case.prior, case.game)

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {"robot": briefing.agents[0]}
        (seen,) = observations.values()
        self.task = read(briefing.instruction)
        self.places = _names(seen["text"].split("Your task is to:")[0])
        self.spot = {r: r for r in self.places}
        self.facts: set[Atom] = {
            ("at", ("start",)), ("free", ()), ("next", ("n0", "n1")), ("next", ("n1", "n2")),
            *(("target", (r,)) for r in self.places if kind(r) == self.task["where"]),
            *(("appliance", (r,)) for r in self.places
              if kind(r) in words()["appliances"].get(self.task["verb"], ()))}
        self._shut({r: self.prior.shut(kind(r)) for r in self.places})

    def observe(self, observations: Mapping[str, Any]) -> None:
        (seen,) = observations.values()
        for adds, deletes in self.effects.values() if seen["success"] else ():
            self.facts = self.facts - deletes | adds
        self.effects = {}
        for sort, number, opened, things in re.findall(VIEW, seen["text"]):
            place = f"{sort}-{number}"
            self.facts |= {("viewed", (place,))} | {
                ("in", (o, place)) for o in _names(things)
                if kind(o) in (self.task["what"], self.task["lamp"])}
            alike = [] if opened else [r for r in self.places if kind(r) == sort]
            self._shut({r: not things for r in (place, *alike)
                        if r == place or ("viewed", (r,)) not in self.facts})
        near = [r for c in seen["actions"] for r in _names(c, "^examine ") if r in self.spot]
        if near:  # what can be examined is within reach, and shut if it can be opened
            ((_, (at,)),) = (a for a in self.facts if a[0] == "at")
            self.spot |= dict.fromkeys(near, at)
            self._shut({r: "open " + r.replace("-", " ") in seen["actions"] for r in near})

    def _shut(self, places: Mapping[str, bool]) -> None:
        self.facts -= {("shut", (r,)) for r in places}
        self.facts |= {("shut", (r,)) for r, shut in places.items() if shut}

    def problem(self) -> Believed:
        what, lamp, verb = self.task["what"], self.task["lamp"], self.task["verb"]
        needed = {what: 2 if self.task["two"] else 1} | ({lamp: 1} if lamp else {})
        facts = {a for a in self.facts if a[0] not in ("stored", "count", "reached")}
        known = {row[0] for name, row in facts if name in ("in", "holds")}
        hidden = [f"{sort}-unseen{k}" for sort, number in needed.items()
                  for k in range([*map(kind, known)].count(sort), number)]
        wanted = {o for o in (*known, *hidden) if kind(o) == what}
        ready = {o for o in wanted if not verb or ("ready", (o,)) in facts}
        facts |= {("spot", pair) for pair in self.spot.items()}
        facts |= {("ready", (o,)) for o in ready}
        for r in [row[0] for name, row in facts if name == "target"]:
            stored = sorted(o for o in ready if ("in", (o, r)) in facts)[:2]
            facts.add(("count", (r, f"n{len(stored)}")))
            facts |= {("stored", (o,)) for o in stored}
            facts |= {("reached", (f"n{k}",)) for k in range(1, len(stored) + 1)}
        objects = {**dict.fromkeys(("start", *self.places), "receptacle"),
                   **dict.fromkeys(("n0", "n1", "n2"), "amount"),
                   **{o: "wanted" if o in wanted else "lamp" for o in sorted(known.union(hidden))}}
        goal: Atom = ("seen-lit", ()) if lamp else ("reached", (f"n{needed[what]}",))
        # what is to be put somewhere as it is does not lie there: the game would be over
        done = "" if verb or self.task["two"] else self.task["where"]
        unknowns = tuple(Unknown(f"place of {o}", {
            frozenset({("in", (o, r))}): self.prior.weight(kind(o), kind(r)) for r in self.places
            if (("viewed", (r,)) not in facts or ("shut", (r,)) in facts)
            and not (kind(o) == what and kind(r) == done)})
            for o in hidden)
        return Believed(objects, frozenset(facts), frozenset({goal}), unknowns=unknowns)

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        if "robot" not in doing:
            return {}
        form = COMMANDS.get(doing["robot"].name, self.task["verb"] + " {0} with {1}")
        names = [" ".join(word.rsplit("-", 1)) for word in doing["robot"].arguments]
        return {self.robots["robot"]: form.format(*names)}


def _names(text: str, before: str = r"\ban? ") -> list[str]:
    """Return the things a text names, as PDDL names them."""
    return [f"{sort}-{number}" for sort, number in re.findall(rf"{before}(\w+) (\d+)\b", text)]


def kind(thing: str) -> str:
    """Return what kind of thing a name speaks of."""
    return thing.partition("-")[0]
