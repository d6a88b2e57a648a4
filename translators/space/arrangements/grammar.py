"""Clauses by rows of a table: ``grammar.toml`` lists the forms of facts, regions and relations.

A row is a form and the name of its meaning. In a form, capitals are token types of ``words.toml``
(``A|B``: either; ``?`` optional, ``*`` any number, ``+`` at least one), small letters other tables
of rows. Rows are tried from top to bottom; the first that fits and means something counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from domains.space.geometry import Meaningless
from translators.space.arrangements.words import Token, table

__all__ = ["MAX_TOKENS", "Kids", "Unread", "parse"]

MAX_TOKENS = 40
Kids = Mapping[str, list[Any]]
Act = Callable[[str, Kids], Any]


class Unread(Exception):
    """A text outside the tables; ``why`` says what stood in the way, ``part`` where."""

    def __init__(self, why: str, part: str = "") -> None:
        self.why, self.part = why, part
        super().__init__(f"{why}: {part}" if part else why)


@dataclass(frozen=True)
class _Part:
    names: frozenset[str]
    rows: str
    least: int
    many: bool


@dataclass(frozen=True)
class _Row:
    parts: tuple[_Part, ...]
    means: str
    least: tuple[int, ...]

    @property
    def needs(self) -> list[frozenset[str]]:
        return [p.names for p in self.parts if p.least and not p.rows]


def _part(text: str, symbols: Mapping[str, Any]) -> _Part:
    bare = text.rstrip("?*+")
    sign = text[len(bare):]
    bare = symbols["short"].get(bare, bare)
    return _Part(frozenset(bare.split("|")), bare if bare.islower() else "",
                 0 if sign in ("?", "*") and sign else 1, sign in ("*", "+") and bool(sign))


@cache
def _rows() -> dict[str, tuple[_Row, ...]]:
    data = table("grammar")
    found = {}
    for symbol, rows in data["rows"].items():
        made = []
        for form, means in rows:
            parts = tuple(_part(word, data) for word in form.split())
            least = tuple(sum(p.least for p in parts[i:]) for i in range(len(parts) + 1))
            made.append(_Row(parts, means, least))
        found[symbol] = tuple(made)
    return found


def parse(tokens: Sequence[Token], act: Act) -> Any:
    """Return the meaning of a clause; ``act`` gives a row's meaning from its parts by name.

    Raise ``Unread`` when no row fits, or the last complaint of ``act`` when one nearly did.
    """
    if not tokens or len(tokens) > MAX_TOKENS:
        raise Unread("nothing is said" if not tokens else "the clause is too long")
    failure: Unread | None = None
    for chosen in (tokens, [t for t in tokens if "" not in t]):
        run = _Parse(chosen, act)
        found = run.value("fact", 0, len(chosen))
        if found is not None:
            return found
        failure = failure or run.failure
    raise failure or Unread("no form of the table fits")


class _Parse:
    def __init__(self, tokens: Sequence[Token], act: Act) -> None:
        self.tokens, self.act = tokens, act
        self.failure: Unread | None = None
        self.known: dict[tuple[str, int, int], Any] = {}
        present = set().union(*tokens) if tokens else set()
        self.rows = {symbol: [r for r in rows if all(n & present for n in r.needs)]
                     for symbol, rows in _rows().items()}

    def value(self, symbol: str, start: int, end: int) -> Any:
        """Return the meaning of a span as ``symbol``, ``None`` if it is none."""
        key = symbol, start, end
        if key not in self.known:
            self.known[key] = None
            self.known[key] = self._value(symbol, start, end)
        return self.known[key]

    def _value(self, symbol: str, start: int, end: int) -> Any:
        for row in self.rows[symbol]:
            if row.least[0] > end - start or not self._may(row, start, end):
                continue
            for kids in self._match(row, 0, start, end):
                try:
                    return self.act(row.means, _by_name(kids))
                except Unread as error:
                    self.failure = error
                except Meaningless as error:
                    self.failure = Unread("means nothing in this layout", str(error))
        return None

    def _may(self, row: _Row, start: int, end: int) -> bool:
        first, last = row.parts[0], row.parts[-1]
        return (not first.least or bool(first.rows) or bool(first.names & self.tokens[start].keys())
                ) and (not last.least or bool(last.rows)
                       or bool(last.names & self.tokens[end - 1].keys()))

    def _match(
        self, row: _Row, place: int, start: int, end: int
    ) -> Iterator[list[tuple[str, Any]]]:
        if place == len(row.parts):
            if start == end:
                yield []
            return
        part, room = row.parts[place], end - row.least[place + 1]
        if part.rows:
            ends: Sequence[int] = [end]
            if place + 1 < len(row.parts):  # as long as may be, but relations take all they can
                ends = range(room, start, -1)
                ends = ends[::-1] if any(
                    p.rows in ("rel", "mutual") for p in row.parts[place + 1 :]) else ends
            for stop in ends:
                found = self.value(part.rows, start, stop) if stop > start else None
                if found is not None:
                    for rest in self._match(row, place + 1, stop, end):
                        yield [(part.rows, found), *rest]
            if not part.least:
                yield from self._match(row, place + 1, start, end)
            return
        taken: list[tuple[str, Any]] = []
        while start + len(taken) < room and (part.many or not taken):
            token = self.tokens[start + len(taken)]
            name = next((n for n in token if n in part.names), None)
            if name is None:
                break
            taken.append((name, token[name]))
        for count in range(len(taken), part.least - 1, -1):
            for rest in self._match(row, place + 1, start + count, end):
                yield [*taken[:count], *rest]


def _by_name(kids: list[tuple[str, Any]]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for name, value in kids:
        found.setdefault(name, []).append(value)
    return found
