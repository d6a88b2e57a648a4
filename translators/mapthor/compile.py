"""Instruction → :class:`~domains.household.goal.Goal`: what each verb wishes for.

Verbs are read as wishes about the final state; where AI2-THOR has no such action, the wish is
composed of others by the simulator's contextual rules (heating = in the microwave, switched on).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Goal, HasState, Placed, Wish
from translators.mapthor.conditions import Conditions
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import Phrases, said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.read import parse
from translators.mapthor.stages import merge

__all__ = ["compile_instruction"]

_EARLIER = {"first", "before that"}
"""Words that put a clause before the one it follows; at the start of a text they say nothing."""
_MANNER = {"carefully", "quickly", "gently", "neatly", "safely", "quietly", "slowly"}


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
    if not any(stages):
        told = bool(reader.facts)
        reader.phrases.fail("this tells how things are, not what should be done" if told
                            else "there is nothing to be done here",
                            reader.facts[0] if told else terminals(tree)[0],
                            "'… should be …' or a verb, e.g. 'put', 'close'")
    _check_sense(stages, tree, reader.phrases)
    manner = {str(t).lower() for t in terminals(tree) if t.type == "POLITE"} & _MANNER
    reader.phrases.remarks += [f"'{word}' changes nothing: robots have one way of doing it"
                               for word in sorted(manner)]
    return Goal(text, tuple(tuple(stage) for stage in stages),
                tuple(dict.fromkeys(reader.phrases.remarks)))


def _plain(token: Token) -> str:
    return " ".join(str(token).lower().split())


def _check_sense(stages: Steps, tree: Tree[Any], phrases: Phrases) -> None:
    """Refuse to have one thing in two places, or in two states, at once."""
    for stage in stages:
        for number, wish in enumerate(stage):
            for other in stage[:number]:
                if wish.what.quantifier != "some" and replace(
                        wish.what, words="") == replace(other.what, words="") and _otherwise(
                        other, wish):
                    said_last = [t for t in terminals(tree) if str(t) == wish.what.words]
                    phrases.fail(f"'{wish.what.words}' would have to be {other.describe()} and "
                                 f"{wish.describe()} at once", (said_last or terminals(tree))[-1],
                                 "'then' between the two, or one of them")


class _Clauses(Conditions):
    """Sentences and their order on top of verbs and conditions."""

    def sentence(self, tree: Tree[Any]) -> list[tuple[bool, Steps]]:
        """Read clause by clause; each with whether it has to wait for those before it."""
        clauses = self.clauses
        ordered = contrast = first = False
        latest: Tree[Any] | None = None
        for child in next(c for c in tree.children
                          if isinstance(c, Tree) and c.data == "sentence").children:
            if child.data == "joint":
                ordered = any(t.type in ("THEN", "FINALLY") for t in terminals(child))
                first = any(_plain(t) in _EARLIER for t in terminals(child))
                contrast = any(t.type == "BUT" for t in terminals(child))
                self.insisting = self.insisting and not said(child, "STOP")
                continue
            if child.data == "again":
                clauses.append((False, self.step(self._repeated(child, latest))))
                continue
            if child.data == "sparing":
                self._spare(child)
                continue
            latest, before = child, len(clauses)
            self.insisting = self.insisting and child.data == "ensuring"
            if child.data in _ORDERS:
                clauses += self._in_order(child, ordered)
            elif child.data == "done_first":
                latest = child.children[0]
                clauses.append((ordered, self.step(latest)))
            elif child.data == "last":
                latest = child.children[0]
                clauses.append((True, self.step(latest)))
            else:
                clauses.append((ordered or self.follows(child), self.step(child)))
            if (first or child.data == "done_first") and before:
                self._bring_forward(before)
            elif contrast and not ordered:
                self._set_apart(before)
        return _one_more(clauses)

    def _bring_forward(self, number: int) -> None:
        """Put the clauses from a number on before the one they follow: "…, but first …"."""
        (ordered, steps), later = self.clauses[number - 1], self.clauses[number:]
        self.clauses[number - 1:] = [(ordered, later[0][1]), *later[1:], (True, steps)]

    def _spare(self, node: Tree[Any]) -> None:
        """Read "…, but leave the vase" as an exception to the clause before."""
        (things,) = trees(node, "things")
        if any(c.data == "pronoun" for c in things.children if isinstance(c, Tree)):
            return  # "put the mug on the table and leave it there"
        exception = Tree("exception", [terminals(node)[0], *things.children])
        if not self.clauses or not any(w.what.quantifier == "all"
                                       for stage in self.clauses[-1][1] for w in stage):
            self.phrases.fail("there is nothing before that this could be left out of",
                              terminals(things)[0], "where it should be left")
        ordered, steps = self.clauses[-1]
        spared = [[replace(w, what=s) for w in stage for s in (
            self.phrases.without([w.what], exception) if w.what.quantifier == "all" else [w.what])]
            for stage in steps]
        self.clauses[-1] = (ordered, spared)

    def _set_apart(self, first: int) -> None:
        """Read "everything …, but the bread …": the bread is no longer part of everything."""
        later = [w for _, steps in self.clauses[first:] for stage in steps for w in stage]
        for number, (ordered, steps) in enumerate(self.clauses[:first]):
            self.clauses[number] = (ordered, [[_apart(w, later) for w in stage]
                                              for stage in steps])

    def _also(self, node: Tree[Any]) -> Steps:
        return self.step(node.children[0])

    def _back_again(self, node: Tree[Any]) -> Steps:
        """Read "close it again" where it was opened before; nothing is done twice."""
        steps = self.step(node.children[0])
        earlier = [w for _, clause in self.clauses for stage in clause for w in stage]
        if not any(_undone(a, b) for a in earlier for stage in steps for b in stage):
            token = terminals(node)[-1]
            self.phrases.fail(f"'{token}' is not understood: {ontology().refused['again']}", token,
                              "the sentence without it")
        return steps

    def _using(self, node: Tree[Any]) -> Steps:
        """Read "use the knife to slice the bread" as slicing it with the knife."""
        tool = (trees(node, "tool") or [Tree("tool", trees(node, "things"))])[0]
        action = next(c for c in node.children if isinstance(c, Tree)
                      and c.data not in ("tool", "things"))
        if action.data not in ("slicing", "washing", "heating"):
            self.phrases.fail("only washing, slicing and heating can be done with something",
                              terminals(tool)[0], "the sentence without it")
        return self.step(Tree(action.data, [*action.children, tool]))

    def _in_that_room(self, node: Tree[Any]) -> Steps:
        room, action = (c for c in node.children if isinstance(c, Tree))
        self.phrases.room(room)
        return self.step(action)

    def _in_order(self, node: Tree[Any], ordered: bool) -> list[tuple[bool, Steps]]:
        """Read "before …" and "after …": which clause comes first."""
        first, second = (c for c in node.children if isinstance(c, Tree))
        self.insisting = True  # "after the plate is washed" orders the washing
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


_ORDERS = ("ordered_before", "before_first", "after_last", "after_first")


def _apart(wish: Wish, later: list[Wish]) -> Wish:
    """Take what a later clause wishes otherwise out of a wish about all things of a kind."""
    types = wish.what.types
    for other in later:
        kept = tuple(t for t in types if t not in other.what.types)
        if wish.what.quantifier == "all" and kept and _otherwise(wish, other):
            types = kept
    return replace(wish, what=replace(wish.what, types=types))


def _one_more(clauses: list[tuple[bool, Steps]]) -> list[tuple[bool, Steps]]:
    """Add "another apple" for the same place to the apples wished there before."""
    wishes = [w for _, steps in clauses for stage in steps for w in stage if isinstance(w, Placed)]
    grown: dict[Wish, Wish] = {}
    dropped: list[Wish] = []
    for number, wish in enumerate(wishes):
        if not wish.what.words.startswith(("another ", "other ")):
            continue
        for before in wishes[:number]:
            if (before.what.quantifier, before.what.types, before.target) == (
                    "some", wish.what.types, wish.target) and before not in dropped:
                held = grown.get(before, before)
                count = held.what.count + wish.what.count
                grown[before] = replace(held, what=replace(held.what, count=count))
                dropped.append(wish)
                break
    return [(ordered, [[grown.get(w, w) for w in stage if w not in dropped] for stage in steps])
            for ordered, steps in clauses]


def _undone(earlier: Wish, later: Wish) -> bool:
    return bool(set(earlier.what.types) & set(later.what.types)) and _otherwise(earlier, later)


def _otherwise(wish: Wish, other: Wish) -> bool:
    if isinstance(wish, HasState) and isinstance(other, HasState):
        return wish.state == other.state and wish.value != other.value
    return isinstance(wish, Placed) and isinstance(other, Placed) and wish.target != other.target


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
