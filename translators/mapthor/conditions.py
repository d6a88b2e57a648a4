"""Clauses with a condition: "if …", "unless …", "if there is …", and "when it is hot"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Placed, Selection, Wish
from translators.mapthor.asserting import Asserting
from translators.mapthor.describing import WASHED
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import said, terminals, trees

__all__ = ["Conditions"]

_STATIONS = {"Hot": ("Microwave", "StoveBurner"), "Cold": ("Fridge",)}
"""Where things are put that should become hot or cold."""


class Conditions(Asserting):
    """A condition narrows what is meant: where it does not hold there is nothing to do."""

    def _guarded(self, node: Tree[Any]) -> Steps:
        parts = [c for c in node.children if isinstance(c, Tree)]
        action = next(c for c in parts if c.data != "condition")
        condition = next(c for c in parts if c.data == "condition")
        if self.follows(node):
            return self.step(action)
        subject: list[Selection] = []
        if node.data in ("guarded_first", "unless_first"):
            subject = [_each(s) for s in self._subject(condition)]
            if subject:  # "if any lamp is on, turn it off": every one that is
                self.phrases.antecedents = subject
        steps = self.step(action)
        subject = subject or self._subject(condition)
        negated = (node.data in ("unless", "unless_first")) != any(
            t.type in ("NOT_BE", "IS_NOT") for t in terminals(condition))
        kinds = {t for s in subject for t in s.types}
        guarded: Steps = []
        for stage in steps:
            for wish in stage:
                if subject and not kinds & set(wish.what.types):
                    device = len(stage) > 1 and wish.what.quantifier == "some"
                    self.phrases.fail(
                        "what takes a device as well cannot depend on a condition" if device else
                        "a condition on another thing than the one acted on is not supported",
                        terminals(condition)[0], "'… if it is …', with one thing that is changed")
            guarded.append([self._conditional(w, condition, negated, subject) for w in stage])
        return guarded

    _guarded_first = _unless = _unless_first = _guarded

    def _conditional(
        self, wish: Wish, condition: Tree[Any], negated: bool, subject: list[Selection]
    ) -> Wish:
        """Restrict a wish to the things the condition holds of."""
        if _of_existence(condition):
            if negated or said(condition, "NO"):
                self.phrases.fail("what to do where something is missing is not supported",
                                  terminals(condition)[0], "'if there is …'")
            meant = next(s for s in subject if set(s.types) & set(wish.what.types))
            narrowed = replace(wish.what, located=meant.located, states=meant.states)
            return replace(wish, what=_vacuous(narrowed, wish))
        states = trees(condition, "state")
        if states:
            state = self.phrases.state(states[0], negated=negated)
            narrowed = replace(wish.what, states=(*wish.what.states, state))
            return replace(wish, what=_vacuous(narrowed, wish))
        where = next(c for c in condition.children if isinstance(c, Tree)
                     and c.data != "subject")
        if negated:
            self.phrases.fail("'not' with a place is not supported in a condition",
                              terminals(where)[0], "where it is")
        (what,) = self.phrases.at([wish.what], where)
        return replace(wish, what=_vacuous(what, wish))

    def _subject(self, condition: Tree[Any]) -> list[Selection]:
        saved = list(self.phrases.antecedents)
        if _of_existence(condition):
            subject = self.phrases.located_things(trees(condition, "located_things")[0])
            for state in trees(condition, "state"):
                value = self.phrases.state(state)
                subject = [replace(s, states=(*s.states, value)) for s in subject]
            if any(WASHED in s.states for s in subject):
                self.phrases.fail("whether something was washed is not remembered",
                                  terminals(condition)[-1], "'clean' or 'dirty'")
            return subject
        nodes = trees(condition, "subject")
        things = trees(nodes[0], "things") if nodes else []
        if not things:
            return []
        subject = self.phrases.things(things[0])
        if saved:
            self.phrases.antecedents = saved
        return subject

    def follows(self, node: Tree[Any]) -> bool:
        """Whether "when it is hot" only says that the clause comes after the heating."""
        condition = next(iter(trees(node, "condition")), None)
        states = trees(condition, "state") if condition is not None else []
        when = any(str(t).lower() == "when" for t in node.children if isinstance(t, Token))
        if condition is None or not states or not when:
            return False
        mentioned, remarks = list(self.phrases.mentioned), list(self.phrases.remarks)
        kinds = {t for s in self._subject(condition) or self.phrases.antecedents for t in s.types}
        self.phrases.mentioned, self.phrases.remarks = mentioned, remarks
        key, value = self.phrases.state(states[0])
        return any(kinds & set(w.what.types) and _brings(w, key, value)
                   for _, steps in self.clauses for stage in steps for w in stage)


def _of_existence(condition: Tree[Any]) -> bool:
    """Whether a condition says "there is …" or "you see …"."""
    return bool(trees(condition, "located_things"))


def _brings(wish: Wish, key: str, value: bool | str) -> bool:
    if isinstance(wish, HasState):
        return wish.state == key and wish.value == value
    station = _STATIONS.get("Hot" if key == "isCooked" else str(value), ())
    return (isinstance(wish, Placed) and wish.target.place is not None
            and bool(set(station) & set(wish.target.place.types)))


def _each(selection: Selection) -> Selection:
    if selection.quantifier == "some" and selection.count == 1:
        return replace(selection, quantifier="all")
    return selection


def _vacuous(selection: Selection, wish: Wish) -> Selection:
    """Let a condition that holds of nothing ask for nothing: "the" would have to be found."""
    if selection.quantifier == "the" and not (isinstance(wish, HasState) and not selection.located):
        return replace(selection, quantifier="all")
    return selection
