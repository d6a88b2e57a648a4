"""One order, its chunks in any order: who is moved where, what is opened, switched, washed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from domains.household.thor.bodies.allowed import placement_rules
from translators.mapthor.chunks.lattice import Chunk, Token, able, chunks_at, cloths, into, verb_of
from translators.mapthor.ontology import ontology
from translators.mapthor.references import pieces_of

__all__ = ["Frame", "frames_at", "worded"]

_MOST = 24
"""So many words an order has at most."""
_PREPOSITIONS = ("to", "near", "from", "with")
_NO_SIGNS = ("//", "+", "&", "@", "\u2022")
"""Signs that stand between no thing and its place."""
_STILL = ("in", "on", "at", "inside", "within", "upon")
"""Prepositions that may say where a thing is as well as where it should go."""


@dataclass(frozen=True)
class Frame:
    """What has been read of an order; ``where`` are its places, each behind a preposition.

    ``pending`` is a preposition or a joint that needs a name behind it, ``last`` the kind of the
    last chunk, ``split`` whether something stood between the things.
    """

    acts: tuple[str, ...] = ()
    things: tuple[Chunk, ...] = ()
    where: tuple[tuple[str, str, tuple[Chunk, ...]], ...] = ()
    particles: frozenset[str] = frozenset()
    amount: str = ""
    pending: tuple[str, str] = ("", "")
    last: str = ""
    cost: float = 0.0
    colon: bool = False
    verb: str = ""

    def places(self, kind: str) -> tuple[Chunk, ...]:
        """Return what stands behind prepositions of a kind."""
        return tuple(c for k, _, chunks in self.where for c in chunks if k == kind)

    @property
    def free(self) -> tuple[tuple[str, ...], ...]:
        """Return the types of what was named more closely than robots can tell."""
        named = (*self.things, *(c for _, _, chunks in self.where for c in chunks))
        return tuple(c.types for c in named if c.dropped)


def frames_at(said: tuple[Token, ...], at: int) -> Iterator[tuple[int, Frame]]:
    """Yield the orders that may begin at a token, with the token behind them."""
    stack = [(at, Frame())]
    while stack:
        here, frame = stack.pop()
        if frame.last and not frame.pending[0]:
            yield here, frame
        if here >= len(said) or here - at >= _MOST:
            continue
        for end, chunk in chunks_at(said, here):
            more = _with(frame, chunk)
            if more is not None:
                stack.append((end, more))


def _with(frame: Frame, chunk: Chunk) -> Frame | None:
    """Add a chunk to an order; None where it cannot belong to it."""
    frame = replace(frame, cost=frame.cost + chunk.cost)
    kind = chunk.kind
    if kind == "closing":
        return frame if frame.last else None
    if kind in ("filler", "adverb"):
        return replace(frame, cost=frame.cost + 0.02, last=frame.last or "filler")
    if kind in _PREPOSITIONS:
        beside = frame.pending == ("list", "place") and kind == "near" and frame.last == "comma"
        free = frame.pending[0] in ("", "arrow", "sign") or beside
        return replace(frame, pending=(kind, chunk.said), last="preposition") if free else None
    if kind == "arrow":
        free = bool(frame.things) and not frame.pending[0] and len(frame.where) < 2
        return replace(frame, pending=("arrow", ""), last="sign") if free else None
    adding = _ADDING.get(kind)
    return adding(frame, chunk) if adding else None


def _pronoun(frame: Frame, chunk: Chunk) -> Frame | None:
    if frame.pending[0] in _PREPOSITIONS:
        return None
    if not frame.things:
        return replace(frame, things=(chunk,), last="thing")
    again = frame.last in ("comma", "thing", "amount") and not frame.acts
    return replace(frame, pending=("", ""), last="pronoun", cost=frame.cost + 0.1
                   ) if again else None  # "the apple, he must go in the fridge"


def _there(frame: Frame, chunk: Chunk) -> Frame | None:
    free = not frame.where and not frame.pending[0]
    return replace(frame, where=(("there", chunk.said, ()),), last="place") if free else None


def _thing(frame: Frame, chunk: Chunk) -> Frame | None:
    kind, word = frame.pending
    if kind == "list" and frame.last in ("comma", "joint") and word == "place":
        *before, (prep, said, chunks) = frame.where
        return replace(frame, where=(*before, (prep, said, (*chunks, chunk))), pending=("", ""),
                       last="place")
    if kind in (*_PREPOSITIONS, "arrow"):
        kind = "to" if kind == "arrow" else kind
        if kind == "to" and any(k == "to" for k, _, _ in frame.where):  # "pen on desk -> drawer"
            (first, said, lain), *more = frame.where
            if more or first != "to" or (word in _STILL and said not in _STILL):
                return None
            frame = replace(frame, where=(("from", "from", lain),), cost=frame.cost + (
                0.0 if word not in _STILL else 0.5))
        elif kind != "from" and any(k == kind for k, _, _ in frame.where):
            return None
        return replace(frame, where=(*frame.where, (kind, word, (chunk,))), pending=("", ""),
                       last="place")
    if kind == "sign":
        return replace(frame, where=(*frame.where, ("bare", "", (chunk,))), pending=("", ""),
                       last="place") if not frame.where else None
    if not frame.things or kind == "list":
        if frame.things and (frame.last not in ("comma", "joint") or word != "thing"):
            return None
        return replace(frame, things=(*frame.things, chunk), pending=("", ""), last="thing")
    if frame.last in ("thing", "amount") and not frame.where:  # "mug shelf", "fork spoon drawer"
        bare = replace(frame, where=(("bare", "", (chunk,)),), last="place",
                       cost=frame.cost + 0.3)
        return bare if _takes(frame.things, (chunk,)) else None
    return None


def _act(frame: Frame, chunk: Chunk) -> Frame | None:
    if frame.pending[0] in _PREPOSITIONS:
        return None
    acts = (*frame.acts, chunk.said)
    if len(acts) > 4:
        return None
    kind = ("", "") if frame.pending[0] in ("arrow", "sign") else frame.pending
    more = [a for a in acts if a not in ("help", "turn")]
    if len(set(more)) > 1:
        more = [a for a in more if a != "stay"]
    distinct = list(dict.fromkeys(more))
    if len(distinct) > 1 and set(distinct) != {"take", "put"}:
        return None
    far = 0.0
    if frame.pending[0] == "list" and set(distinct) != {"take", "put"}:
        if frame.last != "comma" or frame.acts:
            return None
        far = 0.3  # "the stove, you turn it off", "tomato (slice)"
    return replace(frame, acts=acts, pending=("", "") if kind[0] == "list" else kind, last="act",
                   cost=frame.cost + far, verb=chunk.verb or frame.verb)


def _sign(frame: Frame, chunk: Chunk) -> Frame | None:
    """Read ":" "-" "/" "=" between a thing and its place or state."""
    if frame.last == "act" and chunk.said == ":" and not frame.things and not frame.where:
        return replace(frame, last="colon")  # "wash: the mug, the plate"
    if frame.pending[0] or frame.where or chunk.said in _NO_SIGNS or not frame.things:
        return None
    far = 0.9 if chunk.kind == "stop" else 0.0 if chunk.said in ":=" else 0.1
    return replace(frame, pending=("sign", chunk.said), last="sign", colon=True,
                   cost=frame.cost + far)


def _joined(frame: Frame, chunk: Chunk) -> Frame | None:
    """Go on behind a comma or "and": a list of things, of places, or something between."""
    if frame.pending[0] or not frame.last:
        return None
    if frame.last in ("thing", "place", "amount"):
        word = "place" if frame.last == "place" else "thing"
        return replace(frame, pending=("list", word), last=chunk.kind)
    return replace(frame, last=chunk.kind, pending=("list", "any"), cost=frame.cost + 0.3)


def _particle(frame: Frame, chunk: Chunk) -> Frame | None:
    if frame.pending[0] and frame.pending[0] != "sign":
        return None
    if chunk.kind == "goes":
        return replace(frame, acts=(*frame.acts, "put"), last="act")
    if chunk.kind in ("down", "up") and frame.particles & {"down", "up"}:
        return None
    return replace(frame, particles=frame.particles | {chunk.kind}, pending=("", ""),
                   last="particle")


def _counted(frame: Frame, chunk: Chunk) -> Frame | None:
    if frame.amount or not frame.things or frame.pending[0] not in ("", "list", "sign"):
        return None
    if frame.pending[0] == "list" and frame.pending[1] != "thing":
        return None
    one = len(frame.things) == 1 and not frame.things[0].plural
    if one and chunk.said in ("all", "both") and (frame.pending[0] or chunk.said == "both"):
        return None  # "the mug and both plates": that is no number of mugs
    return replace(frame, amount=chunk.said, last="amount", pending=("", ""))


_ADDING: dict[str, Callable[[Frame, Chunk], Frame | None]] = {
    "thing": _thing, "pronoun": _pronoun, "place_pronoun": _there, "act": _act, "sign": _sign,
    "stop": _sign, "comma": _joined, "joint": _joined, "amount": _counted,
    **dict.fromkeys(("goes", "down", "up", "away", "loose"), _particle),
}

# -- what it asks for -------------------------------------------------------------------------

_Where = tuple[str, str, tuple[Chunk, ...]]
_CHANGES = ("open", "close", "wash", "slice", "heat", "cook", "chill", "fill", "empty", "break",
            "find", "on", "off", "trash")


def worded(frame: Frame, before: tuple[Chunk, ...]) -> tuple[float, str, tuple[Chunk, ...]] | None:
    """Say an order in controlled English; ``before`` are the things of the order before it.

    Returns how far-fetched that is, the words, and the things; None where it is no order.
    """
    frame, elided = _turned(frame, before)
    things, cost = frame.things, frame.cost
    if things and things[0].kind != "pronoun":
        things = _counted_out(things, frame.amount)
    elif before:
        things, cost = before, cost + (0.0 if things else 0.4)
    else:
        return None
    again = elided or not frame.things or frame.things[0].kind == "pronoun"
    named = _again(things) if again else _listed(things)
    act = _act_of(frame, things)
    to = [w for w in frame.where if w[0] in ("to", "near", "bare", "there")]
    sources = [("from", "from", c) for k, _, c in frame.where if k == "from"]
    if act is None or frame.places("with") or not _holding(sources):
        return None
    if act == "stay" and not sources and not [w for w in to if w[0] != "there"]:
        return cost, f"but leave {named}", things
    cost += 0.1 * len(frame.particles - {"loose", "away"})
    said: str | None = None
    verb = frame.verb or verb_of(act)
    if to and act in ("", "put", "take", "trash"):
        said = _moving(things, named, to, sources)
    elif not _fit(things, act):
        return None
    elif act in _CHANGES and len(to) == 1 and to[0][:2] == ("to", "") and _takes(things, to[0][2]):
        said = f"{verb} {named}. {_moving(things, named, to, sources)}"
    elif act == "slice" and len(to) == 1 and to[0][1] in ("in", "into") and not sources:
        said = f"slice {named} into {_listed(to[0][2])}"
    elif act in _CHANGES and len(to) < 2 and (not to or _lies(things, to[0])):
        said = " ".join((verb, named, *_spots([*to, *sources])))
    elif "away" in frame.particles and act == "put":
        said = f"put {named} away"
    elif act == "take":
        said = " ".join(("take", named, *_spots(sources)))
    return None if said is None else (cost, said, things)


def _turned(frame: Frame, before: tuple[Chunk, ...]) -> tuple[Frame, bool]:
    """Read "drawer: pen" as the pen's, and a place alone as that of the things before."""
    bare = frame.places("bare")
    if frame.colon and bare and len(frame.things) == 1 and not frame.acts and _takes(
            bare, frame.things):
        return replace(frame, things=bare, where=(("bare", "", frame.things),)), False
    if frame.things and not frame.acts and not frame.where and not frame.particles and _takes(
            before, frame.things):
        return replace(frame, things=(), where=(("bare", "", frame.things),),
                       cost=frame.cost + 0.3), True
    return frame, False


def _act_of(frame: Frame, things: tuple[Chunk, ...]) -> str | None:
    """Return the act of an order, "" where it has none; None where they are at odds."""
    acts = {a for a in frame.acts if a not in ("help", "turn")}
    if len(acts) > 1:  # "the tv stays off"
        acts -= {"stay"}
    placed = any(kind != "there" for kind, _, _ in frame.where)
    act = "put" if acts == {"take", "put"} or (acts == {"stay"} and placed) else next(
        iter(acts), "")
    if "turn" in frame.acts and act not in ("on", "off"):
        return None
    if cloths(things) and frame.particles & {"up", "down"}:
        moved = "open" if "up" in frame.particles else "close"
        return moved if act in ("", "put", moved) else None
    return act


def _counted_out(things: tuple[Chunk, ...], amount: str) -> tuple[Chunk, ...]:
    if not amount:
        return things
    *first, last = things
    name, many = last.said.removeprefix("the "), amount.removeprefix("all ")
    return (*first, replace(last, said=f"all the {name}" if many == "all" else f"{many} {name}",
                            counted=many not in ("all", "both")))


def _again(things: tuple[Chunk, ...]) -> str:
    """Name things once more: what was "a mug" is "it" then."""
    if not any(t.counted for t in things):
        return _listed(things)
    return "it" if len(things) == 1 and not things[0].plural else "them"


def _moving(things: tuple[Chunk, ...], named: str, to: list[_Where], sources: list[_Where]
            ) -> str | None:
    beside = [w for w in to if w[0] == "near"] if len(to) > 1 else []
    (kind, word, places), *more = [w for w in to if w not in beside]
    if more or len(places) > 1 or not _fit(things, "put"):
        return None
    if kind == "there":
        return f"put {named} {word}"
    if kind != "near" and not _takes(things, places):
        return None
    if kind == "near":
        word = "next to"
    else:
        word = into(places[0])
    return " ".join(("put", named, *_spots(sources), word, _listed(places), *_spots(
        [("near", "next to", c) for _, _, c in beside])))


def _holding(where: Iterable[_Where]) -> bool:
    """Whether something can lie at each of the places."""
    return all(ontology().places(c.types) for _, _, chunks in where for c in chunks)


def _lies(things: tuple[Chunk, ...], where: _Where) -> bool:
    """Whether the things may be where they are said to be."""
    carried = set(ontology().properties["pickupable"])
    return where[0] in ("near", "there") or (_holding([where]) and (_takes(
        things, where[2]) or not any(carried & set(t.types) for t in things)))


def _spots(where: Iterable[_Where]) -> list[str]:
    return [f"{'in' if kind == 'bare' else word} {_listed(chunks)}" if chunks else word
            for kind, word, chunks in where]


def _listed(things: tuple[Chunk, ...]) -> str:
    names = [t.said for t in things]
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def _fit(things: tuple[Chunk, ...], act: str) -> bool:
    """Whether an act can be done to all of the things."""
    if act not in able():
        return True
    can = set(ontology().properties[able()[act]])
    can |= {t for t, s in ontology().switches.items() if act in ("on", "off")}
    return all(not t.types or can & {*t.types, *(p for k in t.types for p in pieces_of(k))}
               for t in things)


def _takes(things: tuple[Chunk, ...], places: tuple[Chunk, ...]) -> bool:
    """Whether the things can be put in or on the places, by AI2-THOR's rules."""
    rules, carried = placement_rules(), ontology().properties["pickupable"]
    kinds = {p for c in places for p in ontology().places(c.types)}
    return bool(kinds and things) and all(not t.types or any(
        k in carried and (k not in rules or kinds & rules[k]) for k in t.types) for t in things)
