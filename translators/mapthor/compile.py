"""Instruction → :class:`~domains.household.goal.Goal`: what each verb wishes for.

Verbs are read as wishes about the final state; where AI2-THOR has no such action, the wish is
composed of others by the simulator's contextual rules (heating = in the microwave, switched on).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Goal, Selection, Wish
from translators.mapthor.asserting import Asserting
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import Phrases, said, terminals, trees
from translators.mapthor.read import parse
from translators.mapthor.stages import merge

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
    stages = merge(reader.sentence(tree))
    if reader.facts and not any(stages):
        reader.phrases.fail("this tells how things are, not what should be done",
                            reader.facts[0], "'… should be …' or a verb, e.g. 'put', 'close'")
    return Goal(text, tuple(tuple(stage) for stage in stages),
                tuple(dict.fromkeys(reader.phrases.remarks)))


class _Clauses(Asserting):
    """Sentences, order and conditions on top of the verbs."""

    def sentence(self, tree: Tree[Any]) -> list[tuple[bool, Steps]]:
        """Read clause by clause; each with whether it has to wait for those before it."""
        clauses: list[tuple[bool, Steps]] = []
        ordered = False
        latest: Tree[Any] | None = None
        for child in next(c for c in tree.children
                          if isinstance(c, Tree) and c.data == "sentence").children:
            if child.data == "joint":
                ordered = any(t.type in ("THEN", "FINALLY") for t in terminals(child))
                self.insisting = self.insisting and not said(child, "STOP")
                continue
            if child.data == "again":
                clauses.append((False, self.step(self._repeated(child, latest))))
                continue
            latest = child
            self.insisting = self.insisting and child.data == "ensuring"
            if child.data in _ORDERS:
                clauses += self._in_order(child, ordered)
            elif child.data == "last":
                latest = child.children[0]
                clauses.append((True, self.step(latest)))
            else:
                clauses.append((ordered, self.step(child)))
        return clauses

    def _also(self, node: Tree[Any]) -> Steps:
        return self.step(node.children[0])

    def _in_order(self, node: Tree[Any], ordered: bool) -> list[tuple[bool, Steps]]:
        """Read "before …" and "after …": which clause comes first."""
        first, second = (c for c in node.children if isinstance(c, Tree))
        read = [self.step(first), self.step(second)]
        if node.data in ("before_first", "after_last"):
            read.reverse()
        return [(ordered, read[0]), (True, read[1])]

    def _repeated(self, node: Tree[Any], latest: Tree[Any] | None) -> Tree[Any]:
        """Build the clause "and the tomato too" stands for: the latest one with other things."""
        (things,) = trees(node, "things")
        if latest is not None:
            if latest.data == "placing":
                latest = Tree(latest.data, [trees(latest, "group", "group_to")[-1]])
            repeated, done = _with_things(latest, things)
            if done:
                return repeated
        self.phrases.fail("there is no clause that could be repeated for this",
                          terminals(things)[0], "a whole clause with a verb")

    # -- conditions ------------------------------------------------------------------------

    def _guarded(self, node: Tree[Any]) -> Steps:
        parts = [c for c in node.children if isinstance(c, Tree)]
        action = next(c for c in parts if c.data != "condition")
        condition = next(c for c in parts if c.data == "condition")
        if node.data in ("guarded_first", "unless_first"):
            subject = self._subject(condition)
            if subject:  # "if any lamp is on, turn it off": every one that is
                self.phrases.antecedents = [
                    replace(s, quantifier="all") if s.quantifier == "some" and s.count == 1 else s
                    for s in subject]
        steps = self.step(action)
        subject = self._subject(condition)
        negated = (node.data in ("unless", "unless_first")) != any(
            t.type in ("NOT_BE", "IS_NOT") for t in terminals(condition))
        kinds = {t for s in subject for t in s.types}
        guarded: Steps = []
        for stage in steps:
            for wish in stage:
                if subject and not kinds & set(wish.what.types):
                    token = terminals(condition)[0]
                    self.phrases.fail("a condition on another thing than the one acted on is "
                                      "not supported", token, "'… if it is …'")
            guarded.append([self._conditional(w, condition, negated) for w in stage])
        return guarded

    _guarded_first = _unless = _unless_first = _guarded

    def _conditional(self, wish: Wish, condition: Tree[Any], negated: bool) -> Wish:
        """Restrict a wish to the things the condition holds of."""
        states = trees(condition, "state")
        if states:
            state = self.phrases.state(states[0], negated=negated)
            return replace(wish, what=replace(wish.what, states=(*wish.what.states, state)))
        where = next(c for c in condition.children if isinstance(c, Tree)
                     and c.data != "subject")
        if negated:
            self.phrases.fail("'not' with a place is not supported in a condition",
                              terminals(where)[0], "where it is")
        (what,) = self.phrases.at([wish.what], where)
        return replace(wish, what=what)

    def _subject(self, condition: Tree[Any]) -> list[Selection]:
        nodes = trees(condition, "subject")
        things = trees(nodes[0], "things") if nodes else []
        if not things:
            return []
        saved = list(self.phrases.antecedents)
        subject = self.phrases.things(things[0])
        if saved:
            self.phrases.antecedents = saved
        return subject


_ORDERS = ("ordered_before", "before_first", "after_last", "after_first")


def _with_things(node: Tree[Any], things: Tree[Any]) -> tuple[Tree[Any], bool]:
    """Copy a clause with its first ``things`` replaced; tells whether there were any."""
    children: list[Any] = []
    done = False
    for child in node.children:
        if isinstance(child, Token) or done:
            children.append(child)
        elif child.data == "things":
            children.append(things)
            done = True
        else:
            copied, done = _with_things(child, things)
            children.append(copied)
    return Tree(node.data, children), done
