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
WORDS = {"hot": "heat", "cool": "cool", "cold": "cool", "clean": "clean", "": ""}
FORMS = (
    r"(?:put|find) (?:(?P<two>two)|a|an|some) (?:(?P<how>hot|cool|cold|clean) )?(?P<what>\w+)"
    r"(?: and put (?:it|them))? (?:in|on) (?P<where>\w+)",
    r"(?P<verb>heat|cool|clean) (?:some|a|an) (?P<what>\w+) and put it (?:in|on) (?P<where>\w+)",
    r"(?:look at|examine) (?:the |a |an |some )?(?P<what>\w+) (?:under|with) the (?P<lamp>\w+)")
COMMANDS = {"go": "go to {2}", "examine": "examine {0}", "open": "open {0}",
            "take": "take {0} from {1}", "withdraw": "take {0} from {1}",
            "deliver": "move {0} to {1}", "light": "use {0}"}


def read(sentence: str) -> dict[str, str]:
    """Return what of a task: ``what``, ``where``, ``lamp``, ``two``, and the ``verb`` before."""
    for form in FORMS:
        found = re.fullmatch(form, sentence.strip().rstrip(". "))
        if found:
            task = {key: word or "" for key, word in found.groupdict().items()}
            return {"where": "", "lamp": "", "two": "", **task,
                    "verb": task.get("verb") or WORDS[task.get("how", "")]}
    raise ValueError(f"a task that is not ALFWorld's: {sentence!r}")


class Words(Bridge):
    """Facts from answers; a thing that is needed and not seen yet is unknown in its place."""

    def __init__(self, case: AlfWorld) -> None:
        self.prior = Prior.read(case.prior, case.game)

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {"robot": briefing.agents[0]}
        (seen,) = observations.values()
        self.task = read(briefing.instruction)
        listed = seen["text"].split("Your task is to:")[0]
        self.places = [name(*words) for words in re.findall(r"an? (\w+) (\d+)", listed)]
        self.spot = {r: r for r in self.places}
        self.shut = {r: self.prior.shut(kind(r)) for r in self.places}
        self.viewed, self.at, self.held = set[str](), "start", ""
        self.inside = dict[str, list[str]]()
        self.ready, self.lit, self.last = set[str](), False, GroundAction("", ())

    def observe(self, observations: Mapping[str, Any]) -> None:
        (seen,) = observations.values()
        if seen["success"] and self.last.name:
            self._did(self.last.name, self.last.arguments[1:])
        self.last = GroundAction("", ())
        self._read(seen["text"])
        near = [name(*words) for command in seen["actions"]
                for words in re.findall(r"^examine (\w+) (\d+)$", command)]
        near = [r for r in near if r in self.spot]
        if near:  # what can be examined is within reach, and shut if it can be opened
            self.at = self.spot.get(self.at, near[0])
            self.spot |= dict.fromkeys(near, self.at)
            self.shut |= {r: "open " + " ".join(r.split("-")) in seen["actions"] for r in near}

    def _did(self, action: str, arguments: tuple[str, ...]) -> None:
        """Take in that an action of ours succeeded."""
        thing = arguments[0]
        if action == "go":
            self.at = arguments[2]
        elif action in ("take", "withdraw"):
            self.held = thing
            self.inside[arguments[1]].remove(thing)
        elif action == "deliver":
            self.held = ""
            self.inside.setdefault(arguments[1], []).append(thing)
        elif action == "process":
            self.ready.add(thing)
        elif action == "light":
            self.lit = True

    def _read(self, text: str) -> None:
        """Take in what an answer says of a receptacle."""
        for words in re.findall(r"The (\w+) (\d+) is closed", text):
            self.shut[name(*words)] = True
            self.viewed.add(name(*words))
            self._alike(name(*words))
        for *words, things in re.findall(
                r"(?:On the (?=[^.]*you see)|The (?=[^.]*is open))(\w+) (\d+)(?: is open\. In it)?"
                r", you see ([^.]*)\.", text):
            place = name(*words)
            self.shut[place] = False
            self.viewed.add(place)
            self.inside[place] = [name(*w) for w in re.findall(r"an? (\w+) (\d+)", things)]
            if "On the" in text:
                self._alike(place)

    def _alike(self, place: str) -> None:
        """Take others of a kind that were not seen for shut where the last one was."""
        for other in self.places:
            if kind(other) == kind(place) and other not in self.viewed:
                self.shut[other] = self.shut[place]

    def problem(self) -> Believed:
        what, lamp, verb = self.task["what"], self.task["lamp"], self.task["verb"]
        facts: set[Atom] = {("spot", (r, p)) for r, p in self.spot.items()}
        facts |= {("at", (self.at,)), ("next", ("n0", "n1")), ("next", ("n1", "n2"))}
        facts |= {("shut", (r,)) for r in self.places if self.shut[r]}
        facts |= {("viewed", (r,)) for r in self.viewed}
        facts |= {("appliance", (r,)) for r in self.places if kind(r) in APPLIANCES.get(verb, ())}
        facts |= {("holds", (self.held,))} if self.held else {("free", ())}
        where = {o: r for r, things in self.inside.items() for o in things
                 if kind(o) in (what, lamp)}
        facts |= {("in", (o, r)) for o, r in where.items()}
        wanted = [o for o in (*where, self.held) if o and kind(o) == what]
        lamps = [o for o in where if kind(o) == lamp]
        number = 2 if self.task["two"] else 1
        hidden = {f"{what}-unseen{k}": what for k in range(len(wanted), number)}
        hidden |= {f"{lamp}-unseen": lamp} if lamp and not lamps else {}
        wanted += [o for o, k in hidden.items() if k == what]
        lamps += [o for o, k in hidden.items() if k == lamp]
        facts |= {("wanted", (o,)) for o in wanted} | {("lamp", (o,)) for o in lamps}
        ready = {o for o in wanted if not verb or o in self.ready}
        facts |= {("ready", (o,)) for o in ready}
        goal: Atom = ("seen-lit", ()) if lamp else ("reached", (f"n{number}",))
        for r in self.places:
            if kind(r) == self.task["where"]:
                stored = [o for o in ready if where.get(o) == r]
                facts |= {("target", (r,)), ("count", (r, f"n{min(2, len(stored))}"))}
                facts |= {("stored", (o,)) for o in stored}
                facts |= {("reached", (f"n{k}",)) for k in range(1, len(stored) + 1)}
        facts |= {goal} if self.lit else set()
        objects = {"robot": "robot", **dict.fromkeys(("start", *self.places), "receptacle"),
                   **dict.fromkeys(("n0", "n1", "n2"), "amount"),
                   **dict.fromkeys((*wanted, *lamps), "thing")}
        unknowns = tuple(Unknown(f"place of {o}", {
            frozenset({("in", (o, r))}): self.prior.weight(k, kind(r))
            for r in self.places if r not in self.inside and self._possible(k, r)})
            for o, k in hidden.items())
        return Believed(objects, frozenset(facts), frozenset({goal}), unknowns=unknowns)

    def _possible(self, sort: str, place: str) -> bool:
        """Say whether such a thing may be there: a task with nothing to do would be over."""
        return (sort != self.task["what"] or kind(place) != self.task["where"]
                or bool(self.task["verb"] or self.task["two"]))

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        action = doing.get("robot")
        if action is None:
            return {self.robots["robot"]: "Idle"}
        self.last = action
        form = COMMANDS.get(action.name, self.task["verb"] + " {0} with {1}")
        words = [" ".join(word.rsplit("-", 1)) for word in action.arguments[1:]]
        return {self.robots["robot"]: form.format(*words)}


def name(sort: str, number: str) -> str:
    """Return the name of a thing in PDDL."""
    return f"{sort}-{number}"


def kind(thing: str) -> str:
    """Return what kind of thing a name speaks of."""
    return thing.partition("-")[0]
