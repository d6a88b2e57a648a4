"""Transition modeling: our laws in the annotation's words, and operators learned from traces.

The module scores agreement with an annotation that differs from the simulator in places (README).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import permutations
from typing import Any

from lmfree_eai.goals import half
from lmfree_eai.laws import laws
from lmfree_eai.package import Task, read_json, tasks
from lmfree_eai.sequencing import schema_of
from lmfree_eai.transitions import Agreement, Walk
from planner.errors import InputError
from planner.pddl.model import Formula
from planner.pddl.printer import formula_text

__all__ = ["answers"]

PROMPTS = "evaluation/transition_modeling/prompts/helm_prompts.json"
NAMES = {"walk_towards": "WALK", "walk_into": "WALK", "put_on": "PUTBACK", "look_at": "LOOKAT",
         "put_on_character": "PUTON", "put_inside": "PUTIN", "wake_up": "WAKEUP"}
"""Names of the annotation that are not ours with underscores."""
WORDS = {"close": ("next_to", "", "obj_next_to"), "on": ("ontop", "on_char", "obj_ontop"),
         "inside": ("inside", "", "obj_inside"), "facing": ("facing", "", ""),
         "holds_rh": ("holds_rh", "", ""), "holds_lh": ("holds_lh", "", ""),
         "near": ("next_to", "", ""), "faces": ("facing", "", "")}
"""The annotation's words for relations of the character, to the character, among things."""
UNSAID = ("two_rooms", "no_seat", "no_bed", "kind", "grabbed", "between")
EPISODES = 40
Env = Mapping[str, tuple[str, str]]
"""The annotation's word for each variable, and its type here."""
Literal = tuple[bool, str, tuple[int, ...]]
"""A sign, a predicate, and the places of its arguments: 0 is the character."""


@cache
def _prompts() -> Mapping[str, list[tuple[str, tuple[str, ...]]]]:
    """Return the actions, with parameters, that each task's prompt asks for."""
    found = {}
    for prompt in read_json(PROMPTS):
        asked = prompt["llm_prompt"].rpartition("Input:")[2]
        found[prompt["identifier"]] = [
            (name, tuple(re.findall(r"\?\w+ - \w+", parameters)))
            for name, parameters in re.findall(r":action (\w+)\s+:parameters \((.*?)\)", asked)]
    return found


def answers(task: Task) -> dict[str, str]:
    """Return the bodies of the actions asked for, by our laws and as traces teach them.

    The traces are of tasks of other titles.
    """
    if task.name not in _prompts():
        raise InputError(f"transition modeling has no task {task.name}")
    told: dict[str, list[str]] = {"lmfree_laws": [], "lmfree_learned": []}
    for name, parameters in _prompts()[task.name]:
        words = [p.split()[0] for p in parameters]
        action = NAMES.get(name, name.replace("_", "").upper())
        learned = _learned(half(task.title)).get(action, (set(), set()))
        models: dict[str, Iterable[Formula]] = {
            "lmfree_laws": _lawful(action, words, name == "walk_into"), "lmfree_learned": [
                ("and", *(_atom(literal, words) for literal in sorted(part))) for part in learned]}
        for who, (needed, effect) in models.items():
            told[who].append(f"(:action {name} :parameters ({' '.join(parameters)}) :precondition "
                             f"{_text(needed)} :effect {_text(effect)})")
    return {who: json.dumps({"output": " ".join(texts)}) for who, texts in told.items()}


def _text(formula: Formula) -> str:
    return formula_text(formula) if len(formula) > 1 else "()"


def _lawful(action: str, words: list[str], into: bool) -> tuple[Formula, Formula]:
    schema = laws().actions[schema_of(action)]
    env = {p: (word, "room" if into and n else types[0])
           for n, ((p, types), word) in enumerate(zip(schema.parameters, words, strict=False))}
    return _said(schema.precondition, env) or (), _said(schema.effect, env, True) or ()


def _said(formula: Formula, env: Env, effect: bool = False) -> Formula | None:
    """Return a formula or effect in the annotation's words, None where it has none."""
    head, *parts = formula
    if head == "atom" and effect and parts[0] == "holding":  # what the hands hold is said apart
        return None
    if head == "atom":
        return _relation(parts[0], [env.get(w, (w, "")) for w in parts[1]])
    if head == "=":
        return ("=", *(env[w][0] for w in parts))
    if head in ("exists", "forall"):
        inner = _said(parts[1], {**env, **{v: (v, types[0]) for v, types in parts[0]}}, effect)
        return inner and (head, tuple((v, ("object",)) for v, _ in parts[0]), inner)
    said = [_said(part, env, effect and (head != "when" or part is parts[1])) for part in parts]
    if head in ("not", "when"):
        return None if None in said else (head, *said)
    known = list(dict.fromkeys(s for s in said if s))
    return (head, *known) if len(known) > 1 else known[0] if known else None


def _relation(name: str, arguments: list[tuple[str, str]]) -> Formula | None:
    words, types = zip(*arguments, strict=True)
    if name == "holding":
        return ("or", *(("atom", hand, words) for hand in ("holds_lh", "holds_rh")))
    axiom = next((a for a in laws().axioms if a.predicate == name and name not in WORDS), None)
    if name in UNSAID:
        return None
    if axiom is not None:
        return _said(axiom.condition, dict(zip(
            (p for p, _ in axiom.parameters), arguments, strict=True)))
    return _say(name, words, [t == "character" for t in types], types[-1] == "room")


def _say(name: str, words: tuple[str, ...], me: list[bool], room: bool) -> Formula | None:
    if len(words) == 1:
        return ("atom", name.removeprefix("is_"), words)
    word = WORDS[name][0 if me[0] else 1 if me[1] else 2]
    word = "inside_room" if word == "obj_inside" and room else word
    return ("atom", word, words) if word else None


def _atom(literal: Literal, words: list[str]) -> Formula:
    atom = ("atom", literal[1], tuple(words[place] for place in literal[2]))
    return atom if literal[0] else ("not", atom)


@cache
def _learned(title: str) -> Mapping[str, tuple[set[Literal], set[Literal]]]:
    """Learn operators from random traces in the other half of the titles."""
    rng = random.Random(0)
    traces: dict[str, list[tuple[set[Literal], set[Literal] | None]]] = {}
    for task in rng.sample([t for t in tasks().values() if half(t.title) != title], EPISODES):
        walk = Walk(task, rng)
        for name, ids in walk.calls():
            before = _literals(walk, ids)
            done = walk.step(Agreement(), name, ids)
            traces.setdefault(name, []).append((before, _literals(walk, ids) if done else None))
    return {name: _taught(many) for name, many in traces.items()}


def _taught(traces: list[tuple[set[Literal], set[Literal] | None]],
            ) -> tuple[set[Literal], set[Literal]]:
    """Return what an action needs and does.

    What always held where it was executed, but not always where it was refused; what became true
    in at least half of the cases where it was not.
    """
    done = [(before, after) for before, after in traces if after is not None]
    if not done:
        return set(), set()
    refused = [before for before, after in traces if after is None]
    always = set.intersection(*(before for before, _ in done))
    needed = {lit for lit in always if any(lit not in before for before in refused)}
    news = [(after - before, before) for before, after in done]
    return needed, {lit for new, _ in news for lit in new
                    if 2 * sum(lit in n for n, _ in news) >= sum(lit not in b for _, b in news)}


def _literals(walk: Walk, ids: list[int]) -> set[Literal]:
    """Return what holds of the character and some things, and what that can change does not."""
    names = [walk.me, *(walk.names[i] for i in ids)]
    found: set[Literal] = set()
    for predicate, shape in laws().predicates.items():
        if predicate in (*laws().derived, *UNSAID, "holding"):
            continue
        for places in permutations(range(len(names)), len(shape)):
            told: Any = _say(predicate, tuple(map(str, places)), [p == 0 for p in places], False)
            holds = (predicate, tuple(names[p] for p in places)) in walk.ours.atoms
            if told and (holds or len(places) > 1 or predicate.startswith("is_")):
                found.add((holds, told[1], places))
    return found
