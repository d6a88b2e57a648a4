"""Scraps of speech: names, places and states without a verb, and signs between them.

"Mug, sink. Plate, same.", "Kettle! Water! Stove!", "Pen, pencil. Both. In the drawer." Every scrap
is a thing, what is said of the things before it, or talk; the whole is read like a note, item by
item, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from translators.mapthor.chunks.lattice import Chunk, says_more
from translators.mapthor.hearing.clauses import sentences
from translators.mapthor.hearing.doing.notes import Item, listed, order_of, whole
from translators.mapthor.hearing.liberties import corrects
from translators.mapthor.lexicon import forms, uses
from translators.mapthor.ontology import ontology
from translators.mapthor.read import reads

__all__ = ["scraps"]

MOST_WORDS = 30
"""Longer texts are no scraps."""
_SIGN = re.compile(r"\s*(?:[.,;:!?\u2026\n/]+|\s[-\u2013\u2014]+\s|[\u2013\u2014\u2192]|[-=]+>|"
                   r"(?:\band\s+)?\bthen\b)\s*", re.IGNORECASE)
_ALIKE = r"(?:the\s+same|same|ditto|likewise|too|as\s+well|also|included|idem)"
_SAME = re.compile(rf"^{_ALIKE}(?:\s+(?:place|there|thing|again|for))?$", re.IGNORECASE)
_SAME_OF = re.compile(rf"^(?:same\s+for|ditto|and)\s+(?=\w)|\s+{_ALIKE}$", re.IGNORECASE)
_ALL = re.compile(r"^(?:(?:the\s+)?(?:both|all)(?:\s+(?:of\s+(?:them|these)|two|three|four))?|"
                  r"(?:every|each)(?:\s+(?:last|single))?(?:\s+one)?(?:\s+of\s+them)?|"
                  r"the\s+(?:whole\s+)?lot(?:\s+of\s+them)?)$", re.IGNORECASE)
_LOOSE = re.compile(r"^(?:(?:please|back|over|down(?!\s+with)|up(?!\s+with)|straight|right|just|"
                    r"out(?!\s+of\b)|go|goes|now|and)\s+)+(?=\w)", re.IGNORECASE)
_TAIL = re.compile(r"(?:'ll\s+do|\s+will\s+do(?:\s+\w+)?|\s+is\s+fine|\s+(?:please|pls|plz|thanks|"
                   r"ta|cheers|now|again|quick|quickly|asap|for\s+me|for\s+us))+$", re.IGNORECASE)
_HIDDEN = re.compile(r"^(?:(?:out\s+of|away\s+from)\s+(?:sight|view|reach|(?:the|my)\s+way)|"
                     r"where\s+(?!.*\bis\b)\w.*(?:go|goes|belongs?|lives?|was|were)|"
                     r"not\s+(?:in|on|at|by|next|near|the|my|under)\b.*|"
                     r"out\s+from\s+(?:under|behind)\w*)$", re.IGNORECASE)
"""Where a thing is not, and what any place is: another scrap says where it goes."""
_STILL = re.compile(r"(?:still|again|already|not|never|always)\b", re.IGNORECASE)
"""What tells how things are: "tap still running"."""
_ME = re.compile(r"^(?:to|for)\s+(?:me|us)$|^here$", re.IGNORECASE)
_ONE = re.compile(r"^the\s+(\w+)\s+one$", re.IGNORECASE)
_WHERE = re.compile(r"\s+(?=(?:in|on|into|onto|to|off|from|out\s+of|next\s+to|near|by|beside)\s"
                    r"+\w)|\s+and\s+(?=(?:in|on|into|onto)\s)", re.IGNORECASE)
_WITH = re.compile(r"^(on|off|up|down|out)\s+with\s+(?=(?:the|my|our|all|both|that|those)\s)", re.I)
_CLEARED = re.compile(r"^(?:everything|all\s+of\s+it|the\s+lot)\s+(?:off|out\s+of|from)\s+(?=\w)",
                      re.IGNORECASE)
_DRINK = re.compile(r"\bof\s+(?:hot\s+)?(?:coffee|tea|water|wine)\b", re.IGNORECASE)
_AWAY = ("from ", "off ", "out of ")
_MEANT = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_SPUR = uses("spur")


@dataclass
class _Heard:
    """The items so far, and the remarks on what is no part of them."""

    items: list[Item | str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def latest(self) -> Item | None:
        """The last item, None where an order stands there."""
        return self.items[-1] if self.items and isinstance(self.items[-1], Item) else None


def scraps(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Say scraps of speech in controlled English with remarks; None where they are something else.

    >>> scraps("Mug, sink. Plate, same.")[0]
    'put the mug in the sink. put the plate in the sink'
    """
    if len(text.split()) > MOST_WORDS or corrects(text):
        return None
    heard, spoken = _Heard(), False
    for sentence in sentences(text):
        pieces = [p for p in _SIGN.split(sentence) if re.search(r"\w", p)]
        trial = _Heard([replace(i) if isinstance(i, Item) else i for i in heard.items],
                       list(heard.remarks))
        if all(_hears(_TAIL.sub("", p), trial) for p in pieces):
            heard, spoken = trial, True
        elif reads(sentence):
            heard.items.append(sentence.strip(" .;!"))
        else:
            return None
    orders = _orders(heard.items)
    free = [t.types for i in heard.items if isinstance(i, Item) for t in i.things if t.dropped]
    if not orders or any(o is None for o in orders) or not spoken or len(set(free)) < len(free):
        return None  # "the red mug …, the blue mug …": not the same one
    said = ". ".join(o for o in orders if o)
    return said, (f"'{' '.join(text.split())}' is read as '{said}'", *heard.remarks)


def _orders(items: Sequence[Item | str]) -> list[str | None]:
    """Say every item as an order; "keys. hand them to me" is one about the keys."""
    orders: list[str | None] = []
    topic = ""
    for item in items:
        if isinstance(item, Item) and not item.values and not topic and item is not items[-1]:
            topic = " and ".join(t.said for t in item.things)
            continue
        order = item if isinstance(item, str) else _order(item)
        if topic and (not isinstance(item, str) or not _MEANT.search(item)):
            return [None]
        orders.append(_MEANT.sub(topic, item, count=1) if topic and isinstance(item, str)
                      else order)
        topic = ""
    return orders


def _order(item: Item) -> str | None:
    values = [v for v in item.values if not _ME.match(v)]
    if len(values) == len(item.values):
        return order_of(item)
    fetched = " and ".join(t.said for t in item.things)
    if any(not v.startswith(_AWAY) for v in values):
        return None
    return f"bring me {fetched} {' '.join(values)}".strip()


def _hears(piece: str, heard: _Heard) -> bool:
    """Take a scrap in; False where it is none."""
    latest = heard.latest
    piece = _LOOSE.sub("", piece.strip(" \"'()*"))
    cleared, turned = _CLEARED.match(piece), _WITH.match(piece)
    if cleared and listed(piece[cleared.end():]):
        heard.items.append(f"clear {piece[cleared.end():]}")
        return True
    if turned:
        piece = f"{piece[turned.end():]} {turned[1]}"
    if not piece or _talks(piece):
        heard.remarks += [f"'{piece}' is left out: it orders nothing"] if piece else []
        return True
    if latest and _HIDDEN.match(piece):
        heard.remarks.append(f"'{piece}' is left out: what is said beside it counts")
        return True
    if latest and _ALL.match(piece):
        latest.things = _every(latest.things)
        return True
    if latest and _SAME.match(piece):
        before = [i for i in heard.items[:-1] if isinstance(i, Item)]
        if latest.values or not before:
            return False
        latest.values = _last(before[-1].values)
        return True
    of = _SAME_OF.sub("", piece)
    if latest and of != piece and latest.values and (things := listed(of)):
        heard.items.append(Item(things, _last(latest.values)))
        return True
    return _names(piece, heard) or (latest is not None and _says(piece, latest))


def _last(values: Sequence[str]) -> list[str]:
    """Return what holds for another thing, too: not where the first one came from."""
    return [v for v in values if not v.startswith(_AWAY)]


def _talks(piece: str) -> bool:
    """Whether a scrap is mere talk: "quick", "chop chop", "good night everybody"."""
    words = re.findall(r"[\w']+", piece.lower())
    return not {"thing", "act", "pronoun", "to"} & set(whole(piece)) and all(
        w in _SPUR or (bool(forms(w)) and forms(w) <= {"interjection", "adverb"}
                       and not says_more(w) and not whole(w).get("act")) for w in words)


def _every(things: tuple[Chunk, ...]) -> tuple[Chunk, ...]:
    """Read "lamps, all of them" as all lamps; several things named one by one are all meant."""
    if len(things) > 1 or not things[0].plural:
        return things
    return (replace(things[0], said=re.sub(r"^the ", "all the ", things[0].said)),)


def _names(piece: str, heard: _Heard) -> bool:
    """Know the names of things, and what is said of them in the same scrap."""
    latest = heard.latest
    words = [] if _DRINK.search(piece) and not re.search(r"\bfull\b", piece) else piece.split()
    full = next((n for n, w in enumerate(words) if w.lower() in ("full", "filled")), len(words))
    for end in range(full or len(words), 0, -1):
        things = listed(" ".join(words[:end]))
        if not things:
            continue
        said = " ".join(words[end:])
        if _HIDDEN.match(said):
            heard.remarks.append(f"'{said}' is left out: what is said beside it counts")
            said = ""
        values = _values(said)
        if any(not _fits(v, things) for v in values):
            continue
        if latest and not values and (not latest.values or _goes_to(things, latest)):
            return _lists(things, latest)
        if latest and latest.values and not values and len(things) == 1 and (
                set(things[0].types) == set(latest.things[-1].types)):
            latest.things = (*latest.things[:-1], *things)  # "Roll on the holder. Any roll."
            return True
        heard.items.append(Item(things, values))
        return True
    one = _ONE.match(piece)
    if one and latest:
        named = whole(f"{latest.things[-1].said.removeprefix('the ')} {one[1]}").get("thing") or (
            whole(f"{one[1]} {latest.things[-1].said.removeprefix('the ')}").get("thing"))
        if named:
            latest.things = (*latest.things[:-1], named)
            return True
    return False


def _goes_to(things: tuple[Chunk, ...], item: Item) -> bool:
    """Whether a name is where things go of which it is not said yet: "Bowl. Wash. Cupboard."."""
    carried = set(ontology().properties["pickupable"])
    place = len(things) == 1 and not set(things[0].types) & carried and ontology().places(
        things[0].types)
    goes = any(v.lower().startswith(("into ", "onto ", "to ", "next to ", "near ")) or listed(v)
               for v in item.values)
    return bool(place) and not goes and all(set(t.types) & carried for t in item.things)


def _lists(things: tuple[Chunk, ...], latest: Item) -> bool:
    """Know whether names behind names are more things, where those go, or what is filled in."""
    named = things[0].said.removeprefix("the ")
    if _goes_to(things, latest):
        latest.values.append(named)
        return True
    if len(things) == 1 and named in {"coffee", "water", "tea", "wine"}:
        latest.values.append(named)
        return True
    latest.things = (*latest.things, *things)
    return True


def _values(said: str) -> list[str]:
    """Split what is said of a thing: "off the table onto the shelf", "back on the rail"."""
    rest = _LOOSE.sub("", said.strip())
    parts = (_LOOSE.sub("", p.strip()) for p in _WHERE.split(rest))
    return [re.sub(r"^(in|on)(?= )", r"\1to", v, flags=re.I) for v in parts if v]


def _fits(value: str, things: tuple[Chunk, ...]) -> bool:
    if _STILL.match(value):
        return False
    return bool(_ME.match(value)) or order_of(Item(things, [value])) is not None or bool(
        value.startswith(_AWAY) and order_of(
            Item(things, [value, "floor"])) is not None)


def _says(piece: str, latest: Item) -> bool:
    """Know what is said of the things before: where they go, how they should be."""
    values = _values(piece)
    if not values or not all(_fits(v, latest.things) for v in values):
        return False
    latest.values += values
    return True
