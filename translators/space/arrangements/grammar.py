"""Clauses by rows of a table: ``grammar.zh.toml`` and ``grammar.en.toml`` list the forms.

A row is a form and an expression for its meaning. In a form, capitals are token types of the table
of words (``A|B``: either; ``?`` optional, ``*`` any number, ``+`` at least one), small letters other
tables of rows. Rows are tried from top to bottom; the first that fits and means something counts.

In an expression ``D``, ``NUM`` … are the values of tokens (nothing where there is none), ``a``,
``b``, ``c`` the regions of the row in order, other small letters the meanings of the parts of that
name (``spot2``: the second one); functions are those given to ``parse``. ``x @ y`` is the relation
``x`` seen from ``y``; ``&``, ``|``, ``~`` are and, or, not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

from domains.space.geometry import Meaningless
from domains.space.statements import Term, negation
from translators.space.arrangements.words import Token, Unread, table

MAX_TOKENS = 40
_NUMBERS = ("NUM", "ORD", "DAY")
Kids = list[tuple[str, Any]]
Functions = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class _Part:
    names: frozenset[str]
    rows: str
    least: int
    many: bool


@dataclass(frozen=True)
class _Row:
    parts: tuple[_Part, ...]
    means: CodeType
    names: Mapping[str, None]  # what the expression calls them: nothing unless there is such a token
    least: tuple[int, ...]
    needs: tuple[frozenset[str], ...]
    inner: bool  # 不 belongs to what is said, not to whether it is said (没有人)


def _part(text: str, symbols: Mapping[str, Any]) -> _Part:
    bare = text.rstrip("?*+")
    sign = text[len(bare):]
    bare = symbols["short"].get(bare, bare)
    return _Part(frozenset(bare.split("|")), bare if bare.islower() else "",
                 int(sign not in ("?", "*")), sign in ("*", "+"))


def _row(form: str, expression: str, symbols: Mapping[str, Any]) -> _Row:
    parts = tuple(_part(word, symbols) for word in form.split())
    least = tuple(sum(p.least for p in parts[i:]) for i in range(len(parts) + 1))
    means = compile(expression.removeprefix("!"), form, "eval")
    needs = tuple(p.names for p in parts if p.least and not p.rows)
    return _Row(parts, means, dict.fromkeys(n for n in means.co_names if n.isupper()), least, needs,
                expression.startswith("!"))


@cache
def _rows(language: str) -> dict[str, tuple[_Row, ...]]:
    data = table("grammar", language)
    return {symbol: tuple(_row(form, means, data) for form, means in rows)
            for symbol, rows in data["rows"].items()}


def parse(tokens: Sequence[Token], functions: Functions, language: str) -> Term:
    """Return the meaning of a clause.

    Raise ``Unread`` when no row fits, or the last complaint of a function when one nearly did.
    """
    if not tokens or len(tokens) > MAX_TOKENS:
        raise Unread("nothing is said" if not tokens else "the clause is too long")
    failure: Unread | None = None
    for chosen in (tokens, [t for t in tokens if "" not in t]):
        run = _Parse(chosen, functions, _rows(language))
        found = run.value("fact", 0, len(chosen))
        if isinstance(found, Term):
            return found
        failure = failure or run.failure
    raise failure or Unread("no form of the table fits")


class _Parse:
    def __init__(self, tokens: Sequence[Token], functions: Functions, rows: Mapping[str, Sequence[_Row]]) -> None:
        self.tokens = tokens
        self.functions: dict[str, Any] = {"__builtins__": {}, **functions}
        self.failure: Unread | None = None
        self.known: dict[tuple[str, int, int], Any] = {}
        present = frozenset().union(*tokens)
        self.rows = {symbol: [r for r in found if not any(map(present.isdisjoint, r.needs))]
                     for symbol, found in rows.items()}

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
                    found = eval(row.means, self.functions, {**row.names, **_named(kids)})
                except Unread as error:
                    self.failure = error
                except Meaningless as error:
                    self.failure = Unread("means nothing in this layout", str(error))
                else:
                    odd = symbol == "fact" and sum(name == "NOT" for name, _ in kids) % 2
                    return negation(found) if odd and not row.inner else found
        return None

    def _may(self, row: _Row, start: int, end: int) -> bool:
        first, last = row.parts[0], row.parts[-1]
        return (not first.least or bool(first.rows) or bool(first.names & self.tokens[start].keys())
                ) and (not last.least or bool(last.rows)
                       or bool(last.names & self.tokens[end - 1].keys()))

    def _rows(self, row: _Row, place: int, start: int, end: int) -> Iterator[Kids]:
        part, room = row.parts[place], end - row.least[place + 1]
        last = place + 1 == len(row.parts)
        ends: Sequence[int] = [end] if last else range(room, start, -1)
        if any(p.rows in ("rel", "mutual") for p in row.parts[place + 1 :]):
            ends = ends[::-1]  # relations take all they can, other parts as much as may be
        for stop in ends:
            found = self.value(part.rows, start, stop) if stop > start else None
            if found is not None:
                for rest in self._match(row, place + 1, stop, end):
                    yield [(part.rows, found), *rest]
        if not part.least:
            yield from self._match(row, place + 1, start, end)

    def _match(self, row: _Row, place: int, start: int, end: int) -> Iterator[Kids]:
        if place == len(row.parts):
            if start == end:
                yield []
            return
        part, room = row.parts[place], end - row.least[place + 1]
        if part.rows:
            yield from self._rows(row, place, start, end)
            return
        taken: Kids = []
        while start + len(taken) < room and (part.many or not taken):
            token = self.tokens[start + len(taken)]
            name = next((n for n in token if n in part.names), None)
            if name is None:
                break
            taken.append((name, token[name]))
        for count in range(len(taken), part.least - 1, -1):
            for rest in self._match(row, place + 1, start + count, end):
                yield [*taken[:count], *rest]


def _named(kids: Kids) -> dict[str, Any]:
    """Return the parts by the names that expressions use; of numbers the last counts."""
    found: dict[str, Any] = {}
    seen: dict[str, int] = {}
    for name, value in kids:
        seen[name] = seen.get(name, 0) + 1
        again = f"{name}{seen[name]}" if seen[name] > 1 and name != "NUM" else name
        found["abc"[seen[name] - 1] if name == "region" else again] = (
            int(value) if name in _NUMBERS else value)
    return found
