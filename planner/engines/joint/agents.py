"""Who the robots are: named, declared by the dialect, or those that act of their own accord.

The rules in their order, each with what it looks at:

1. MA-PDDL says it (``:agent`` of the actions);
2. a type is called agent, robot or player;
3. movers: a place of theirs is changed by an action of theirs (``(at ?x a)`` → ``(at ?x b)``), none
   of whose other parameters moves too. So a truck that only its driver moves does not act. They
   are taken where every action names one;
4. the one type of which every action has exactly one parameter, if it is changed and not all that
   the goal is about, or is called so; not what has to be in two actions at once (a burning match);
5. movers together with workers: who becomes free and busy while handling something, and is not what
   the goal is about (a hoist);
6. a type called rover, vehicle, truck, …

Where there are no types, static predicates of one object stand for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from planner.errors import UsageError
from planner.pddl import Domain
from planner.pddl.model import (
    ActionSchema,
    PDDLTask,
    Problem,
    conjuncts,
    objects_in,
    task_of,
    within,
)
from planner.plan import Step

SURE = ("agent", "robot", "robots", "agents", "player", "players")
LIKELY = ("worker", "drone", "uav", "rover", "vehicle", "truck", "satellite", "machine", "hoist",
          "person")
OTHERWISE = "--agents NAME,… or --agents-of TYPE,… choose otherwise"


def acting(domain: Domain, agents: Collection[str], action: Step) -> tuple[str, ...]:
    """Return the robots whose turn an action takes.

    These are those it names, but one alone where MA-PDDL says who acts, or where the one robot
    there is has no name among the objects.
    """
    schema, named = domain.actions.get(action.name), action.arguments
    if schema is not None and schema.agent:
        named = (schema.bound(named).get(schema.agent, schema.agent),)
    return tuple(dict.fromkeys(a for a in named if a in agents))


def find_agents(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], wanted: str | Collection[str] = "",
    example: Problem | None = None,
) -> tuple[tuple[str, ...], str]:
    """Return the robots and the words how they were found.

    ``wanted`` are names of robots; or, in one text with commas, types, predicates of one object and
    names. Facts and goal of an ``example`` are looked at where types do not say enough. Raises
    :class:`UsageError` where there are none.
    """
    task = task_of(domain, objects)
    team = _Kinds(task if example is None else replace(task, problem=example))
    if not isinstance(wanted, str):
        unknown = sorted(set(wanted) - team.task.objects.keys())
        if unknown or not wanted:
            raise UsageError(f"no such robots: {', '.join(unknown) or 'none are named'}; "
                             f"{_known(team)}")
        return tuple(dict.fromkeys(wanted)), "the robots are named"
    if wanted:
        return _asked(team, [word.strip().lower() for word in wanted.split(",")])
    kinds, why = team.found()
    if not kinds:
        raise UsageError(f"no robots were found: {_known(team)}")
    listed = " and ".join(kinds)
    what = "type" if len(kinds) == 1 else "types"
    return team.members(kinds), (f"the objects of {what} {listed} were taken for the robots: {why} "
                                 f"({OTHERWISE})")


def _asked(team: _Kinds, words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    found: dict[str, None] = {}
    for word in words:
        if word in team.domain.types or word == "object" or word in team.facts:
            members = team.members([word])
            if not members:
                raise UsageError(f"there is no object of type {word}: a team needs a robot")
            found |= dict.fromkeys(members)
        elif word in team.task.objects:
            found[word] = None
        else:
            raise UsageError(f"no type '{word}', and no such predicate or object; {_known(team)}")
    kinds = [word for word in words if word not in team.task.objects]
    said = f"the robots are the objects of type {', '.join(kinds)}" if kinds else ""
    return tuple(found), said or "the robots are named"


def _known(team: _Kinds) -> str:
    kinds = sorted({*team.domain.types, *team.facts} - {"object"})
    return f"name them (--agents NAME,…) or their types (--agents-of TYPE,…: {', '.join(kinds)})"


@dataclass
class _Kinds:
    """Types of objects, or what static facts say in their place, and what actions do to them."""

    task: PDDLTask

    @property
    def domain(self) -> Domain:
        return self.task.domain

    @cached_property
    def actions(self) -> list[ActionSchema]:
        return list(self.domain.actions.values())

    @cached_property
    def facts(self) -> dict[str, tuple[str, ...]]:
        """Return the objects of each static predicate that says something of one object."""
        found: dict[str, list[str]] = {}
        for name, words in sorted(self.task.problem.init):
            if len(words) == 1 and name not in self.domain.changed:
                found.setdefault(name, []).append(words[0])
        return {name: tuple(words) for name, words in found.items()}

    @cached_property
    def untyped(self) -> bool:
        return all(kinds == ("object",) for kinds in self.task.objects.values())

    @cached_property
    def kinds(self) -> list[str]:
        if self.untyped:
            return sorted(self.facts)
        return sorted({kind for kinds in self.task.objects.values() for kind in kinds} - {"object"})

    def members(self, kinds: Sequence[str]) -> tuple[str, ...]:
        found = {thing: None for kind in kinds for thing in (
            self.task.of_type((kind,)) if kind in self.domain.types or kind == "object"
            else self.facts.get(kind, ()))}
        return tuple(sorted(found))

    def parameters(self, action: ActionSchema, kind: str) -> list[str]:
        """Return the parameters that can be of a kind."""
        if not self.untyped:
            return [name for name, wanted in action.parameters
                    if wanted != ("object",) and self.domain.is_a(kind, wanted)]
        said = {part[2][0] for part in conjuncts(*action.conditions)
                if part[:2] == ("atom", kind) and len(part[2]) == 1}
        return [name for name, _ in action.parameters if name in said]

    def found(self) -> tuple[list[str], str]:
        """Return the kinds of robots and why they are, by the first rule that fits."""
        declared = sorted({kind for a in self.actions for name, kinds in a.parameters
                           if name == a.agent for kind in kinds})
        if declared:
            return declared, "the actions name them as their agents"
        named = [k for name in SURE for k in self.named(name)]
        if named:
            return named[:1], "the name says so"
        movers = self.movers
        if movers and self.covers(movers):
            return movers, self.moved(movers)
        once = self.once()
        if len(once) == 1:
            return once, "every action has one parameter of it"
        workers = self.workers(movers)
        if workers:
            said = f"{' and '.join(workers)} {'is' if len(workers) == 1 else 'are'} busy or free"
            return [*movers, *workers], f"{self.moved(movers)}, {said}" if movers else said
        if movers:
            return movers, self.moved(movers)
        likely = [k for name in LIKELY for k in self.named(name)] or [
            k for k in once if any(name in k for name in LIKELY)]
        return likely[:1], "the name says so"

    def covers(self, kinds: Sequence[str]) -> bool:
        """Say whether every action names something of these kinds."""
        return all(any(self.parameters(a, k) for k in kinds) for a in self.actions)

    def named(self, name: str) -> list[str]:
        """Return the type of a name, or one that contains a sure one, where it has objects."""
        known = sorted(self.facts if self.untyped else self.domain.types)
        fits = [k for k in known if k == name and self.members([k])]
        if name in SURE[:2] and not fits:
            fits = [k for k in known if name in k and self.members([k])]
        return fits

    def moves(self, kind: str) -> dict[str, list[str]]:
        """Return the actions that change a place of what has this kind, with the parameters."""
        found: dict[str, list[str]] = {}
        for action in self.actions:
            literals, names = action.literals, [name for name, _ in action.parameters]
            for x in self.parameters(action, kind):
                left = {(p, words[1:]) for added, p, words in literals
                        if not added and len(words) > 1 and words[0] == x
                        and self.place(p, kind)}
                for p, old in left:
                    new = [words[1:] for added, q, words in literals
                           if added and q == p and words[:1] == (x,)]
                    if sum(q == p for q, _ in left) == 1 and len(new) == 1 and new[0] != old and (
                            {*old, *new[0]} <= set(names)):
                        found.setdefault(action.name, []).append(x)
        return found

    def place(self, predicate: str, kind: str) -> bool:
        """Say whether a predicate is about places: others can be there, or facts are about them.

        So the level of a shaker is none. Without types the parameters of actions say what a
        predicate is about.
        """
        if self.untyped:
            first, *others = self.sorts.get(predicate, [set()])
            known = set[str]().union(*others)
            return bool(first - {kind}) or not known or any(
                known & sort for name in self.sorts if name != predicate
                for sort in self.sorts[name])
        shape = self.domain.predicates[predicate]
        if any(self.domain.is_a(o, shape[0][1]) for o in self.kinds if o != kind):
            return True
        values = {k for _, wanted in shape[1:] for k in wanted}
        return any(self.domain.is_a(k, tuple(values)) or self.domain.is_a(v, (k,))
                   for name in self.domain.changed if name != predicate
                   for _, wanted in self.domain.predicates[name] for k in wanted for v in values)

    @cached_property
    def sorts(self) -> dict[str, list[set[str]]]:
        """Return the kinds at each position of the predicates that actions change."""
        found: dict[str, list[set[str]]] = {}
        for action in self.actions:
            of = {kind: self.parameters(action, kind) for kind in self.kinds}
            for _, name, words in action.literals:
                known = found.setdefault(name, [set() for _ in words])
                for sort, word in zip(known, words, strict=True):
                    sort.update(kind for kind, names in of.items() if word in names)
        return found

    @cached_property
    def movers(self) -> list[str]:
        """Return the kinds that some action moves which names no other kind that moves."""
        moving = {kind: moves for kind in self.kinds if (moves := self.moves(kind))}
        return [kind for kind, moves in moving.items() if any(
            all(set(self.parameters(self.domain.actions[name], other)) <= set(own)
                for other in moving if other != kind) for name, own in moves.items())]

    def moved(self, movers: Sequence[str]) -> str:
        size = {name: (len(a.parameters), name) for name, a in self.domain.actions.items()}
        return ", ".join(f"{kind} moves by {min(self.moves(kind), key=size.__getitem__)}"
                         for kind in movers)

    def once(self) -> list[str]:
        """Return the most special kinds of which every action has exactly one parameter.

        What an action only looks at (a direction), or all of the goal is about, counts where its
        name is likely (a machine). What is in two actions at once (a burning match) does not.
        """
        wanted = [part[2] for part in within(self.task.problem.goal) if part[0] == "atom"]
        known = self.kinds if self.untyped else sorted(set(self.domain.types) - {"object"})
        fits = [kind for kind in known if self.members([kind]) and not self.overlaps(kind)
                and all(len(self.below(a, kind)) == 1 for a in self.actions)
                and (any(name in kind for name in LIKELY) or (any(
                    self.below(a, kind)[0] in words
                    for a in self.actions for _, _, words in a.literals) and not (
                    wanted and all(set(self.members([kind])) & set(words) for words in wanted))))]
        return [k for k in fits if self.untyped or not any(
            o != k and self.domain.is_a(o, (k,)) for o in fits)]

    def overlaps(self, kind: str) -> bool:
        """Say whether what some action makes true of a kind while it lasts is needed meanwhile."""
        timed = [(a, a.durative) for a in self.actions if a.durative]
        brief = {begun[1] for _, d in timed for begun in conjuncts(*(
            e for time, e in d.effects if time == "start")) if any(
            over == ("not", begun) for over in conjuncts(*(
                e for time, e in d.effects if time == "end")))}
        return any(part[1] in brief and set(self.below(a, kind)) & set(part[2])
                   for a, d in timed for part in conjuncts(*(
                       c for time, c in d.conditions if time == "all")) if part[0] == "atom")

    def below(self, action: ActionSchema, kind: str) -> list[str]:
        """Return the parameters that are of a kind whatever they stand for."""
        if self.untyped:
            return self.parameters(action, kind)
        return [name for name, wanted in action.parameters
                if all(self.domain.is_a(k, (kind,)) for k in wanted)]

    def workers(self, movers: Sequence[str]) -> list[str]:
        """Return the kinds that become free and busy while they handle something, none to spare.

        The goal is not about them, they do so without one that moves, and every action names one of
        them or of those that move.
        """
        about = objects_in(self.task.problem.goal)
        found = []
        for kind in self.kinds:
            if kind in movers or not about or about & set(self.members([kind])):
                continue
            states: set[tuple[bool, str]] = set()
            handles = False
            for action in self.actions:
                if any(self.parameters(action, mover) for mover in movers):
                    continue
                for x in self.parameters(action, kind):
                    own = [(added, p, w) for added, p, w in action.literals if w[:1] == (x,)]
                    states |= {(added, p) for added, p, words in own if len(words) == 1}
                    handles |= any(len(words) > 1 for _, _, words in own)
            if handles and any((not added, p) in states for added, p in states):
                found.append(kind)
        if not self.covers([*movers, *found]):
            return []
        for kind in list(found):
            rest = [other for other in found if other != kind]
            found = rest if self.covers([*movers, *rest]) else found
        return found
