"""Transition modeling: what the annotation says of an action, our laws, and what traces teach.

Compared are signed predicates with their arguments, connectives ignored; this is agreement with an
annotation that differs from the simulator in places (README), not the module's F1.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lmfree_eai.goals import half
from lmfree_eai.laws import laws
from lmfree_eai.package import read_json, tasks
from lmfree_eai.sequencing import schema_of
from lmfree_eai.transitions import Walk
from planner.pddl.model import Formula
from planner.pddl.sexp import Node, Source, read_sexp

__all__ = ["Score", "agreement", "learned"]

GOLD = "resources/virtualhome/gold_action.json"
NAMES = {"walk_towards": "WALK", "find": "FIND", "sit": "SIT", "standup": "STANDUP", "grab": "GRAB",
         "open": "OPEN", "close": "CLOSE", "put_on": "PUTBACK", "put_on_character": "PUTON",
         "put_inside": "PUTIN", "switch_on": "SWITCHON", "switch_off": "SWITCHOFF",
         "drink": "DRINK", "turn_to": "TURNTO", "look_at": "LOOKAT", "wipe": "WIPE", "drop": "DROP",
         "read": "READ", "touch": "TOUCH", "lie": "LIE", "pour": "POUR", "type": "TYPE",
         "watch": "WATCH", "move": "MOVE", "wash": "WASH", "squeeze": "SQUEEZE",
         "plug_in": "PLUGIN", "plug_out": "PLUGOUT", "cut": "CUT", "eat": "EAT", "sleep": "SLEEP",
         "wake_up": "WAKEUP"}
"""The annotation's operators; ``walk_into`` is WALK with a room."""
GUARDS = ("two_rooms", "in_room", "kind", "grabbed")
"""What the annotation has no words for."""
Literal = tuple[bool, str, tuple[str, ...]]
Model = tuple[set[Literal], set[Literal]]
"""Signed predicates of the precondition and of the effect."""


@dataclass
class Score:
    """Literals in both, only in ours, only in the annotation."""

    both: int = 0
    ours: int = 0
    theirs: int = 0
    by_action: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, model: Model, gold: Model) -> None:
        """Count an action."""
        pairs = list(zip(model, gold, strict=True))
        both, ours, theirs = (sum(len(a & b) for a, b in pairs), sum(len(a - b) for a, b in pairs),
                              sum(len(b - a) for a, b in pairs))
        self.both, self.ours, self.theirs = self.both + both, self.ours + ours, self.theirs + theirs
        self.by_action[name] = _f1(both, ours, theirs)

    @property
    def f1(self) -> float:
        """Return F1 over all literals."""
        return _f1(self.both, self.ours, self.theirs)


def _f1(both: int, ours: int, theirs: int) -> float:
    return 2 * both / (2 * both + ours + theirs) if both + ours + theirs else 1.0


def agreement() -> Score:
    """Score our laws against the annotation."""
    score = Score()
    for name, gold in _annotation().items():
        schema = laws().actions[schema_of(NAMES[name])]
        places = {p: str(n) for n, (p, _) in enumerate(schema.parameters)}
        needed = set(_ours(schema.precondition, True, places))
        score.add(name, (needed, set(_ours(schema.effect, True, places))), gold)
    return score


def learned(episodes: int = 60, seed: int = 0) -> Score:
    """Score operators learned from random traces in tasks of the seen titles."""
    rng, score = random.Random(seed), Score()
    pool = [t for t in tasks() if half(t.title) == "seen"]
    traces: dict[str, list[tuple[set[Literal], set[Literal] | None]]] = {}
    for task in rng.sample(pool, min(episodes, len(pool))):
        walk = Walk(task, rng)
        for name, ids in walk.calls():
            before = walk.literals(ids)
            done = walk.try_both(name, ids)
            traces.setdefault(name, []).append((before, walk.literals(ids) if done else None))
    for name, gold in _annotation().items():
        score.add(name, _taught(traces.get(NAMES[name], [])), gold)
    return score


def _taught(traces: Sequence[tuple[set[Literal], set[Literal] | None]]) -> Model:
    done = [(before, after) for before, after in traces if after is not None]
    refused = [before for before, after in traces if after is None]
    if not done:
        return set(), set()
    always = set.intersection(*(before for before, _ in done))
    needed = {lit for lit in always if any(lit not in before for before in refused)}
    fresh = [(after - before, before) for before, after in done]
    effect = {lit for new, _ in fresh for lit in new
              if 2 * sum(lit in n for n, _ in fresh) >= sum(lit not in b for _, b in fresh)}
    return needed, effect


def _annotation() -> Mapping[str, Model]:
    found = {}
    for name, entry in read_json(GOLD).items():
        if name in NAMES:
            words = [w for w in entry["action_parameters"].strip("()").split() if w[0] == "?"]
            places = {w: str(n) for n, w in enumerate(words)}
            needed, effect = (
                set(_theirs(read_sexp(Source(name, text)), True, places))
                for text in (entry["action_preconditions"], entry["action_effects"]))
            found[name] = needed, effect
    return found


def _theirs(node: Node, sign: bool, places: Mapping[str, str]) -> Iterator[Literal]:
    parts = list(node)
    if node.head == "not":
        yield from _theirs(parts[1], not sign, places)
    elif node.head in ("and", "or"):
        for part in parts[1:]:
            yield from _theirs(part, sign, places)
    elif node.head in ("exists", "forall", "when"):
        yield from _theirs(parts[2], sign, places)
    elif parts:
        yield sign, node.head, tuple(places.get(w.word, "*") for w in parts[1:])


def _ours(formula: Formula, sign: bool, places: Mapping[str, str]) -> Iterator[Literal]:
    head = formula[0]
    if head == "not":
        yield from _ours(formula[1], not sign, places)
    elif head in ("and", "or"):
        for part in formula[1:]:
            yield from _ours(part, sign, places)
    elif head in ("exists", "forall", "when"):
        yield from _ours(formula[2], sign, places)
    elif head == "atom" and formula[1] not in GUARDS:
        axiom = next((a for a in laws().axioms if a.predicate == formula[1]), None)
        if axiom is not None:
            inner = {p: places.get(w, "*") for (p, _), w in zip(
                axiom.parameters, formula[2], strict=True)}
            yield from _ours(axiom.condition, sign, inner)
        else:
            yield from said(sign, formula[1], tuple(places.get(w, "*") for w in formula[2]))


def said(sign: bool, name: str, places: tuple[str, ...]) -> Iterator[Literal]:
    """Yield a literal in the annotation's words; place ``0`` is the character."""
    if len(places) == 1:
        yield sign, name.removeprefix("is_"), places
        return
    me = [place == "0" for place in places]
    words = {"close": ("obj_next_to", "next_to", ""), "on": ("obj_ontop", "ontop", "on_char"),
             "inside": ("obj_inside", "inside", ""), "facing": ("", "facing", ""),
             "holds_rh": ("", "holds_rh", ""), "holds_lh": ("", "holds_lh", "")}
    word = words.get(name, ("", "", ""))[1 if me[0] else 2 if me[1] else 0]
    if word:
        yield sign, word, places
