"""Lists of things: what belongs together in "the dirty plates and mugs that are on the table"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Selection
from translators.mapthor.describing import STATES
from translators.mapthor.ontology import ontology
from translators.mapthor.places import terminals, trees

__all__ = ["regrouped", "shared"]

_NEEDS = {"isOpen": "openable", "isToggled": "toggleable", "isDirty": "dirtyable",
          "isSliced": "sliceable", "isCooked": "cookable", "isFilledWithLiquid": "fillable",
          "isBroken": "breakable", "temperature": "pickupable"}


def regrouped(
    node: Tree[Any], needed: Collection[str], types_of: Callable[[Token], tuple[str, ...]]
) -> list[Tree[Any]]:
    """List the things of a list; places that go on a relative clause are put there.

    "The cups that are on the table and the counter": nothing can be done to a counter here.
    """
    nodes: list[Tree[Any]] = []
    for child in node.children:
        if isinstance(child, Token) or child.data in ("list_joint", "exception"):
            continue
        places = _places_of(nodes[-1]) if nodes else None
        if places is not None and needed and _only_place(child, needed, types_of):
            places.children.append(Tree("place_noun", list(child.children)))
        else:
            nodes.append(child)
    return nodes


def _places_of(node: Tree[Any]) -> Tree[Any] | None:
    """Return the list of places at the end of a thing's relative clause."""
    for relative in trees(node, "relative")[-1:]:
        for located in trees(relative, "located_at")[-1:]:
            return next(iter(trees(located, "places")), None)
    return None


def _only_place(
    node: Tree[Any], needed: Collection[str], types_of: Callable[[Token], tuple[str, ...]]
) -> bool:
    nouns = [t for n in trees(node, "noun") for t in terminals(n) if t.type == "NOUN"]
    types = types_of(nouns[0]) if nouns else ()
    return bool(ontology().places(types)) and not set(needed) & set(types)


def shared(
    nodes: Sequence[Tree[Any]], reads: Sequence[list[Selection]], remarks: list[str]
) -> list[list[Selection]]:
    """Give every thing of a list the adjectives before it and the relative clause behind it.

    Only within things that share one quantifier: not "the dirty plates and the mugs".
    """
    kept = [list(read) for read in reads]
    begin = 0
    for number in range(1, len(nodes) + 1):
        if number < len(nodes) and nodes[number].data == "thing" and not trees(
                nodes[number], "quantifier"):
            continue
        if number - begin > 1 and nodes[begin].data == "thing":
            _share_adjectives(nodes[begin:number], kept[begin:number], remarks)
            _share_relative(nodes[begin:number], kept[begin:number], remarks)
        begin = number
    return kept


def _share_adjectives(
    nodes: Sequence[Tree[Any]], reads: Sequence[list[Selection]], remarks: list[str]
) -> None:
    words = [t for a in trees(nodes[0], "adjective") for t in terminals(a) if t.type in STATES]
    for word in words:
        key, value = STATES[word.type]
        for node, read in zip(nodes[1:], reads[1:], strict=True):
            able = set(ontology().properties[_NEEDS[key]])
            if trees(node, "adjective") or not all(set(s.types) & able for s in read):
                continue
            remarks.append(f"'{word}' is read with '{read[0].words}' too")
            read[:] = [replace(s, states=(*s.states, (key, value))) for s in read]


def _share_relative(
    nodes: Sequence[Tree[Any]], reads: Sequence[list[Selection]], remarks: list[str]
) -> None:
    if not trees(nodes[-1], "relative") or any(trees(n, "relative") for n in nodes[:-1]):
        return
    last = reads[-1][0]
    own = {STATES[t.type] for a in trees(nodes[-1], "adjective") for t in terminals(a)
           if t.type in STATES}
    states = tuple(s for s in last.states if s not in own)
    for read in reads[:-1]:
        remarks.append(f"what is said of '{last.words}' is read of '{read[0].words}' too")
        read[:] = [replace(s, states=tuple(dict.fromkeys((*s.states, *states))),
                           located=last.located or s.located) for s in read]
