"""ALFWorld's game files as we read them: state, commands, answers, the goal of the file."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import InputError
from planner.files import read_json

__all__ = ["NOTHING", "Answer", "Game", "GameFile", "task_of"]

NOTHING = "Nothing happens."
LOOKS = (("clean", "hot", "sliced"), ("clean", "cool", "sliced"), ("clean", "sliced"),
         ("hot", "sliced"), ("cool", "sliced"), ("clean", "hot"), ("clean", "cool"), ("hot",),
         ("clean",), ("cool",))
SHOWN = {("clean", "hot", "sliced"): "hot and clean sliced", ("cool",): "cold",
         ("clean", "cool", "sliced"): "cool and clean sliced", ("clean", "hot"): "hot and clean",
         ("clean", "cool"): "cool and clean"}
PROCESSES = {"heat": ("heatable", ("microwavetype",), "ishot", "iscool"),
             "cool": ("coolable", ("fridgetype",), "iscool", "ishot"),
             "clean": ("cleanable", ("sinktype", "sinkbasintype"), "isclean", "")}
Row = tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a game says after a command, which commands it takes next, and whether it is won."""

    text: str
    commands: tuple[str, ...]
    won: bool


@dataclass(frozen=True)
class GameFile:
    """A game file, read: names by id (in the order of ids), facts by predicate, the goal's atoms.

    Everything is in small letters. Each part of the goal is a conjunction of atoms over variables.
    """

    names: Mapping[str, str]
    facts: Mapping[str, frozenset[Row]]
    goal: tuple[tuple[Row, ...], ...]
    task: str
    help: str
    walkthrough: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> GameFile:
        """Read a file; raises InputError where it is damaged."""
        try:
            table = read_json(path)
            text = table["pddl_problem"].lower()
            start, end = text.index("(:init"), text.index("(:goal")
            objects = text[text.index("(:objects"):start]
            init = [(n, tuple(a.split())) for n, a in re.findall(r"\((\w\S*)([^()]*)\)",
                                                                 text[start + 6:end])]
            goal = _parts(text[end:])
            task = task_of(table["grammar"])
            helped = re.search(r'action help \{.*?feedback :: "\s*(.*?)\s*";', table["grammar"],
                               re.DOTALL)
            walkthrough = tuple(map(str, table["walkthrough"]))
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise InputError(f"{path}: not a game file of ALFWorld: {error!r}") from None
        found: dict[str, set[Row]] = defaultdict(set)
        for name, row in init:
            found[name].add(row)
        if not (task and goal and found["atlocation"] and found["receptacleatlocation"]):
            raise InputError(f"{path}: not a game file of ALFWorld: no task, goal or place")
        return cls(_named(re.findall(r"\S+_bar_\S+", objects)),
                   {n: frozenset(rows) for n, rows in found.items()}, goal, task,
                   helped[1] if helped else "", walkthrough)


def task_of(text: str) -> str:
    """Return the sentence of the task that a text tells, or nothing."""
    found = re.search(r"Your task is to: ([^\"\\\n]*)", text)
    return found[1].strip() if found else ""


def _pair(row: Row) -> tuple[str, str]:
    one, two = row
    return one, two


def _named(ids: Iterable[str]) -> dict[str, str]:
    """Name ids after their kind; the first id of a kind has the highest number, as released."""
    ids = sorted(set(ids))
    kinds = {i: i.split("_bar_")[0] + "basin" * ("basin" in i) for i in ids}
    left = Counter(kinds.values())
    names = {}
    for i in ids:
        names[i] = f"{kinds[i]} {left[kinds[i]]}"
        left[kinds[i]] -= 1
    return names


def _parts(text: str) -> tuple[tuple[Row, ...], ...]:
    """Return the conjunctions of a goal, each with its own variables; raises ValueError."""
    tokens = iter(re.findall(r"[()]|[^\s()]+", text))
    if [next(tokens, ""), next(tokens, "")] != ["(", ":goal"]:
        raise ValueError("no goal")
    (tree,) = _tree(tokens)
    return tuple(tuple(_atoms(part)) for part in (tree[1:] if tree[0] == "and" else [tree]))


def _tree(tokens: Iterator[str]) -> list[Any]:
    found: list[Any] = []
    for token in tokens:
        if token == ")":
            return found
        found.append(_tree(tokens) if token == "(" else token)
    raise ValueError("a bracket is open")


def _atoms(tree: list[Any]) -> Iterator[Row]:
    """Yield the atoms of nested conjunctions and existential quantifiers."""
    if tree[0] in ("and", "exists"):
        for part in tree[1:] if tree[0] == "and" else tree[2:]:
            yield from _atoms(part)
    elif tree[0] == "not" and tree[1][0] == "=":
        yield ("differ", *tree[1][1:])
    elif all(isinstance(word, str) for word in tree) and tree[0] not in ("or", "forall", "imply"):
        yield tuple(tree)
    else:
        raise ValueError(f"a goal with {tree[0]!r}")


class Game:
    """A game that is played: our reading of its file, with the answers of the released engine."""

    def __init__(self, path: Path) -> None:
        self.file = GameFile.read(path)

    def reset(self) -> Answer:
        """Start the game."""
        file = self.file
        self.true: dict[str, set[Row]] = defaultdict(set)
        for name, rows in file.facts.items():
            self.true[name] = set(rows)
        self.left = set[Row]()  # what was taken from where, until it is put back there
        ((self.agent, self.here),) = file.facts["atlocation"]
        self.kind = dict(map(_pair, file.facts["receptacletype"]))
        self.sort = dict(map(_pair, file.facts.get("objecttype", ())))
        self.place = dict(map(_pair, sorted(file.facts["receptacleatlocation"])))
        text = self._look(first=True)
        return self._answer(
            f"-= Welcome to TextWorld, ALFRED! =-\n\n{text}\n\nYour task is to: {file.task}")

    def do(self, command: str) -> Answer:
        """Carry a command out, where it is one."""
        found = self.commands().get(command)
        return self._answer(self._done(*found) if found else NOTHING)

    def close(self) -> None:
        """Hold nothing."""

    def _answer(self, text: str) -> Answer:
        return Answer(text, tuple(sorted(self.commands())), self.won)

    @property
    def won(self) -> bool:
        """Say whether the goal of the file holds."""
        tables: dict[str, Iterable[Row]] = {**self.true, "atlocation": {(self.agent, self.here)}}
        return all(next(_matches(list(part), {}, tables), None) is not None
                   for part in self.file.goal)

    @property
    def held(self) -> str:
        """Return what is in the hand, or nothing."""
        return next((o for _, o in self.true["holds"]), "")

    def _is(self, fact: str, thing: str) -> bool:
        return (thing,) in self.true[fact]

    def commands(self) -> dict[str, tuple[str, str, str]]:
        """Return the commands that the state allows: the action, and what it is done with."""
        name, near = self.file.names, [r for r, p in self.place.items() if p == self.here]
        found = {word: (word, "", "") for word in ("help", "inventory", "look")}
        found |= {f"go to {name[r]}": ("go", r, "") for r, p in self.place.items()
                  if p != self.here}
        held, inside = self.held, sorted(self.true["inreceptacle"])
        for r in near:
            found[f"examine {name[r]}"] = ("look at", r, "")
            openable, opened = self._is("openable", r), self._is("opened", r)
            if openable:
                verb = "close" if opened else "open"
                found[f"{verb} {name[r]}"] = (verb, r, "")
            things = [o for o, where in inside if where == r]
            found |= {f"use {name[o]}": ("use", o, r) for o in things if self._is("toggleable", o)}
            if opened or not openable:
                found |= {f"take {name[o]} from {name[r]}": ("take", o, r) for o in things
                          if not held and self._is("pickupable", o)}
            if held:
                found |= self._with(held, r, opened or not openable)
        if held:  # what is not held can't be examined on the engine, whatever the file's PDDL says
            found[f"examine {name[held]}"] = ("regard", held, "")
        if self.sort.get(held) in ("knifetype", "butterknifetype"):
            found |= {f"slice {name[o]} with {name[held]}": ("slice", o, held)
                      for (o,) in self.true["sliceable"]
                      if (o, self.here) in self.true["objectatlocation"]}
        return found

    def _with(self, held: str, r: str, open_: bool) -> dict[str, tuple[str, str, str]]:
        """Return what can be done with the thing in the hand at a receptacle."""
        name = self.file.names
        found = {f"{verb} {name[held]} with {name[r]}": (verb, held, r)
                 for verb, (able, kinds, _, _) in PROCESSES.items()
                 if self._is(able, held) and self.kind.get(r) in kinds}
        if open_ and (self.kind.get(r, ""), self.sort.get(held, "")) in self.true["cancontain"]:
            found[f"move {name[held]} to {name[r]}"] = ("move", held, r)
        return found

    def _done(self, action: str, one: str, two: str) -> str:
        """Change the state; return the answer."""
        true, names = self.true, self.file.names
        first, second = names.get(one, ""), names.get(two, "")
        if action == "go":
            self.here = self.place[one]
            return f"You arrive at {first}. {self._inside(one)}"
        if action == "open":
            true["opened"].add((one,))
            return f"You open the {first}. {self._inside(one)}"
        if action == "close":
            true["opened"].discard((one,))
            return f"You close the {first}."
        if action == "take":
            true["inreceptacle"].discard((one, two))
            self.left.add((one, two))
            true["objectatlocation"].discard((one, self.here))
            true["holds"] = {(self.agent, one)}
            return f"You pick up the {first} from the {second}."
        if action == "move":
            true["inreceptacle"].add((one, two))
            self.left.discard((one, two))
            true["objectatlocation"].add((one, self.here))
            true["holds"] = set()
            return f"You move the {first} to the {second}."
        return self._handled(action, one, two, first, second)

    def _handled(self, action: str, one: str, two: str, first: str, second: str) -> str:
        true = self.true
        if action in PROCESSES:
            _, _, fact, gone = PROCESSES[action]
            true[fact].add((one,))
            true[gone].discard((one,))
            return f"You {action} the {first} using the {second}."
        if action == "use":
            true["istoggled"].add((one,))
            return f"You turn on the {first}."
        if action == "slice":
            true["issliced"].add((one,))
            return f"You sliced the {first} with the {second}."
        if action == "inventory":
            held = self.held
            return (f"You are carrying: {self._list([held])}." if held
                    else "You are not carrying anything.")
        if action == "look":
            return self._look()
        if action == "help":
            return self.file.help
        return self._inside(one) if action == "look at" else self._regarded(one, first)

    def _inside(self, r: str) -> str:
        things = self._list(o for o, where in self.true["inreceptacle"] if where == r)
        name = self.file.names[r]
        if not self._is("openable", r):
            return f"On the {name}, you see {things}."
        if self._is("opened", r):
            return f"The {name} is open. In it, you see {things}."
        return f"The {name} is closed."

    def _regarded(self, o: str, name: str) -> str:
        if self._is("isreceptacleobject", o):
            inner = self._list(i for i, outer in self.true["inreceptacleobject"] if outer == o)
            return f"This is a normal {name}. In it, you see {inner}."
        for look in LOOKS:
            if all(self._is(f"is{word}", o) for word in look):
                return f"This is a {SHOWN.get(look, ' '.join(look))} {name}."
        if self._is("toggleable", o):
            return f"This {name} is {'on' if self._is('istoggled', o) else 'off'}."
        if self._is("issliced", o):
            return f"This is a sliced {name}."
        return f"There's nothing special about {name}."

    def _look(self, first: bool = False) -> str:
        near = [r for r, p in self.place.items() if p == self.here]
        if not near:
            seen = self._list(self.place if first else ())
            return ("You are in the middle of a room. Looking quickly around you, you see "
                    f"{seen}.")
        # the engine knows what is not in a receptacle only where it was taken from it
        beside = [o for o, r in self.left
                  if r in near and (o, self.here) in self.true["objectatlocation"]]
        return (f"You are facing the {self._list(near, '')}. "
                f"Next to it, you see {self._list(beside)}.")

    def _list(self, ids: Iterable[str], article: str = "a ") -> str:
        """Return things in the order of their ids, as the engine lists them."""
        words = [f"{article}{self.file.names.get(i, i)}" for i in sorted(ids)]
        if len(words) > 1:
            return ", ".join(words[:-1]) + f", and {words[-1]}"
        return words[0] if words else "nothing"


def _matches(atoms: list[Row], bound: dict[str, str], tables: Mapping[str, Iterable[Row]]
             ) -> Iterator[dict[str, str]]:
    """Yield the bindings of variables under which all atoms hold."""
    if not atoms:
        yield bound
        return
    atom = min(atoms, key=lambda a: (a[0] == "differ", len(set(a[1:]) - bound.keys())))
    rest = [a for a in atoms if a is not atom]
    words = tuple(bound.get(w, w) for w in atom[1:])
    if atom[0] == "differ":
        if words[0] != words[1]:
            yield from _matches(rest, bound, tables)
        return
    for row in tables.get(atom[0], ()):
        if len(row) == len(words) and all(
                w == x or w.startswith("?") for w, x in zip(words, row, strict=True)):
            new = {**bound, **{w: x for w, x in zip(words, row, strict=True) if w[0] == "?"}}
            yield from _matches(rest, new, tables)
