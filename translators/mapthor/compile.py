"""Instruction → :class:`~domains.household.goal.Goal`: what each verb wishes for.

Verbs are read as wishes about the final state; where AI2-THOR has no such action, the wish is
composed of others by the simulator's contextual rules (heating = in the microwave, switched on).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from domains.household.goal import Goal, HasState, Held, Placed, Selection, Wish
from translators.mapthor.changing import Changing
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import Phrases, terminals, trees
from translators.mapthor.read import parse

__all__ = ["compile_instruction"]


def compile_instruction(text: str, source: str = "instruction") -> Goal:
    """Translate one English instruction into a goal.

    Raises:
        SourceError: with the words that were not understood and what was expected.
        LimitError: the text is too long.

    >>> compile_instruction("Put the apple in the fridge").describe()
    'the Apple -> in the Fridge'
    """
    tree = parse(text, source)
    reader = _Clauses(Phrases(text, source))
    stages = _merge(reader.sentence(tree))
    return Goal(text, tuple(tuple(stage) for stage in stages),
                tuple(dict.fromkeys(reader.phrases.remarks)))


def _merge(clauses: list[tuple[bool, Steps]]) -> Steps:
    """Join clauses into as few stages as order words and repeated wishes allow."""
    stages: Steps = [[]]
    for ordered, clause in clauses:
        start = len(stages) if ordered and stages[-1] else 0
        if not start:
            start = 1 + max((i for i, stage in enumerate(stages)
                             if any(_conflict(a, b) for a in stage for b in clause[0])),
                            default=-1)
        for offset, wishes in enumerate(clause):
            while len(stages) <= start + offset:
                stages.append([])
            stages[start + offset] += wishes
    return [_drop_fetching(stage, stages[i + 1:]) for i, stage in enumerate(stages)
            if stage and _drop_fetching(stage, stages[i + 1:])] or [[]]


def _conflict(earlier: Wish, later: Wish) -> bool:
    """Whether both wish the same kind of thing to be in two places or states in turn."""
    shared = set(earlier.what.types) & set(later.what.types)
    if not shared or earlier.what.located != later.what.located:
        return False
    if isinstance(earlier, HasState) and isinstance(later, HasState):
        return earlier.state == later.state and earlier.value != later.value
    placing = (Placed, Held)
    return isinstance(earlier, placing) and isinstance(later, placing)


def _drop_fetching(stage: list[Wish], later: Steps) -> list[Wish]:
    """Leave out "bring me X" when X is put somewhere afterwards."""
    placed = {w.what for s in later for w in s if isinstance(w, Placed)}
    return [w for w in stage if not (isinstance(w, Held) and w.what in placed)]


class _Clauses(Changing):
    """Sentences and conditions on top of the verbs."""

    def sentence(self, tree: Tree[Any]) -> list[tuple[bool, Steps]]:
        clauses: list[tuple[bool, Steps]] = []
        ordered = False
        for child in next(c for c in tree.children
                          if isinstance(c, Tree) and c.data == "sentence").children:
            if child.data == "joint":
                ordered = any(t.type in ("THEN", "FINALLY") for t in terminals(child))
            else:
                clauses.append((ordered, self.step(child)))
        return clauses

    # -- conditions ------------------------------------------------------------------------

    def _guarded(self, node: Tree[Any]) -> Steps:
        parts = [c for c in node.children if isinstance(c, Tree)]
        action = next(c for c in parts if c.data != "condition")
        condition = next(c for c in parts if c.data == "condition")
        if node.data == "guarded_first":
            subject = self._subject(condition)
            if subject:
                self.phrases.antecedents = subject
        steps = self.step(action)
        subject = self._subject(condition)
        state = self.phrases.state(trees(condition, "state")[0])
        kinds = {t for s in subject for t in s.types}
        guarded: Steps = []
        for stage in steps:
            for wish in stage:
                if subject and not kinds & set(wish.what.types):
                    token = terminals(condition)[0]
                    self.phrases.fail("a condition on another thing than the one acted on is "
                                      "not supported", token, "'… if it is …'")
            guarded.append([replace(w, what=replace(w.what, states=(*w.what.states, state)))
                            for w in stage])
        return guarded

    _guarded_first = _guarded

    def _subject(self, condition: Tree[Any]) -> list[Selection]:
        node = trees(condition, "subject")[0]
        things = trees(node, "things")
        if not things:
            return []
        saved = list(self.phrases.antecedents)
        subject = self.phrases.things(things[0])
        if saved:
            self.phrases.antecedents = saved
        return subject
