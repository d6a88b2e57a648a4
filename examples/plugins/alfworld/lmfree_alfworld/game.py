"""ALFWorld's game files as we read them: state, commands, answers, the goal of the file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from planner.errors import InputError
from planner.files import read_json

__all__ = ["NOTHING", "Answer", "Game", "task_of"]

NOTHING = "Nothing happens."
TOLD = {"go": "You arrive at {0}. {within}", "open": "You open the {0}. {within}",
        "close": "You close the {0}.", "view": "{within}",
        "take": "You pick up the {0} from the {1}.", "move": "You move the {0} to the {1}.",
        "use": "You turn on the {0}.", "slice": "You sliced the {0} with the {1}.",
        **{verb: f"You {verb} the {{0}} using the {{1}}." for verb in ("heat", "cool", "clean")}}
CHANGES = {  # 0, 1: what a command names; a: the agent, h: where it is, p: the place of 0
    "go": "-atlocation a h, +atlocation a p", "open": "+opened 0", "close": "-opened 0",
    "take": "-inreceptacle 0 1, +left 0 1, -objectatlocation 0 h, +holds a 0",
    "move": "+inreceptacle 0 1, -left 0 1, +objectatlocation 0 h, -holds a 0",
    "heat": "+ishot 0, -iscool 0", "cool": "+iscool 0, -ishot 0", "clean": "+isclean 0",
    "use": "+istoggled 0", "slice": "+issliced 0"}
"""What a command changes; ``left``: what was taken from where, until it is put back there."""
PROCESSES = {"heat": ("heatable", ("microwavetype",)), "cool": ("coolable", ("fridgetype",)),
             "clean": ("cleanable", ("sinktype", "sinkbasintype"))}
LOOKS = ("clean hot sliced=hot and clean sliced;clean cool sliced=cool and clean sliced;"
         "clean sliced;hot sliced;cool sliced;clean hot=hot and clean;clean cool=cool and clean;"
         "hot;clean;cool=cold")
Row = tuple[str, ...]


class Answer(NamedTuple):
    """What a game says after a command, which commands it takes next, and whether it is won."""

    text: str
    commands: Row
    won: bool


def task_of(text: str) -> str:
    """Return the sentence of the task that a text tells, or nothing."""
    found = re.search(r"Your task is to: ([^\"\\\n]*)", text)
    return found[1].strip() if found else ""


def _named(ids: Iterable[str]) -> dict[str, str]:
    """Name ids after their kind; the first id of a kind has the highest number, as released."""
    kinds = {i: i.split("_bar_")[0] + "basin" * ("basin" in i) for i in sorted(set(ids))}
    left, names = Counter(kinds.values()), {}
    for i, kind in kinds.items():
        names[i] = f"{kind} {left[kind]}"
        left[kind] -= 1
    return names


def _goal(text: str) -> tuple[Row, ...]:
    """Return the atoms of nested conjunctions and existential quantifiers; raises ValueError.

    Variables of two quantifiers have two names, but for the agent, of whom there is one.
    """
    bound = [word for variables in re.findall(r"\(exists\s*\(([^()]*)\)", text)
             for word in re.findall(r"(\?\w+)\s*-\s*(?!\s|agent)", variables)]
    odd = set(re.findall(r"\((or|forall|imply|when|not)\b(?!\s*\(=)", text))
    if odd or len(set(bound)) < len(bound) or text.count(")") != text.count("(") + 1:
        raise ValueError(f"a goal with {odd or bound or 'an open bracket'}")
    return tuple((name, *row.split()) for name, row in re.findall(r"\(([a-z=]+)([^()]*)\)", text))


class Game:
    """A game that is played: our reading of its file, with the answers of the released engine.

    Everything is in small letters: ``names`` by id (in their order), ``facts`` by predicate, the
    atoms of the ``goal``, the ``walkthrough``.
    """

    def __init__(self, path: Path) -> None:
        """Read a file; raises InputError where it is damaged or says that it has no solution."""
        try:
            table = read_json(path)
            grammar, text = table["grammar"], table["pddl_problem"].lower()
            start, end = text.index("(:init"), text.index("(:goal")
            helped = re.search(r'action help \{.*?feedback :: "\s*(.*?)\s*";', grammar, re.DOTALL)
            facts: dict[str, set[Row]] = defaultdict(set)
            for name, row in re.findall(r"\((\w\S*)([^()]*)\)", text[start + 6:end]):
                facts[name].add(tuple(row.split()))
            ((_, _),), ((_, _), *_) = facts["atlocation"], facts["receptacleatlocation"]
            self.facts = {name: frozenset(rows) for name, rows in facts.items()}
            self.names = _named(re.findall(r"\S+_bar_\S+", text[text.index("(:objects"):start]))
            self.task, self.goal = task_of(grammar), _goal(text[end:])
            self.help, self.walkthrough = helped[1] if helped else "", table["walkthrough"]
            if not (self.task and self.goal) or table.get("solvable") is False:
                raise ValueError("no task, no goal or, as it says itself, no solution")
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise InputError(f"{path}: not a game file of ALFWorld: {error!r}") from None

    def reset(self) -> Answer:
        """Start the game."""
        self.true = defaultdict[str, set[Row]](set)
        for name, rows in self.facts.items():
            self.true[name] = set(rows)
        self.kind, self.sort, self.place = (
            {row[0]: row[1] for row in sorted(self.true[name])}
            for name in ("receptacletype", "objecttype", "receptacleatlocation"))
        return self._answer(f"-= Welcome to TextWorld, ALFRED! =-\n\n{self._look(self.place)}"
                            f"\n\nYour task is to: {self.task}")

    def do(self, command: str) -> Answer:
        """Carry a command out, where it is one."""
        found = self.commands().get(command)
        if found is None:
            return self._answer(NOTHING)
        action, *names = found
        ((agent, here),) = self.true["atlocation"]
        words = dict(zip("01", names, strict=False)) | {"a": agent, "h": here}
        words["p"] = self.place.get(words.get("0", ""), "")
        for change in CHANGES[action].split(", ") if action in CHANGES else ():
            fact, *row = change.split()
            rows = self.true[fact[1:]]
            (rows.add if fact[0] == "+" else rows.discard)(tuple(words[w] for w in row))
        return self._answer(self._told(action, *names))

    def close(self) -> None:
        """Hold nothing."""

    def _answer(self, text: str) -> Answer:
        won = next(_matches(self.goal, {}, self.true), None) is not None
        return Answer(text, tuple(sorted(self.commands())), won)

    @property
    def held(self) -> str:
        """Return what is in the hand, or nothing."""
        return next((o for _, o in self.true["holds"]), "")

    def _is(self, fact: str, thing: str) -> bool:
        return (thing,) in self.true[fact]

    def commands(self) -> dict[str, Row]:
        """Return the commands that the state allows: the action, and what it is done with."""
        name, held = self.names, self.held
        ((_, here),) = self.true["atlocation"]
        found: dict[str, Row] = {word: (word,) for word in ("help", "inventory", "look")}
        found |= {f"go to {name[r]}": ("go", r) for r, p in self.place.items() if p != here}
        for r in (r for r, p in self.place.items() if p == here):
            found[f"examine {name[r]}"] = ("view", r)
            opened = self._is("opened", r)
            if self._is("openable", r):
                verb = "close" if opened else "open"
                found[f"{verb} {name[r]}"] = (verb, r)
            things = [o for o, where in sorted(self.true["inreceptacle"]) if where == r]
            found |= {f"use {name[o]}": ("use", o) for o in things if self._is("toggleable", o)}
            open_ = opened or not self._is("openable", r)
            found |= {f"take {name[o]} from {name[r]}": ("take", o, r) for o in things
                      if open_ and not held and self._is("pickupable", o)}
            found |= {f"{verb} {name[held]} with {name[r]}": (verb, held, r)
                      for verb, (able, kinds) in PROCESSES.items()
                      if self._is(able, held) and self.kind.get(r) in kinds}
            if open_ and (self.kind.get(r), self.sort.get(held)) in self.true["cancontain"]:
                found[f"move {name[held]} to {name[r]}"] = ("move", held, r)
        if held:  # what is not held can't be examined on the engine, whatever the file's PDDL says
            found[f"examine {name[held]}"] = ("regard", held)
        if self.sort.get(held) in ("knifetype", "butterknifetype"):
            found |= {f"slice {name[o]} with {name[held]}": ("slice", o, held)
                      for (o,) in self.true["sliceable"]
                      if (o, here) in self.true["objectatlocation"]}
        return found

    def _told(self, action: str, one: str = "", two: str = "") -> str:
        names = self.names
        if action in TOLD:
            return TOLD[action].format(names.get(one), names.get(two), within=self._inside(one))
        if action == "inventory":
            return (f"You are carrying: {self._list([self.held])}." if self.held
                    else "You are not carrying anything.")
        if action == "regard":
            return self._regarded(one, names[one])
        return self.help if action == "help" else self._look()

    def _inside(self, r: str) -> str:
        things = self._list(o for o, where in self.true["inreceptacle"] if where == r)
        name = self.names.get(r)
        if not self._is("openable", r):
            return f"On the {name}, you see {things}."
        return (f"The {name} is open. In it, you see {things}." if self._is("opened", r)
                else f"The {name} is closed.")

    def _regarded(self, o: str, name: str) -> str:
        if self._is("isreceptacleobject", o):
            inner = self._list(i for i, outer in self.true["inreceptacleobject"] if outer == o)
            return f"This is a normal {name}. In it, you see {inner}."
        for words, _, shown in (look.partition("=") for look in LOOKS.split(";")):
            if all(self._is(f"is{word}", o) for word in words.split()):
                return f"This is a {shown or words} {name}."
        if self._is("toggleable", o):
            return f"This {name} is {'on' if self._is('istoggled', o) else 'off'}."
        return (f"This is a sliced {name}." if self._is("issliced", o)
                else f"There's nothing special about {name}.")

    def _look(self, furniture: Iterable[str] = ()) -> str:
        """Tell what is near; in the middle of a room what stands there, which is told once."""
        ((_, here),) = self.true["atlocation"]
        near = [r for r, p in self.place.items() if p == here]
        if not near:
            return ("You are in the middle of a room. Looking quickly around you, you see "
                    f"{self._list(furniture)}.")
        # the engine knows what is not in a receptacle only where it was taken from it
        beside = [o for o, r in self.true["left"]
                  if r in near and (o, here) in self.true["objectatlocation"]]
        return (f"You are facing the {self._list(near, '')}. "
                f"Next to it, you see {self._list(beside)}.")

    def _list(self, ids: Iterable[str], article: str = "a ") -> str:
        """Return things in the order of their ids, as the engine lists them."""
        words = [f"{article}{self.names.get(i, i)}" for i in sorted(ids)]
        *first, last = words or ["nothing"]
        return f"{', '.join(first)}, and {last}" if first else last


def _matches(atoms: tuple[Row, ...], bound: Mapping[str, str], tables: Mapping[str, Iterable[Row]]
             ) -> Iterator[Mapping[str, str]]:
    """Yield the bindings of variables under which all atoms hold; ``=`` is said to differ."""
    if not atoms:
        yield bound
        return
    atom = min(atoms, key=lambda a: (a[0] == "=", len(set(a[1:]) - bound.keys())))
    rest = tuple(a for a in atoms if a is not atom)
    words = tuple(bound.get(w, w) for w in atom[1:])
    rows = tables.get(atom[0], ()) if atom[0] != "=" else [words] * (words[0] != words[1])
    for row in rows:
        if len(row) == len(words) and all(
                w == x or w[0] == "?" for w, x in zip(words, row, strict=True)):
            yield from _matches(rest, {**bound, **dict(zip(atom[1:], row, strict=True))}, tables)
