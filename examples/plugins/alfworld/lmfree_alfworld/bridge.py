"""What the robot believes from words: receptacles, what is in them, what it did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lmfree_alfworld import AlfWorld
from lmfree_alfworld.prior import Prior
from planner import Briefing
from planner.execution.actor.contract import Atom, Believed, Bridge, GroundAction, Unknown

APPLIANCES = {"heat": ("microwave",), "cool": ("fridge",), "clean": ("sinkbasin", "sink")}
VERBS = {"hot": "heat", "cold": "cool"}
FORMS = (
    r"(?:put|find) (?:(?P<two>two)|a|an|some) (?:(?P<how>hot|cool|cold|clean) )?(?P<what>\w+)"
    r"(?: and put (?:it|them))? (?:in|on) (?P<where>\w+)",
    r"(?P<how>heat|cool|clean) (?:some|a|an) (?P<what>\w+) and put it (?:in|on) (?P<where>\w+)",
    r"(?:look at|examine) (?:the |a |an |some )?(?P<what>\w+) (?:under|with) the (?P<lamp>\w+)")
COMMANDS = {"go": "go to {2}", "examine": "examine {0}", "open": "open {0}",
            "take": "take {0} from {1}", "withdraw": "take {0} from {1}",
            "deliver": "move {0} to {1}", "light": "use {0}"}


def read(sentence: str) -> dict[str, str]:
    """Return what of a task: ``what``, ``where``, ``lamp``, ``two``, and the ``verb`` before."""
    for form in FORMS:
        found = re.fullmatch(form, sentence.strip().rstrip(". "))
        if found:
            task = dict.fromkeys(("where", "lamp", "two", "how"), "") | {
                key: word for key, word in found.groupdict().items() if word}
            return task | {"verb": VERBS.get(task["how"], task["how"])}
    raise ValueError(f"a task that is not ALFWorld's: {sentence!r}")


class Words(Bridge):
    """Facts from answers; a thing that is needed and not seen yet is unknown in its place."""

    def __init__(self, case: AlfWorld) -> None:
        self.prior = Prior.read(case.prior, case.game)

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {"robot": briefing.agents[0]}
        (seen,) = observations.values()
        self.task = read(briefing.instruction)
        self.places = _names(seen["text"].split("Your task is to:")[0])
        self.spot = {r: r for r in self.places}
        self.shut = {r: self.prior.shut(kind(r)) for r in self.places}
        self.viewed, self.at, self.held = set[str](), "start", ""
        self.inside = dict[str, list[str]]()
        self.ready, self.lit, self.last = set[str](), False, GroundAction("", ())

    def observe(self, observations: Mapping[str, Any]) -> None:
        (seen,) = observations.values()
        if seen["success"] and self.last.name:
            self._did(self.last.name, *self.last.arguments[1:])
        self.last = GroundAction("", ())
        self._read(seen["text"])
        near = [r for command in seen["actions"] for r in _names(command, "^examine ")
                if r in self.spot]
        if near:  # what can be examined is within reach, and shut if it can be opened
            self.at = self.spot.get(self.at, near[0])
            self.spot |= dict.fromkeys(near, self.at)
            self.shut |= {r: "open " + r.replace("-", " ") in seen["actions"] for r in near}

    def _did(self, action: str, thing: str, place: str = "", spot: str = "", *_: str) -> None:
        """Take in that an action of ours succeeded."""
        if action == "go":
            self.at = spot
        elif action in ("take", "withdraw"):
            self.held = thing
            self.inside[place].remove(thing)
        elif action == "deliver":
            self.held = ""
            self.inside.setdefault(place, []).append(thing)
        elif action == "process":
            self.ready.add(thing)
        self.lit |= action == "light"

    def _read(self, text: str) -> None:
        """Take in what an answer says of a receptacle; others of its kind are taken to be alike."""
        for place in _names(text, "The ", " is closed"):
            self._view(place, True)
        for on, *words, things in re.findall(
                r"(On the|The) (\w+) (\d+)(?: is open\. In it)?, you see ([^.]*)\.", text):
            self.inside["-".join(words)] = _names(things)
            self._view("-".join(words), False, on == "On the")

    def _view(self, place: str, shut: bool, alike: bool = True) -> None:
        self.viewed.add(place)
        self.shut[place] = shut
        self.shut |= {r: shut for r in self.places
                      if alike and kind(r) == kind(place) and r not in self.viewed}

    def problem(self) -> Believed:
        what, lamp, verb = self.task["what"], self.task["lamp"], self.task["verb"]
        where = {o: r for r, things in self.inside.items() for o in things
                 if kind(o) in (what, lamp)}
        wanted = [o for o in (*where, self.held) if o and kind(o) == what]
        lamps = [o for o in where if kind(o) == lamp]
        number = 2 if self.task["two"] else 1
        hidden = {f"{what}-unseen{k}": what for k in range(len(wanted), number)}
        hidden |= {f"{lamp}-unseen": lamp} if lamp and not lamps else {}
        wanted += [o for o, k in hidden.items() if k == what]
        lamps += [o for o, k in hidden.items() if k == lamp]
        ready = {o for o in wanted if not verb or o in self.ready}
        goal: Atom = ("seen-lit", ()) if lamp else ("reached", (f"n{number}",))
        facts: set[Atom] = {("spot", (r, p)) for r, p in self.spot.items()}
        facts |= {("at", (self.at,)), ("next", ("n0", "n1")), ("next", ("n1", "n2"))}
        facts |= {("holds", (self.held,))} if self.held else {("free", ())}
        facts |= {("in", (o, r)) for o, r in where.items()} | ({goal} if self.lit else set())
        for name, things in {
                "shut": [r for r in self.places if self.shut[r]], "viewed": self.viewed,
                "appliance": [r for r in self.places if kind(r) in APPLIANCES.get(verb, ())],
                "wanted": wanted, "lamp": lamps, "ready": ready}.items():
            facts |= {(name, (thing,)) for thing in things}
        for r in (r for r in self.places if kind(r) == self.task["where"]):
            stored = [o for o in ready if where.get(o) == r]
            facts |= {("target", (r,)), ("count", (r, f"n{min(2, len(stored))}"))}
            facts |= {("stored", (o,)) for o in stored}
            facts |= {("reached", (f"n{k}",)) for k in range(1, len(stored) + 1)}
        objects = {"robot": "robot", **dict.fromkeys(("start", *self.places), "receptacle"),
                   **dict.fromkeys(("n0", "n1", "n2"), "amount"),
                   **dict.fromkeys((*wanted, *lamps), "thing")}
        # what is to be put somewhere as it is does not lie there: the game would be over
        done = "" if verb or self.task["two"] else self.task["where"]
        unknowns = tuple(Unknown(f"place of {o}", {
            frozenset({("in", (o, r))}): self.prior.weight(k, kind(r)) for r in self.places
            if r not in self.inside and not (k == what and kind(r) == done)})
            for o, k in hidden.items())
        return Believed(objects, frozenset(facts), frozenset({goal}), unknowns=unknowns)

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        action = doing.get("robot")
        if action is None:
            return {self.robots["robot"]: "Idle"}
        self.last = action
        form = COMMANDS.get(action.name, self.task["verb"] + " {0} with {1}")
        words = [" ".join(word.rsplit("-", 1)) for word in action.arguments[1:]]
        return {self.robots["robot"]: form.format(*words)}


def _names(text: str, before: str = r"\ban? ", after: str = r"\b") -> list[str]:
    """Return the things a text names, as PDDL names them."""
    return [f"{sort}-{number}" for sort, number in re.findall(rf"{before}(\w+) (\d+){after}", text)]


def kind(thing: str) -> str:
    """Return what kind of thing a name speaks of."""
    return thing.partition("-")[0]
