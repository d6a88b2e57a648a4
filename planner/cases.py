"""Cases: what a domain can be asked to do, as a frozen dataclass whose fields check themselves.

One declaration serves three readers: a suite or case file (keys and values are checked, a wrong
one is an error that names the known ones), the options of ``planner run NAME``, and Python.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Walk:
...     length: int = option(8, help="Cells.", minimum=2)
...     way: str = option("left", help="Where to.", choices=("left", "right"))
>>> build(Walk, {"length": 5})
Walk(length=5, way='left')
>>> build(Walk, {"lenght": 5}, where="walk.toml")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
planner.errors.InputError: walk.toml: unknown key 'lenght', did you mean 'length'? Known: ...
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from planner.files import wrong

C = TypeVar("C")
NAMES: dict[Any, str] = {
    bool: "true or false", int: "a whole number", float: "a number", str: "text", Path: "a path",
    Mapping: "a table", Sequence: "a list"}
"""What a value of a case may be; JSON-like, so that a case can be stored and read again."""
TAKEN = ("id", "policy", "trace", "render", "json_file", "dry_run", "final_state", "help")


class CaseField(NamedTuple):
    """One field of a case: its name, type, default and what there is to say about it.

    ``positional`` fields are arguments on the command line, ``flag`` overrides the option's
    spelling; ``hidden`` ones can only be set from files and Python. ``known`` names a function
    ("module:function") that lists values for completion.
    """

    name: str
    kinds: tuple[Any, ...]
    default: Any
    required: bool
    help: str = ""
    unit: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    flag: str = ""
    positional: bool = False
    hidden: bool = False
    known: str = ""

    @property
    def option(self) -> str:
        """Return the option's spelling, e.g. ``--max-steps``."""
        return self.flag or "--" + self.name.replace("_", "-")

    def complaint(self, value: Any) -> str:
        """Say what is wrong with a value; empty if nothing is."""
        if value is None and type(None) in self.kinds:
            return ""
        if not any(_fits(value, kind) for kind in self.kinds):
            names = " or ".join(NAMES.get(k, str(k)) for k in self.kinds if k is not type(None))
            return f"{self.name} must be {names}, found {value!r}"
        if self.choices and value not in self.choices:
            near = _near(str(value), self.choices)
            return f"{self.name} is one of {', '.join(self.choices)}, found {value!r}{near}"
        if isinstance(value, int | float) and not isinstance(value, bool):
            if self.minimum is not None and value < self.minimum:
                return f"{self.name} must be at least {self.minimum:g}, found {value!r}"
            if self.maximum is not None and value > self.maximum:
                return f"{self.name} must be at most {self.maximum:g}, found {value!r}"
        return ""


def option(
    default: Any = MISSING, *, help: str, unit: str = "", choices: Sequence[str] = (),
    minimum: float | None = None, maximum: float | None = None, flag: str = "",
    positional: bool = False, hidden: bool = False, known: str = "",
) -> Any:
    """Declare a field of a case (see :class:`CaseField`); without ``default`` it is required."""
    about = {"help": help, "unit": unit, "choices": tuple(choices), "minimum": minimum,
             "maximum": maximum, "flag": flag, "positional": positional, "hidden": hidden,
             "known": known}
    if isinstance(default, dict | list):
        return dataclasses.field(default_factory=lambda: type(default)(default), metadata=about)
    return dataclasses.field(default=default, metadata=about)


_KNOWN: dict[type[Any], Mapping[str, CaseField]] = {}


def fields_of(case_type: type[Any]) -> Mapping[str, CaseField]:
    """Return the fields of a case type by name, in order."""
    if case_type in _KNOWN:
        return _KNOWN[case_type]
    hints = typing.get_type_hints(case_type)
    found = {}
    for field in dataclasses.fields(case_type):
        if not field.init:
            continue
        default = field.default
        if default is MISSING and field.default_factory is not MISSING:
            default = field.default_factory()
        found[field.name] = CaseField(
            field.name, _kinds(hints[field.name]), None if default is MISSING else default,
            default is MISSING, **field.metadata)
    _KNOWN[case_type] = found
    return found


def build(case_type: type[C], values: Mapping[str, Any], where: str | Path = "") -> C:
    """Make a case from keys and values; raises :class:`InputError` for a wrong key or value.

    ``where`` is what the message begins with: a case's name, or the TOML file (a ``Path``), whose
    line it tells. Text becomes a ``Path`` where the field is one.
    """
    known = fields_of(case_type)
    for key in values:
        if key not in known:
            raise wrong(where, unknown("key", key, known), key, values[key])
    for name, field in known.items():
        if field.required and name not in values:
            raise wrong(where, f"{name} is missing")
        if name in values and (complaint := field.complaint(values[name])):
            raise wrong(where, complaint, name, values[name])
    return case_type(**{k: _as_declared(v, known[k]) for k, v in values.items()})


def plain(case: Any) -> dict[str, Any]:
    """Return a case as JSON-like keys and values, without those left at their default.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Walk:
    ...     file: Path = option(help="Map.")
    ...     length: int = option(8, help="Cells.")
    >>> plain(Walk(Path("a.txt")))
    {'file': 'a.txt'}
    """
    found = {}
    for name, field in fields_of(type(case)).items():
        value = getattr(case, name)
        if field.required or value != field.default:
            found[name] = str(value) if isinstance(value, Path) else value
    return found


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Word the complaint about an unknown name, with the nearest and all known ones.

    >>> unknown("policy", "symbolik", ["symbolic", "greedy"])
    "unknown policy 'symbolik', did you mean 'symbolic'? Known: greedy, symbolic"
    """
    names = sorted(known)
    near = _near(name, names)
    return f"unknown {what} {name!r}{near or '.'} Known: {', '.join(names) or 'none'}"


def check_case_type(case_type: Any) -> str:
    """Say why something is not a case type; empty if it is one."""
    if not (isinstance(case_type, type) and dataclasses.is_dataclass(case_type)):
        return f"case_type {case_type!r} is not a dataclass"
    if not case_type.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return f"case_type {case_type.__name__} is not frozen"
    try:
        fields = fields_of(case_type)
    except Exception as error:
        return f"case_type {case_type.__name__}: {error}"
    breaches = [f"{f.name} has no plain type" for f in fields.values()
                if any(k is not type(None) and k not in NAMES for k in f.kinds)]
    breaches += [f"{name} is what planner run or a suite calls something else"
                 for name in TAKEN if name in fields]
    breaches += [f"the default: {complaint}" for f in fields.values()
                 if not f.required and (complaint := f.complaint(f.default))]
    return f"case_type {case_type.__name__}: {breaches[0]}" if breaches else ""


def _near(name: str, known: Sequence[str]) -> str:
    import difflib

    found = difflib.get_close_matches(name, known, 1)
    return f", did you mean {found[0]!r}?" if found else ""


def _kinds(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(k for part in typing.get_args(hint) for k in _kinds(part))
    origin = typing.get_origin(hint) or hint
    if isinstance(origin, type) and origin not in (bool, int, float, str, Path, type(None)):
        if issubclass(origin, Mapping):
            return (Mapping,)
        if issubclass(origin, Sequence):
            return (Sequence,)
    return (origin,)


def _fits(value: Any, kind: Any) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    if kind is float:
        return isinstance(value, int | float) and not isnan(value)
    if kind is Path:
        return isinstance(value, str | Path)
    if kind is Sequence:
        return isinstance(value, list | tuple)
    return isinstance(value, kind)


def _as_declared(value: Any, field: CaseField) -> Any:
    if isinstance(value, str) and str not in field.kinds and Path in field.kinds:
        return Path(value)
    return tuple(value) if isinstance(value, list) else value
