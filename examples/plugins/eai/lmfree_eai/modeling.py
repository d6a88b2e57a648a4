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

from lmfree_eai.goals import half
from lmfree_eai.laws import laws
from lmfree_eai.package import Task, read_json, tasks
from lmfree_eai.sequencing import schema_of
from lmfree_eai.transitions import Walk
from planner.errors import InputError
from planner.pddl.conditions import substituted
from planner.pddl.model import Formula
from planner.pddl.printer import formula_text

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
Model = Iterable[Formula]
"""Precondition and effect."""
Seen = tuple[set[Formula], set[Formula] | None]
"""What held of some things before an action, and afterwards; None: it was refused."""


@cache
def _prompts() -> Mapping[str, list[tuple[str, list[str]]]]:
    """Return the actions, with parameters, that each task's prompt asks for."""
    return {p["identifier"]: [(name, re.findall(r"\?\w+ - \w+", parameters)) for name, parameters in
                              re.findall(r":action (\w+)\s+:parameters \((.*?)\)",
                                         p["llm_prompt"].rpartition("Input:")[2])]
            for p in read_json(PROMPTS)}


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
        learned = _learned(half(task.title)).get(action, (("and",), ("and",)))
        models: dict[str, Model] = {
            "lmfree_laws": _lawful(action, words, name == "walk_into"), "lmfree_learned": [
                substituted(part, {str(n): w for n, w in enumerate(words)}) for part in learned]}
        for who, model in models.items():
            needed, effect = (formula_text(part) if len(part) > 1 else "()" for part in model)
            told[who].append(f"(:action {name} :parameters ({' '.join(parameters)}) "
                             f":precondition {needed} :effect {effect})")
    return {who: json.dumps({"output": " ".join(texts)}) for who, texts in told.items()}


def _lawful(action: str, words: list[str], into: bool) -> Model:
    schema = laws().actions[schema_of(action)]
    env = {p: (word, "room" if into and n else types[0])
           for n, ((p, types), word) in enumerate(zip(schema.parameters, words, strict=False))}
    return _said(schema.precondition, env) or (), _said(schema.effect, env, True) or ()


def _said(formula: Formula, env: Mapping[str, tuple[str, str]], effect: bool = False,
          ) -> Formula | None:
    """Return a formula or effect in the annotation's words, None where it has none.

    ``env`` has its word for each variable, and the type here.
    """
    head, *parts = formula
    if head == "atom":
        name, words = parts[0], [env.get(w, (w, "")) for w in parts[1]]
        if name == "holding":  # effects on the two hands are said apart
            hands = (("atom", f"holds_{hand}h", tuple(w for w, _ in words)) for hand in "lr")
            return None if effect else ("or", *hands)
        for axiom in laws().axioms if name not in (*UNSAID, *WORDS) else ():
            if axiom.predicate == name:
                return _said(axiom.condition, dict(zip(
                    (p for p, _ in axiom.parameters), words, strict=True)))
        return _word(name, tuple(w for w, _ in words), [t == "character" for _, t in words],
                     words[-1][1] == "room")
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


def _word(name: str, words: tuple[str, ...], me: list[bool], room: bool) -> Formula | None:
    if name in UNSAID:
        return None
    if len(words) == 1:
        return ("atom", name.removeprefix("is_"), words)
    word = WORDS[name][0 if me[0] else 1 if me[1] else 2]
    word = "inside_room" if word == "obj_inside" and room else word
    return ("atom", word, words) if word else None


@cache
def _learned(title: str) -> Mapping[str, tuple[Formula, Formula]]:
    """Learn operators from random traces in the other half of the titles."""
    rng, traces = random.Random(0), dict[str, list[Seen]]()
    for task in rng.sample([t for t in tasks().values() if half(t.title) != title], EPISODES):
        walk = Walk(task, rng)
        for name, ids in walk.calls():
            before = _literals(walk, ids)
            done = walk.step(name, ids) == "executed"
            traces.setdefault(name, []).append((before, _literals(walk, ids) if done else None))
    return {name: _taught(many) for name, many in traces.items()}


def _taught(traces: list[Seen]) -> tuple[Formula, Formula]:
    """Return what an action needs and does.

    What always held where it was executed, but not always where it was refused; what became true
    in at least half of the cases where it was not.
    """
    done = [(before, after, after - before) for before, after in traces if after is not None]
    refused = [before for before, after in traces if after is None]
    needed = {lit for lit in set.intersection(*(before for before, _, _ in done))
              if any(lit not in before for before in refused)} if done else set()
    effect = {lit for _, _, new in done for lit in new if 2 * sum(lit in n for _, _, n in done)
              >= sum(lit not in before for before, _, _ in done)}
    return ("and", *sorted(needed, key=str)), ("and", *sorted(effect, key=str))


def _literals(walk: Walk, ids: list[int]) -> set[Formula]:
    """Return what holds of the character and some things, and what that can change does not."""
    names = [walk.me, *(walk.names[i] for i in ids)]
    found: set[Formula] = set()
    for predicate, shape in laws().predicates.items():
        for places in permutations(range(len(names)), len(shape)):
            if predicate not in (*laws().derived, "holding"):
                told = _word(predicate, tuple(map(str, places)), [p == 0 for p in places], False)
                if told and (predicate, tuple(names[p] for p in places)) in walk.ours.atoms:
                    found.add(told)
                elif told and (len(places) > 1 or predicate.startswith("is_")):
                    found.add(("not", told))
    return found
