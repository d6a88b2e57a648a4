"""Where somebody came to stand, and what was named before: what words of the next order mean.

"Walk to the sink and put the mug in": in the sink. "Open it", "there", "close the door" and "the
chair" for an arm chair that was named are said by their names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from translators.mapthor.hearing.words import words_of
from translators.mapthor.ontology import ontology

__all__ = ["Standing", "called_in_full", "door_of", "found_there", "without_load"]


def _pattern(said: str) -> re.Pattern[str]:
    return re.compile(said.replace(" ", r"\s+"), re.IGNORECASE)


_BARE = _pattern(r"\b(?:in|inside|on|on top|in there|on there|down there|in it)"
                 r"(?=\s*(?:$|[.,;!]|and\b|then\b))")
"""A place of which the name is left out: "put the mug in"."""
_PLACED = _pattern(r"\b(?:put|place|set|lay|drop|throw|leave|stand|stick|toss|slide|pop|rest|"
                   r"deposit|dump|stow|hang|insert|return|release)\b")
_AT_IT = _pattern(r"\b(?P<at>in|inside|into|on|onto|from|off|out of|next to|beside|on top of|"
                  r"inside of|to|under) it\b")
_THERE = _pattern(r"(?:\b(?:in|on|from|out of|inside|over|right) )?\bthere\b"
                  r"(?!\s+(?:is|are|should|was|were)\b)")
_DEVICE = _pattern(r"\b(?P<act>open|close|shut|turn on|turn off|switch on|switch off|activate|pull|"
                   r"swing) it\b|\b(?P<turn>turn|switch) it (?P<onoff>on|off)\b")
_DOOR = _pattern(r"\b(?P<act>open|close|shut|closing|shutting|opening)(?P<up> up)? (?:the|its) "
                 r"(?:doors?|lid)\b(?! of\b)")
_CLAUSE = re.compile(r"(\s*[.,;:!?](?=\s|$)\s*|\s+(?:and|then)\b\s*|\n+)", re.IGNORECASE)
_IT = _pattern(r"\b(?:it|them)\b")
_BESIDE = re.compile(r"\s+(?:right |just )?(?:next to|beside|between|near|close to|in front of)\b",
                     re.IGNORECASE)
_SOMEWHERE = _pattern(r"\b(?:in|on|into|onto|inside|to|away|back|at|under|there)\b")
_WITH_YOU = _pattern(r"\b(?:carry|take|bring|hold|keep)\b(?P<what>[^.,;]*?) (?:along )?with you\b")
_RELEASED = _pattern(r"\s*(?:drop|release|put|place|set|lay|insert|deposit|throw) (?:the |your )?"
                     r"\w+(?: \w+)?\s*$")
_PUT_IN = _pattern(r"\b(?P<put>put|place|throw|pop|drop) in (?P<the>(?:the|a|an) )?"
                   r"(?P<what>[\w ]+?)\s*$")
_ON_IT = _pattern(r"\b(?:in|on|at) (?:the|its) (?:middle|centre|center|top|edge|corner|side|end) "
                  r"of it\b")
_FOUND = re.compile(
    r"\s+(?:until|till) you (?:see|find|spot|come across|have found) (?P<what>(?:the|an?|some|one "
    r"of the) [\w ]+?)(?:,| and|, and)(?: then)? (?P<take>pick|take|grab|get|fetch|remove|lift)"
    r"(?: it| one)(?: (?:up|out))?\b", re.IGNORECASE)
_WITH = re.compile(
    r"\b(?P<x>(?:the|that|this) (?P<box>[\w ]+?)) with (?:the|a|that|both) (?P<in>[\w ]+?)"
    r"(?: (?:in|on|inside)(?: it| of it)?)?(?=\s*(?:$|[.,;])|"
    r"\s+(?:and|then|to|on|in|back|over|from|up)\b)", re.IGNORECASE)
_UNTIL = _pattern(r"\b(?:until|till)\b")
_PAST = re.compile(r"\s+(?:past|around|across|over|through|along) (?:the|your) (?:[\w ]+?)"
                   r"(?= (?:to|towards|back to|over to) (?:the|your|a)\b)", re.IGNORECASE)
_INSIDE = _pattern(r"\b(?:in|on|onto) (?:the|a|one|any) (?:\w+ )?(?:shelf|rack|tray) "
                   r"(?:inside|in there|in it|inside it)\b")
_DOWN = re.compile(r"\bdown\s*$", re.IGNORECASE)


@dataclass
class Standing:
    """Where somebody stands, as it is named, until another place is; what was carried there."""

    spot: str = ""
    carried: str = ""
    opens: str = ""

    def said(self, part: str) -> str:
        """Say a part of a text with the names of what is not named in it."""
        clauses = _CLAUSE.split(part)
        return "".join(c if n % 2 else self._clause(c) for n, c in enumerate(clauses))

    def _clause(self, clause: str) -> str:
        if self.spot:
            clause = _INSIDE.sub("inside", clause)
        clause = _PAST.sub("", _WITH_YOU.sub(r"take\g<what>", clause))
        if self.carried and (clause := _IT.sub(f"the {self.carried}", clause, count=1)):
            self.carried = "" if self.carried in clause else self.carried
        known = ontology()
        for word in words_of(clause):
            self.opens = (door_of(f"the {word.text}") if word.thing else "") or self.opens
        if self.opens:
            clause = _DOOR.sub(rf"\g<act>\g<up> {self.opens}", clause)
        clause = _PUT_IN.sub(self._put_in, clause)
        noun = known.find(self.spot.removeprefix("the ")) if self.spot else None
        if noun is None:
            return clause
        types, carried = set(noun.types), set(known.properties["pickupable"])
        names = [w for w in words_of(clause) if w.thing]
        named = [n for w in names if (n := known.find(w.text))]
        elsewhere = any(known.places(n.types) and not set(n.types) & carried for n in named)
        clause = _DEVICE.sub(lambda m: _acted(m, self.spot, types), clause, count=1)
        before = clause
        if known.places(noun.types):
            at = "in" if set(known.places(noun.types)) <= known.inside else "on"
            clause = self._placed(clause, at, elsewhere=elsewhere)
        else:
            clause = _THERE.sub("", clause)
        if types <= carried and clause == before:
            clause = _IT.sub(self.spot, clause, count=1)
            self.spot = "" if self.spot in clause else self.spot
        if elsewhere:
            self.spot = ""
        return clause

    def _put_in(self, found: re.Match[str]) -> str:
        """Say "put in the potato" with what was opened before."""
        noun = ontology().find(found["what"])
        if not self.opens or noun is None or ontology().places(noun.types):
            return found.group()
        return f"{found['put']} {found['the'] or ''}{found['what']} in {self.opens}"

    def _placed(self, clause: str, at: str, *, elsewhere: bool) -> str:
        clause = _ON_IT.sub("on it", clause)
        if not _UNTIL.search(clause):
            clause = _AT_IT.sub(lambda m: f"{m['at']} {self.spot}", clause, count=1)
        clause = _THERE.sub(lambda m: f"{at} {self.spot}", clause, count=1)
        if elsewhere or self.spot in clause or not (put := _PLACED.search(clause)):
            return clause
        if bare := _BARE.search(clause, put.end()):
            at = "on" if bare.group().lower().startswith("on") else "in"
            return f"{clause[:bare.start()]}{at} {self.spot}{clause[bare.end():]}"
        if _RELEASED.match(clause) and words_of(clause)[-1].thing:
            return f"{clause.rstrip()} {at} {self.spot}{clause[len(clause.rstrip()):]}"
        beside = _BESIDE.search(clause)
        if beside and not _SOMEWHERE.search(clause[:beside.start()]):
            return f"{clause[:beside.start()]} {at} {self.spot}{clause[beside.start():]}"
        if not beside and _DOWN.search(clause) and not _SOMEWHERE.search(clause):
            return f"{clause.rstrip()} {at} {self.spot}{clause[len(clause.rstrip()):]}"
        return clause


def door_of(spot: str) -> str:
    """Return a place where it has a door, else nothing."""
    noun = ontology().find(spot.removeprefix("the ")) if spot else None
    carried = set(ontology().properties["pickupable"])
    doors = set(ontology().properties["openable"]) & set(ontology().surfaces) - carried
    return spot if noun and noun.types and set(noun.types) <= doors else ""


def _acted(found: re.Match[str], spot: str, types: set[str]) -> str:
    """Say what is opened or switched where that can be."""
    known = ontology()
    act = (found["act"] or f"{found['turn']} {found['onoff']}").lower()
    opens = act in {"open", "close", "shut", "pull", "swing"}
    needed = "openable" if opens else "toggleable"
    return f"{act} {spot}" if types & set(known.properties[needed]) else found.group()


def called_in_full(text: str) -> str:
    """Call a thing by the whole name it was called by before: "the arm chair … the chair".

    >>> called_in_full("Walk to the coffee table. Put the pen on the table")
    'Walk to the coffee table. Put the pen on the coffee table'
    """
    called: dict[str, str] = {}
    said, begin = "", 0
    for word in words_of(text):
        name = " ".join(word.text.split())
        known = ontology().find(called.get(name, ""))
        before = text[:word.start].lower().split()[-1:]
        if word.thing and known and before in (["the"], ["that"]):
            said += text[begin:word.start] + called[name]
            begin = word.end
        elif word.thing and " " in name and (noun := ontology().find(name)) is not None:
            if not noun.plural and not noun.loose:
                called[name.split()[-1]] = name
        elif word.thing:
            called.pop(name, None)
    return said + text[begin:]


def found_there(text: str) -> str:
    """Say what is looked for and taken as an order: "open them until you find a roll, take it"."""
    return _FOUND.sub(r", \g<take> \g<what>", text)


def without_load(text: str) -> str:
    """Let a thing be what something was put into before: "the mug with the spoon".

    >>> without_load("Put the pen in the mug. Take the mug with the pen")
    'Put the pen in the mug. Take the mug'
    """
    return _WITH.sub(_unloaded, text)


def _unloaded(found: re.Match[str]) -> str:
    box, inside = (re.escape(found[k]) for k in ("box", "in"))
    into = r"\b(?:in|on|inside|into|onto)"
    put = re.search(rf"\b{inside}\b(?:[^.;]*{into} (?:the |an? |one |that )?{box}\b|"
                    rf"[^;]*{into} it\b)", found.string[:found.start()], re.IGNORECASE)
    return found["x"] if put else found.group()
