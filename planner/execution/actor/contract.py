"""What a world says to the loop and is asked by it: facts, assumptions, actions and skills.

A domain with a ``bridge`` (``planner.domain``) has the policy ``planned``: nothing else is needed
than its ``domain.pddl`` and this. A bridge inherits from :class:`Bridge` and writes ``begin``,
``observe``, ``problem`` and ``act`` (or ``skills``); everything else has a default that will do
for a quiet world where each ground action is one action of the environment.

How the loop uses it, once a joint step::

    bridge.observe(observations)                  # after the first: begin(briefing, observations)
    believed = bridge.problem()                   # facts now, with what is assumed
    # predicted facts ≠ believed facts, or an action failed → a new joint plan, simulated first
    actions = bridge.act({robot: ground action})  # whoever is missing has nothing to do by plan

A ground action is *done* when its effects are believed. Where they are not after a step, the
action goes on if ``running`` says so; it has failed if ``failed`` says why; anything else is a
surprise. Each of the latter two leads to a new plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import Any, Protocol

from planner.environment import Briefing
from planner.pddl.conditions import Atom
from planner.pddl.printer import atom_text
from planner.plan import Step

__all__ = ["Assumption", "Atom", "Believed", "Bridge", "GroundAction", "JointSteps", "Preference",
           "Skill", "Unknown", "valued"]

GroundAction = Step
"""A name and its objects, e.g. ``Step("move", ("alice", "c0", "c1"))``."""
JointSteps = tuple[tuple[GroundAction, ...], ...]
"""Who does what in each joint step; the first is to be done now."""
Skill = Callable[[str, GroundAction], str | None]
"""How a robot carries out a kind of ground action, over as many steps as it takes: gives the next
action of an agent; None: nothing is left to do (done or given up)."""
Preference = tuple[float, GroundAction]
"""What is worth doing now, and how much, if the plan gets no longer by it."""


@dataclass(frozen=True)
class Assumption:
    """Something unknown that is taken for true until it is seen not to be.

    ``key`` names the unknown (``"place of apple"``), one assumption a key; ``atoms`` are the
    facts of the value that is assumed, ``weight`` how likely they are (0 to 1). One that a bridge
    makes itself, with a weight below 1, says that there are other values which it does not name:
    then nothing can be proven impossible. An :class:`Unknown` names them.
    """

    key: str
    atoms: frozenset[Atom]
    weight: float = 1.0


@dataclass(frozen=True)
class Unknown:
    """Something of which one value holds, and nobody knows which; the loop chooses what to assume.

    ``values`` maps the facts of each value to its weight (shares of their sum count, not the
    numbers); no facts at all are a value, too ("nowhere"). With ``any_number`` each value holds or
    not for itself, with its weight as its probability. The loop takes it that a value shows where
    everything else holds that an action needs which uses its facts (being there, the box open).
    """

    key: str
    values: Mapping[frozenset[Atom], float]
    any_number: bool = False


@dataclass(frozen=True)
class Believed:
    """The problem as it is believed now.

    ``objects`` maps names to types of the domain (its constants are left out); ``facts`` are all
    true atoms, those that never change included; ``goal`` is a conjunction of atoms. Names are
    in small letters and keep their meaning over the episode: the loop compares facts.
    ``numbers`` are the values of the domain's functions, ``{("fuel", ("r1",)): 3}``.
    ``possible`` are atoms that may become true without anybody's doing; engines like to know.
    ``unknowns`` are what is assumed something of by the loop, together such that where all of the
    first atoms of a pair in ``implies`` hold the second do, and of no set in ``exclude`` all.
    ``learnt`` may say how much was learnt so far, where facts and weights do not show it: the team
    does not give up while it rises, and what is done is not the same again.
    """

    objects: Mapping[str, str]
    facts: frozenset[Atom]
    goal: frozenset[Atom]
    assumptions: tuple[Assumption, ...] = ()
    possible: frozenset[Atom] = frozenset()
    unknowns: tuple[Unknown, ...] = ()
    implies: tuple[tuple[frozenset[Atom], frozenset[Atom]], ...] = ()
    exclude: tuple[frozenset[Atom], ...] = ()
    learnt: float = 0.0
    numbers: Mapping[Atom, float] = field(default_factory=dict)

    @property
    def init(self) -> frozenset[Atom]:
        """Return everything that is taken for true, numbers as :func:`valued` atoms."""
        return self.facts.union(*(a.atoms for a in self.assumptions),
                                (valued(term, n) for term, n in self.numbers.items()))

    @property
    def imaginable(self) -> frozenset[Atom]:
        """Return everything that is true, or would be with some value of an unknown."""
        return self.init.union(*(atoms for u in self.unknowns for atoms in u.values))

    @property
    def open(self) -> bool:
        """Say whether something unknown may have values that are not named."""
        return any(a.weight < 1 for a in self.assumptions) or not all(
            u.values for u in self.unknowns)

    def problem_text(self, domain: str, name: str = "believed", metric: str = "") -> str:
        """Return it as a PDDL problem of the domain of this name; ``metric`` is a section."""
        kinds: dict[str, list[str]] = {}
        for word, kind in self.objects.items():
            kinds.setdefault(kind, []).append(word)
        lines = [f"(define (problem {name})", f"  (:domain {domain})", "  (:objects"]
        lines += [f"    {' '.join(words)} - {kind}" for kind, words in kinds.items()]
        lines += ["  )", "  (:init", *(f"    {atom_text(a)}" for a in sorted(self.init))]
        lines += ["  )", "  (:goal (and", *(f"    {atom_text(a)}" for a in sorted(self.goal))]
        lines += ["  ))"]
        lines += [metric, ")"] if metric else [")"]
        return "\n".join(lines) + "\n"

    def news(self, forecast: Iterable[Assumption]) -> list[Assumption]:
        """Return what a forecast has otherwise than is assumed."""
        now = {a.key: a.atoms for a in self.assumptions}
        return [a for a in forecast if now.get(a.key) != a.atoms]

    def assuming(self, others: Iterable[Assumption]) -> Believed:
        """Return the same with other assumptions in the place of those with the same key."""
        found = {a.key: a for a in (*self.assumptions, *others)}
        return replace(self, assumptions=tuple(found.values()))


def valued(term: Atom, value: float | Fraction) -> Atom:
    """Return the fact that a function has a value, which as text is ``(= (fuel r1) 3)``."""
    number = f"{float(value):.12g}" if isfinite(value) else str(value)
    return "=", (atom_text(term), number)


def goals_told(goals: Iterable[Atom]) -> str:
    """Return goals as text."""
    return ", ".join(map(atom_text, sorted(goals)))


class Bridge(Protocol):
    """From observations to facts and assumptions, from ground actions to those of the world.

    ``robots`` maps the PDDL names of the robots to the environment's agents (set by ``begin``).
    ``pddl`` is the text of a domain of its own; empty: the domain's ``domain.pddl``. ``senses`` is
    the text of a PDDL domain that is added to it: what only somebody who doesn't know everything
    does, such as asking and looking. Where there is one robot, actions need not name it, and it
    need be no object: then it does everything. ``skills`` maps names of PDDL actions to skills, for
    the default ``act``. ``reasons`` says of agents, after ``act``, why they do what they do beside
    or for the plan (for the trace). ``effects`` has what each action of ``doing`` makes true, and
    what false, once it is done, ``coming`` what is left of the joint plan (both set before
    ``act``). ``substitute`` says for the trace who acts while there is no plan.
    """

    robots: Mapping[str, str] = MappingProxyType({})
    skills: Mapping[str, Skill] = MappingProxyType({})
    reasons: Mapping[str, str] = MappingProxyType({})
    effects: Mapping[GroundAction, tuple[frozenset[Atom], frozenset[Atom]]] = MappingProxyType({})
    coming: JointSteps = ()
    pddl: str = ""
    senses: str = ""
    substitute: str = "fallback"

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start an episode: take in the briefing and what the team sees first."""

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Take in what is seen after a joint step, the outcome of each robot's action included."""

    def problem(self) -> Believed:
        """Return the problem as it is believed now, with the likeliest useful assumptions."""
        raise NotImplementedError

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Return the next action of each agent for what its robot is doing by plan.

        An action of several robots stands at each of them. Robots that are missing in ``doing``
        have nothing to do by plan: they may look around, step aside, or idle. Agents that are
        missing in the answer idle.
        """
        now = {}
        for robot, agent in self.robots.items():
            action = doing.get(robot)
            skill = self.skills.get(action.name) if action else None
            now[agent] = (skill(agent, action) if skill and action else None) or "Idle"
        return now

    def running(self, robot: str) -> bool:
        """Say whether what the robot was doing takes more steps and goes as it should."""
        return False

    def failed(self, robot: str) -> str:
        """Say why the robot's last action failed (a kind, e.g. ``"blocked"``), or nothing."""
        return ""

    def finished(self) -> bool:
        """Say whether the team knows its task is done; by default: when the goal is believed."""
        believed = self.problem()
        return believed.goal <= believed.facts

    def given_up(self) -> str:
        """Say why the team stops, or has stopped, with its task not done; or nothing."""
        return ""

    def forecast(self, plan: JointSteps) -> Sequence[Assumption]:
        """Return what will hold otherwise than assumed by the time a plan comes to it.

        For a world that changes by itself: ``level l1`` is assumed as it is now, but will have
        risen when the plan first touches it. The loop plans again with the answer in the place
        of the assumptions of the same keys, a few rounds at most.
        """
        return ()

    def preferences(self, plan: JointSteps) -> Sequence[Preference]:
        """Return what is worth doing now, e.g. a look, as long as the plan gets no longer by it.

        ``plan`` is the rest of the plan so far; empty at first.
        """
        return ()

    def fallback(self, agent: str) -> str:
        """Return an action for an agent while there is no plan at all."""
        return "Idle"
