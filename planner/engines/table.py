"""Features and engines: who takes what, which engine could, and what would have to go.

Made from the registry; ``planner list engines --features`` prints it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from planner.engines.handover import hand_over
from planner.engines.registry import ENGINES, EngineSpec
from planner.pddl import PDDLTask, features
from planner.pddl.features import FEATURES

_FREE = frozenset({"action-costs", "either"})
"""Features no engine refuses: costs are left out for one that does not mind them, and types with
alternatives become static facts for all."""
QUANTIFIED = frozenset({"quantified-preconditions", "universal-effects"})
"""Features that are written out over the objects for an engine that does not take them."""


def feature_table() -> list[tuple[str, ...]]:
    """Return one row per feature: its name, then a word for each engine in the registry's order.

    The words are ``yes``, ``written out``, ``left out``, and nothing where it is refused.
    """
    return [(feature, *(_cell(feature, spec) for spec in ENGINES.values())) for feature in FEATURES]


def refusal(name: str, task: PDDLTask) -> str:
    """Say why an engine does not take a task, which one could, and what would have to go.

    Nothing where it does.
    """
    spec = ENGINES[name]
    _, used = hand_over(task, spec)
    parts = []
    for feature in _lacking(spec, used):
        known = FEATURES[feature]
        how = f"; removable by {known.removal}" if known.removal else "; nothing here removes them"
        parts.append(f"{known.words}{how}")
    return f"{name} does not take {' · '.join(parts)}. {advice(features(task))}" if parts else ""


def no_proof(name: str, used: Collection[str]) -> str:
    """Return the refusal of a proof of optimality: which engines could give one."""
    could = [other for other in could_solve(used) if ENGINES[other].optimal]
    told = (f"Engines that can: {', '.join(map(_named, could))}" if could else
            "No engine here can for these features; without --optimal there is a plan, not a proof")
    return f"{name} cannot prove optimality. {told}"


def could_solve(used: Iterable[str]) -> list[str]:
    """Return the engines that take all of the given features, installed or not."""
    return _by_lack(used).get(frozenset(), [])


def advice(used: Iterable[str]) -> str:
    """Say which engines take all of the features, or what has to go for which to take the rest."""
    ways = _by_lack(used)
    if could := ways.get(frozenset()):
        return f"Engines that can: {', '.join(map(_named, could))}"
    least = sorted((way for way in ways if not any(o < way for o in ways)), key=sorted)
    told = [f"without {' and '.join(FEATURES[feature].words for feature in sorted(way))}: "
            f"{', '.join(map(_named, ways[way]))}" for way in least]
    return f"No engine here takes all of it; {'; '.join(told)}"


def _by_lack(used: Iterable[str]) -> dict[frozenset[str], list[str]]:
    """Return engines by the features they lack, but for those that are surely written out."""
    features, found = frozenset(used), dict[frozenset[str], list[str]]()
    for name, spec in ENGINES.items():
        left = features - QUANTIFIED if "disjunctive-preconditions" in spec.accepts else features
        found.setdefault(frozenset(_lacking(spec, left)), []).append(name)
    return found


def _lacking(spec: EngineSpec, used: frozenset[str]) -> list[str]:
    taken = spec.accepts | _FREE
    if "durative-actions" in used:
        taken -= spec.timeless
    return sorted(used - taken)


def _cell(feature: str, spec: EngineSpec) -> str:
    if feature == "action-costs":
        return "yes" if spec.costs else "left out"
    if feature in (QUANTIFIED | _FREE) - spec.accepts:
        return "written out"
    return "yes" if feature in spec.accepts else ""


def _named(name: str) -> str:
    return f"{name} (not installed)" if ENGINES[name].missing() else name
