"""ALFWorld's game files as we read them: state, commands, answers, the goal of the file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from planner.errors import InputError
from planner.files import read_json, read_toml

NOTHING = "Nothing happens."
Row = tuple[str, ...]


@lru_cache
def words() -> dict[str, Any]:
    """Return what is said and understood: the table ``words.toml``."""
    return read_toml(Path(__file__).with_name("words.toml"))


class Answer(NamedTuple):
    """What a game says after a command, which commands it takes next, and whether it is won."""

    text: str
    commands: Row
    won: bool


def _named(ids: Iterable[str]) -> dict[str, str]:
    """Name ids after their kind; the first id of a kind has the highest number, as released."""
    count, names = Counter[str](), {}
    for i in sorted(set(ids), reverse=True):
        kind = i.split("_bar_")[0] + "basin" * ("basin" in i)
        count[kind] += 1
        names[i] = f"{kind} {count[kind]}"
    return names


def _goal(text: str) -> list[Row]:
    """Return the atoms of nested conjunctions and quantifiers, = last; else raise ValueError."""
    # variables of two quantifiers have two names, but for the agent, of whom there is one
    bound = [word for variables in re.findall(r"\(exists\s*\(([^()]*)\)", text)
             for word in re.findall(r"(\?\w+)\s*-\s*(?!\s|agent)", variables)]
    odd = set(re.findall(r"\((or|forall|imply|when|not)\b(?!\s*\(=)", text))
    if odd or len(set(bound)) < len(bound) or text.count(")") != text.count("(") + 1:
        raise ValueError(f"a goal with {odd or bound or 'an open bracket'}")
    atoms = [(name, *row.split()) for name, row in re.findall(r"\(([a-z=]+)([^()]*)\)", text)]
    return sorted(atoms, key=lambda atom: atom[0] == "=")


class Game:
    """A game that is played: our reading of its file, with the answers of the released engine."""

    def __init__(self, path: Path) -> None:
        """Read a file; raises InputError where it is damaged or says that it has no solution."""
        try:
            table = read_json(path)
            grammar, text = table["grammar"], table["pddl_problem"].lower()
            start, end = text.index("(:init"), text.index("(:goal")
            helped = re.search(r'action help \{.*?feedback :: "\s*(.*?)\s*";', grammar, re.DOTALL)
            self.facts = defaultdict[str, set[Row]](set)
            for name, row in re.findall(r"\((\w\S*)([^()]*)\)", text[start + 6:end]):
                self.facts[name].add(tuple(row.split()))
            ((_, _),), ((_, _), *_) = self.facts["atlocation"], self.facts["receptacleatlocation"]
            self.names = _named(re.findall(r"\S+_bar_\S+", text[text.index("(:objects"):start]))
            self.task = re.findall(r"Your task is to: *([^\"\\\n]*)", grammar)[0].strip()
            self.goal = _goal(text[end:])
            self.help = helped[1] if helped else ""
            if table.get("solvable") is False:
                raise InputError(f"{path}: the game has no solution, as it says itself")
            if not (self.task and self.goal):
                raise ValueError("no task or no goal")
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise InputError(f"{path}: not a game file of ALFWorld: {error!r}") from None

    def reset(self) -> Answer:
        """Start the game."""
        self.true = defaultdict(set, {name: set(rows) for name, rows in self.facts.items()})
        self.kind, self.sort, self.place = (
            {row[0]: row[1] for row in sorted(self.true[name])}
            for name in ("receptacletype", "objecttype", "receptacleatlocation"))
        return self._answer(f"-= Welcome to TextWorld, ALFRED! =-\n\n{self._near(self.place)}"
                            f"\n\nYour task is to: {self.task}")

    def do(self, command: str) -> Answer:
        """Carry a command out, where it is one."""
        found = self.commands().get(command)
        if found is None:
            return self._answer(NOTHING)
        _, told, changes = words()["commands"][found[0]]
        ((agent, here),) = self.true["atlocation"]
        one = "".join(found[1:2])
        means = {"0": one, "1": found[-1], "a": agent, "h": here, "p": self.place.get(one, "")}
        for change in filter(None, changes.split(", ")):
            fact, *row = change.split()
            rows = self.true[fact[1:]]
            (rows.add if fact[0] == "+" else rows.discard)(tuple(means[w] for w in row))
        return self._answer(told.format(
            *(self.names[i] for i in found[1:]), help=self.help, near=self._near(),
            within=self._within(one), regarded=self._regarded(one),
            carried=f"You are carrying: {self._list([self._held])}." if self._held
            else "You are not carrying anything."))

    def _answer(self, text: str) -> Answer:
        return Answer(text, tuple(sorted(self.commands())), _hold(self.goal, {}, self.true))

    @property
    def _held(self) -> str:
        return next((o for _, o in self.true["holds"]), "")

    def _is(self, fact: str, thing: str) -> bool:
        return (thing,) in self.true[fact]

    def commands(self) -> dict[str, Row]:
        """Return the commands that the state allows: the action, and what it is done with."""
        forms = words()["commands"]
        return {forms[action][0].format(*(self.names[i] for i in ids)): (action, *ids)
                for action, *ids in self._allowed()}

    def _allowed(self) -> Iterator[Row]:
        held, ((_, here),) = self._held, self.true["atlocation"]
        yield from (("help",), ("inventory",), ("look",))
        yield from (("go", r) for r, p in self.place.items() if p != here)
        for r in (r for r, p in self.place.items() if p == here):
            yield "view", r
            opened, door = self._is("opened", r), self._is("openable", r)
            yield from [("close" if opened else "open", r)] * door
            things = [o for o, where in sorted(self.true["inreceptacle"]) if where == r]
            yield from (("use", o) for o in things if self._is("toggleable", o))
            yield from (("take", o, r) for o in things
                        if (opened or not door) and not held and self._is("pickupable", o))
            kind = self.kind.get(r, "")
            yield from ((verb, held, r) for verb, kinds in words()["appliances"].items()
                        if self._is(f"{verb}able", held) and kind.removesuffix("type") in kinds)
            fits = (kind, self.sort.get(held)) in self.true["cancontain"]
            yield from [("move", held, r)] * (fits and (opened or not door))
        if held:  # what is not held can't be examined on the engine, whatever the file's PDDL says
            yield "regard", held
        if self.sort.get(held) in ("knifetype", "butterknifetype"):
            yield from (("slice", o, held) for (o,) in self.true["sliceable"]
                        if (o, here) in self.true["objectatlocation"])

    def _within(self, r: str) -> str:
        name = self.names.get(r)
        if self._is("openable", r) and not self._is("opened", r):
            return f"The {name} is closed."
        things = self._list(o for o, where in self.true["inreceptacle"] if where == r)
        where = f"The {name} is open. In it" if self._is("openable", r) else f"On the {name}"
        return f"{where}, you see {things}."

    def _regarded(self, o: str) -> str:
        name = self.names.get(o)
        if self._is("isreceptacleobject", o):
            inner = self._list(i for i, outer in self.true["inreceptacleobject"] if outer == o)
            return f"This is a normal {name}. In it, you see {inner}."
        how = " and ".join(word for word in ("hot", "cool", "clean") if self._is(f"is{word}", o))
        if self._is("issliced", o):
            how = f"{how} sliced".strip()
        if how:
            return f"This is a {'cold' if how == 'cool' else how} {name}."
        if self._is("toggleable", o):
            return f"This {name} is {'on' if self._is('istoggled', o) else 'off'}."
        return f"There's nothing special about {name}."

    def _near(self, furniture: Iterable[str] = ()) -> str:
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


def _hold(atoms: Sequence[Row], bound: Mapping[str, str], true: Mapping[str, set[Row]]) -> bool:
    """Say whether atoms hold under some binding of their variables; ``=`` is said to differ."""
    if not atoms:
        return True
    (name, *variables), *rest = atoms
    words = [bound.get(w, w) for w in variables]
    if name == "=":
        return words[0] != words[1] and _hold(rest, bound, true)
    return any(_hold(rest, {**bound, **dict(zip(variables, row, strict=True))}, true)
               for row in true[name] if len(row) == len(words)
               and all(w == x or w[0] == "?" for w, x in zip(words, row, strict=True)))
