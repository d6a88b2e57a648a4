"""Notes: lists of items, each a thing and, behind signs, where it goes or what is done to it.

"mug -> wash -> cupboard", "lamp: off", "* fork + spoon: drawer", "card ditto". Every item is said
as an order in controlled English; what is no item has to be readable as it stands, or be talk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from translators.mapthor.chunks.lattice import Chunk, able, chunks_at, cloths, into, tokens, verb_of
from translators.mapthor.chunks.reading import surely
from translators.mapthor.hearing.clauses import clauses
from translators.mapthor.hearing.liberties import corrects
from translators.mapthor.ontology import ontology
from translators.mapthor.read import reads

__all__ = ["Item", "listed", "noted", "order_of", "whole"]

_ITEMS = re.compile(r"\s*(?:\n|[.;](?=\s|$)|!+(?=\s+(?![-=]*>|[\u2192\u2794\u21d2])|$)|\s//?\s|"
                    r"\|)\s*|\s+(?=\(?\d{1,2}[)]\s)")
_BULLET = re.compile(r"(?i)^\s*(?:(?:step\s+|task\s+|no\.?\s*)?(?:\d{1,2}|one|two|three|four|five|"
                     r"first|second|third|next|last)\s*:\s*(?=\w)|"
                     r"[-*+>#\u2022\u2013\u2014_]+\s*|\(?(?:\d{1,2}|[a-h])[.)]\s*|"
                     r"\d{1,2}\s+[-\u2013]\s+|\[[ x]?\]\s*)+")
_SIGN = re.compile(
    r"\s*(?:[-=]+>+|[\u2192\u2794\u21d2]|>+|:|=|@|\?+|\s[-\u2013\u2014]+\s|,\s*then\b|"
    r",(?=\s*(?:in|on|off|into|onto|then|out of|from)\b)|\bthen\b)\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,|\+|&|/|\b(?:and|n)\b|\bplus\b)\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\(([^()]*)\)\s*")
_TIMES = re.compile(r"\s*\b(?:x\s?(\d)|(\d)\s?x)\b\s*", re.IGNORECASE)
_PREPOSED = re.compile(r"\s+(?=(?:in|on|to|into|onto|off|out of|from)\s)", re.IGNORECASE)
_PART = re.compile(r"\b(?:the )?(?:back|top|edge|side|corner|rim|middle|lid) of (?:the )?", re.I)
_WRITTEN = re.compile(r"[\n:=@?>(\u2192\u2794\u21d2]|\s[-\u2013\u2014]+\s|\s//?\s")
"""A sign that stands in notes rather than in what is spoken."""
_LYING = re.compile(r"(?:from|off|out of|in|on|at)\b", re.IGNORECASE)
_NOTHING = re.compile(r"^nothing (?:left |more |else )?(?:in|on) (?=\w)", re.IGNORECASE)
_DITTO = re.compile(r"[\s,:]*\b(?:ditto|the same|same|likewise|similarly|too|as well|also|"
                    r"idem)\W*$", re.IGNORECASE)
_FINE = re.compile(r"^(?:leave(?: it| them| there| alone| be)?|stays?|may stay|can stay|ok(?:ay)?|"
                   r"fine|keep|is (?:ok|fine)|good|no change|none here|not here|ignore|skip|"
                   r"n/a)\W*$", re.IGNORECASE)
_SPARE = re.compile(r"^(?:pls|please|thx|thanks|ty|cheers|done|that's it|asap|today|first|now|"
                    r"dirty|all (?:\w+|of them))\W*$", re.IGNORECASE)
_EMPTIED = re.compile(r"^(?:clear(?:ed)?|empty|nothing(?: (?:left |more )?(?:in|on) "
                      r"(?:it|there))?)\W*$", re.IGNORECASE)
_BEING = re.compile(r"^(?:must be|should be|to be|is|are|leave|stays?|all|both|both of them|"
                    r"needs)\s+", re.IGNORECASE)
_FULL = re.compile(r"^(?:(?:full|filled|fill)(?:\s+up)?(?:\s+(?:of|with)\s+)?|"
                   r"(?:hot\s+|cold\s+|black\s+)?(?=\S))(water|coffee|wine|tea)?$", re.IGNORECASE)
_IN_OUT = re.compile(r"^(?P<what>.+?)\s+(?P<how>in|on|inside|out|off|open|shut|closed)$", re.I)
_INSIDE = re.compile(r"^(?:back\s+)?(?:in|on|into|onto|inside|to)\s+(?=\w)", re.IGNORECASE)
_PART_OF = re.compile(r"^(?:the\s+)?(?:door|lid|top|it)$", re.IGNORECASE)
_LIDS = frozenset({"Laptop", "Toilet", "Box"})
_NAMED = 30
"""So many words name the things of an item at most."""
_FEWEST = 2
"""So many signs or lines make a note of a text."""


@dataclass
class Item:
    """What is said of things: their values in turn, as written ("sink", "off", "from the bed")."""

    things: tuple[Chunk, ...] = ()
    values: list[str] = field(default_factory=list)


def noted(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Say a note in controlled English with remarks; None where it is none, or not understood.

    >>> noted("* mug -> wash -> shelf\\n* pen ditto")[0]
    'wash the mug, then put it on the shelf. wash the pen, then put it on the shelf'
    """
    parts = [p for p in _ITEMS.split(text) if re.search(r"\w", p)]
    signs = len(_SIGN.findall(text))
    if len(parts) + signs < _FEWEST or not _WRITTEN.search(text) or corrects(text):
        return None
    orders: list[str] = []
    remarks: list[str] = []
    latest = Item()
    for number, part in enumerate(parts):
        said = _BULLET.sub("", part).strip(" *_,")
        read = _read(said, latest, first=not number)
        if read is None:
            return None
        order, left, latest = read
        orders += [order] if order else []
        remarks += [left or f"'{said}' is read as '{order}'"] if left or (
            order and order.lower() != said.lower()) else []
    return (". ".join(orders), tuple(dict.fromkeys(remarks))) if orders else None


def _read(said: str, latest: Item, *, first: bool) -> tuple[str, str, Item] | None:
    """Return the order of one item, a remark where it is none, and what it says of what."""
    if _SPARE.match(said) or not re.search(r"\w", said):
        return "", "", latest
    if _NOTHING.match(said):
        said = _NOTHING.sub("clear ", said)
    for item in _items(said, latest):
        order = order_of(item)
        if order is not None:
            return order, "" if order else f"nothing is to be done to '{said}'", item
    where = next(_wheres(said, latest.things, last=True), "") if latest.things else ""
    if where and not where.startswith("from"):  # "pot: filled, on the stove"
        return f"put {_and(latest.things)} {where}", "", latest
    if reads(said):
        return said, "", latest
    plain = next(surely(said), None)
    if plain is not None:
        return plain[0], "", latest
    if said.endswith(":") and (head := _item(said.rstrip(": "), latest)) and not head.values:
        where = _at(head.things[0]) if ontology().places(head.things[0].types) else ""
        return "", f"'{said}' is left out: a heading", Item(values=[where] if where else [])
    return _parted(said, latest) or _talk(said, latest, first=first)


def _parted(said: str, latest: Item) -> tuple[str, str, Item] | None:
    """Read an item comma by comma, and behind a heading: "evening: lamp on, book to shelf"."""
    remark, head = "", _SIGN.search(said)
    title = said[:head.start()].strip() if head and "?" not in head.group() else ""
    if head and title and not _acts(title) and not listed(title):
        remark = f"'{title}' is left out: a heading"
        said = said[head.end():]
    parts = [p.strip() for p in said.split(",") if p.strip()]
    if len(parts) < 2 and not remark:
        return None
    orders = []
    for part in parts:
        read = _read(part, latest, first=False)
        if read is None:
            return None
        orders += [read[0]] if read[0] else []
        latest = read[2]
    order = ". ".join(orders)
    return order, remark and f"{remark}; '{said}' is read as '{order}'", latest


def _talk(said: str, latest: Item, *, first: bool) -> tuple[str, str, Item] | None:
    """Leave out what orders nothing: greetings, and a heading that names no thing."""
    talk = all(c.kind in ("talk", "statement", "fragment") for c in clauses(said))
    named = any(c.kind == "thing" for n in range(len(tokens(said)))
                for _, c in chunks_at(tokens(said), n))
    if named or not (talk or (first and not _acts(said))):
        return None
    return "", f"'{said}' is left out: it orders nothing", latest


def _acts(said: str) -> bool:
    """Whether words name an act."""
    words = tokens(said)
    return any(c.kind == "act" and c.said != "help" for n in range(len(words))
               for _, c in chunks_at(words, n))


@lru_cache(4096)
def whole(said: str) -> dict[str, Chunk]:
    """Return what words as a whole may be, by kind: "thing", "act", "pronoun"."""
    words = tokens(said)
    return {c.kind: c for end, c in chunks_at(words, 0) if end == len(words)} if words else {}


def _items(said: str, latest: Item) -> Iterator[Item]:
    """Yield what an item may be: split where its signs stand, else before or behind a name."""
    item = _item(said, latest)
    if item:
        yield item
        return
    bare = _ASIDE.sub(" ", said).strip()
    asides = [a.strip(" !") for a in _ASIDE.findall(said)]
    for cut in _PREPOSED.finditer(bare):
        things = listed(bare[:cut.start()])
        if things:
            yield Item(things, [bare[cut.end():], *asides])
    words = bare.split()
    for end in range(min(len(words) - 1, _NAMED), 0, -1):
        things = listed(" ".join(words[:end]))
        if things:
            yield Item(_narrowed(things, asides), [" ".join(words[end:])])
            return


def _item(said: str, latest: Item) -> Item | None:
    """Split an item where its signs stand; what stands in parentheses is said of it, too."""
    ditto = _DITTO.search(said)
    if ditto and latest.values:
        things = listed(said[:ditto.start()])
        last = len(latest.values) - 1
        values = [v for n, v in enumerate(latest.values) if not _LYING.match(v) or (
            n == last and not v.startswith(("from", "off", "out")))]
        return Item(things, values) if things and values else None
    head, *rest = [_PART.sub("", p) for p in _SIGN.split(said)]
    aside = [a.strip(" !") for a in _ASIDE.findall(head)]
    topic = _ASIDE.sub(" ", head).strip(" *!")
    there = _INSIDE.match(topic)
    if there and rest and (place := listed(topic[there.end():])) and len(place) == 1:
        things = tuple(t for piece in rest for t in listed(piece))
        if things and ontology().places(place[0].types):
            return Item(things, [f"{into(place[0])} {place[0].said}"])
    values = [p for piece in rest for p in (*_ASIDE.sub(" ", piece).split(","),
                                            *_ASIDE.findall(piece))]
    values = [v.strip(" *!") for v in values if re.search(r"\w", v)]
    named = _PREPOSED.search(topic)
    if named and not listed(topic) and values:  # "roll in tub -> hanger"
        topic, aside = topic[:named.start()], [topic[named.end():], *aside]
    things = listed(topic) or (_in_a_row(topic) if rest else ())
    if not things:
        return None
    turned = whole(f"{aside[0]} {topic}").get("thing") if aside and len(things) == 1 else None
    if turned and not turned.dropped and not whole(aside[0]).get("act"):
        return Item((turned,), values)  # "lamp (floor)"
    if _narrowed(things, aside) != things:
        return Item(_narrowed(things, aside), values)
    lying = [f"from {re.sub(r'^(?:all )?(?:in|on|off|out of|from) ', '', a)}" if values and list(
        _wheres(a, things, last=True)) else a for a in aside]
    return Item(things, [*lying, *(values or (latest.values if not latest.things else []))])


def _in_a_row(said: str) -> tuple[Chunk, ...]:
    """Read "pen pencil cd" as things one after the other; none where anything else stands there."""
    words = said.split()
    if not 1 < len(words) < _NAMED:
        return ()
    for end in range(len(words) - 1, 0, -1):
        first = whole(" ".join(words[:end])).get("thing")
        rest = " ".join(words[end:])
        behind = listed(rest) or _in_a_row(rest) if first else ()
        if first and behind:
            return (first, *behind)
    return ()


def _narrowed(things: tuple[Chunk, ...], asides: Sequence[str]) -> tuple[Chunk, ...]:
    """Read "screen (laptop)" as the laptop."""
    named = whole(asides[0]).get("thing") if asides and len(things) == 1 else None
    if named and set(named.types) < set(things[0].types):
        return (named,)
    return things


def listed(said: str) -> tuple[Chunk, ...]:
    """Read "fork, spoon + 2 plates" as things; none where anything else stands there.

    >>> [t.said for t in listed("fork + 2 plates")]
    ['the fork', '2 plates']
    """
    things: list[Chunk] = []
    for part in _AND.split(said.strip()):
        times = _TIMES.search(part)
        name = _TIMES.sub(" ", part).strip()
        if times:
            name = f"{times[1] or times[2]} {(ontology().plurals.get(name) or [name])[0]}"
        thing = whole(name).get("thing")
        if thing is None:
            return ()
        things.append(thing)
    return tuple(things)


# -- what is said of things ---------------------------------------------------------------------


def order_of(item: Item) -> str | None:
    """Say an item as an order; empty where nothing is to be done, None where it is not clear.

    >>> order_of(Item(listed("the mug"), ["wash", "shelf"]))
    'wash the mug, then put it on the shelf'
    """
    named = _and(item.things)
    values = [v for v in item.values if not _SPARE.match(v)]
    if not values or not item.things:
        return None
    if all(_FINE.match(v) for v in values):
        return ""
    place = ontology().places(item.things[0].types) if len(item.things) == 1 else ()
    if place and _EMPTIED.match(values[0]):
        return f"clear {named}"
    if place and (inside := _contained(item.things[0], values)):
        return inside
    if place and all(map(listed, values)) and not list(_wheres(values[0], item.things, last=True)):
        return f"put {' and '.join(_and(listed(v)) for v in values)} {_at(item.things[0])}"
    said: list[str] = []
    lies = there = ""
    for number, value in enumerate(values):
        if _FINE.match(value) or value.lower().startswith("not "):
            if value.lower().startswith("not needed"):
                said.append(f"turn off {named}")
            continue
        again = named if not said else "it" if len(item.things) == 1 and not (
            item.things[0].plural) else "them"
        put = next(_wheres(value, item.things, last=number == len(values) - 1), "")
        if put.startswith("from"):
            lies = f" {put}"
        elif put:
            said.append(f"put {again}{'' if said else lies} {put}")
            there = put.split(maxsplit=1)[1]
        else:
            act = _act(value, item.things, there)
            if act is None:
                return None
            where = whole(lies.removeprefix(" from ")).get("thing") if lies and not said else None
            said.append(act.format(f"{again} {_at(where)}" if where else again))
    return ", then ".join(said) if said else None


def _contained(place: Chunk, values: Sequence[str]) -> str:
    """Say "fridge: egg in, tomato out, door shut" as orders; empty where it is none.

    >>> order_of(Item(listed("fridge"), ["egg in", "tomato out", "door shut"]))
    'put the egg in the fridge. clear the tomato off the fridge. close the fridge'
    """
    said: list[str] = []
    for value in values:
        found = _IN_OUT.match(value)
        part = found is not None and _PART_OF.match(found["what"])
        things = listed(found["what"]) if found and not part else ()
        if found is None or not (things or part):
            return ""
        how = found["how"].lower()
        if how in ("in", "on", "inside"):
            said.append(f"put {_and(things)} {_at(place)}" if things else "")
        elif how in ("out", "off"):
            said.append(f"clear {_and(things)} off {place.said}" if things else "")
        else:
            said.append(f"{'open' if how == 'open' else 'close'} {_and(things) or place.said}")
    return ". ".join(said) if all(said) else ""


def _and(things: Sequence[Chunk]) -> str:
    return " and ".join(t.said for t in things)


def _at(place: Chunk) -> str:
    return f"{into(place)} {place.said}"


def _wheres(value: str, things: Sequence[Chunk], *, last: bool) -> Iterator[str]:
    """Yield where things go or come from: "sofa", "in the sink", "off the stove"."""
    words = tokens(value)
    for end, chunk in chunks_at(words, 0):
        if chunk.kind in ("to", "from", "near") and end < len(words):
            place = whole(value[words[end].begin:]).get("thing")
            if place and chunk.kind == "near":
                yield f"next to {place.said}"
            elif place and ontology().places(place.types):
                still = chunk.said in ("in", "on", "at") and not last
                yield f"from {place.said}" if chunk.kind == "from" or still else _at(place)
    place = whole(value).get("thing")
    carried = set(ontology().properties["pickupable"])
    if place and ontology().places(place.types) and all(
            set(t.types) & carried for t in things) and not set(place.types) & {
                t for s in things for t in s.types}:
        yield _at(place)


def _act(value: str, things: Sequence[Chunk], place: str) -> str | None:
    """Return the order for a state or an act: "off", "scrub", "lit"."""
    value = _BEING.sub("", value.strip(" !"))
    types = {t for thing in things for t in thing.types}
    full = _FULL.match(value)
    if full and types <= set(ontology().properties["fillable"]):
        return f"fill {{}} with {full[1].lower()}" if full[1] else "fill {}"
    if full or (value.lower() in ("thirsty", "watered", "dry") and types == {"HousePlant"}):
        return "water {}" if types == {"HousePlant"} else None
    beds = all(set(t.types) == {"Bed"} for t in things)
    if beds and re.fullmatch(r"made|make|neat|tidy", value, re.IGNORECASE):
        return "make {}"
    if value.lower() in ("up", "down") and cloths(things):
        return "open {}" if value.lower() == "up" else "close {}"
    if re.fullmatch(r"(?:it |them )?away|put away", value, re.IGNORECASE):
        return "put {} away"
    if re.fullmatch(r"(?:lid )?(?:down|up)", value, re.I) and types <= _LIDS:
        return "open {}" if value.lower().endswith("up") else "close {}"
    value = re.sub(r"\s+(?:it|them)$", "", value)
    words = tokens(value)
    act = next((c for end, c in (chunks_at(words, 0) if words else ()) if end == len(words)
                and c.kind == "act" and c.said not in ("put", "help", "turn", "stay")), None)
    if act is None:
        return None
    needed = able().get(act.said)
    if needed and act.said not in ("open", "close") and not all(
            set(t.types) & set(ontology().properties[needed]) for t in things):
        return None
    openable = set(ontology().properties["openable"])
    if act.said in ("open", "close") and place and not all(set(t.types) & openable for t in things):
        return f"{act.said} {place}"  # "phone: safe, locked"
    return f"{act.verb or verb_of(act.said)} {{}}"
