"""Find the domains and policies that installed distributions declare as entry points.

What cannot be used is set aside with the reason, and the rest works; ``planner doctor`` lists it.
Names and versions of distributions are taken from the folders of their records:
:mod:`importlib.metadata` parses these as e-mail, which takes as much processor time as a small
task takes an engine.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple

from planner.cases import check_case_type, unknown
from planner.domain import Domain, FileHead, PolicySpec, load_part, parts_named
from planner.errors import InputError, UsageError
from planner.foreign import LOADED, heard

_KINDS: dict[str, Any] = {"str": str, "Part": (str, Callable), "Mapping": Mapping,
                          "Path | None": Path | None, "Callable": Callable}
"""What the parts of a declaration are, by how their annotations begin."""
HOME = "lmfree-planner"
DOMAINS, POLICIES = "lmfree_planner.domains", "lmfree_planner.policies"


class Fault(NamedTuple):
    """A declaration that is not used, and why.

    ``late``: it was found while a command ran, so the command reports it.
    """

    name: str
    distribution: str
    reason: str
    late: bool = False

    def __str__(self) -> str:
        return f"plug-in {self.name!r} of {self.distribution or 'nowhere'}: {self.reason}"


@dataclass
class Discovery:
    """Domains by name, the distribution of each, and what was set aside."""

    domains: dict[str, Domain[Any]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


@lru_cache(maxsize=1)
def discover() -> Discovery:
    """Return what is installed; ours first, then by name.

    A declaration that cannot be imported, is no :class:`Domain` or has a name that is taken is
    set aside.
    """
    found = Discovery()
    for entry in entries(DOMAINS):
        reason, domain = _declared(entry, found)
        if reason:
            found.faults.append(Fault(entry.name, entry.home, reason))
        else:
            found.domains[entry.name] = domain
            found.homes[entry.name] = entry.home
    return found


def domain_named(name: str) -> Domain[Any]:
    """Return a domain by its name; raises :class:`UsageError` with the known ones."""
    found = discover()
    if name not in found.domains:
        why = next((f": {f}" for f in found.faults if f.name == name), "")
        raise UsageError(unknown("domain", name, found.domains) + why)
    return found.domains[name]


def domain_of(case: object) -> Domain[Any]:
    """Return the domain whose case type this is; raises :class:`UsageError`."""
    found = [d for d in discover().domains.values() if type(case) is d.case_type]
    if len(found) != 1:
        names = " and ".join(repr(d.name) for d in found) or "no installed domain"
        raise UsageError(f"{type(case).__name__} is the case of {names}")
    return found[0]


def recognise(path: Path) -> Domain[Any]:
    """Return the domain a file belongs to, by its contents.

    Ours are asked first, those whose sample has its suffix before the others. Two foreign ones
    that claim it are a :class:`UsageError`. A file nobody claims is an :class:`InputError`.
    """
    head = FileHead.of(path)
    for entry in entries(DOMAINS):  # before all are loaded, the one of ours that is called so
        if f".{entry.name}" == head.suffix and entry.home == HOME:
            called: Domain[Any] = load_part(entry.part)
            if called.recognise(head):
                return called
    found = discover()
    ours = (found.domains[name] for name, home in found.homes.items() if home == HOME)
    for domain in sorted(ours, key=lambda d: d.sample is None or d.sample.suffix != path.suffix):
        if domain.recognise(head):
            return domain
    foreign = [name for name in found.domains if found.homes[name] != HOME]
    claims = [name for name in foreign if _claims(found, name, head)]
    if len(claims) > 1:
        raise UsageError(f"{path}: claimed by {' and '.join(map(repr, claims))}; say which: "
                         f"planner run {claims[0]} …")
    if not claims and path.is_dir():
        raise InputError(f"{path}: a folder; name the files in it ({path / '*'})")
    if not claims:
        raise InputError(f"{path}: not recognised; expected a file of one of the domains "
                         f"{', '.join(found.domains)} (planner samples --out DIR copies some)")
    return found.domains[claims[0]]


def capabilities(taken: Iterable[str]) -> dict[str, str]:
    """Return the commands of single worlds by name; a name that is taken is a fault."""
    found: dict[str, str] = {}
    known = discover()
    for home, domain in known.domains.items():
        for name, part in domain.capabilities.items():
            if name in {*taken, *found}:
                known.faults.append(Fault(home, known.homes[home],
                                          f"the command {name!r} is taken"))
            else:
                found[name] = part
    return found


@lru_cache(maxsize=1)
def shared_policies() -> Mapping[str, PolicySpec]:
    """Return the policies for any domain that distributions declare (``lmfree_planner.policies``).

    Each entry point is a mapping from names to :class:`PolicySpec`; the first to take a name has
    it. What cannot be loaded is set aside.
    """
    found: dict[str, PolicySpec] = {}
    for entry in entries(POLICIES):
        try:
            with nullcontext() if entry.home == HOME else heard(f"plug-in {entry.name!r}"):
                declared = dict(load_part(entry.part))
            if breach := _no_spec(declared):
                raise UsageError(breach)
        except Exception as error:
            discover().faults.append(Fault(entry.name, entry.home, _reason(error)))
            continue
        found = {**declared, **found}
    return found


def culprit(error: BaseException) -> str:
    """Name the plug-in in whose code an exception came up, else what a defect may come from.

    What a plug-in returned wrongly fails in our code, within a call that has its domain.
    """
    homes = {re.split("[.:]", entry.part)[0]: entry.home for group in (DOMAINS, POLICIES)
             for entry in entries(group) if entry.home != HOME}
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        if home := homes.get(str(frame.f_globals.get("__name__")).partition(".")[0]):
            return f"plug-in {home}"
    used = {discover().homes.get(value.name, HOME) for frame in frames
            for value in frame.f_locals.values() if isinstance(value, Domain)} - {HOME}
    return "".join(f"what plug-in {home} returned, or in " for home in sorted(used)) + (
        " or in what ".join(["the planner", *(f"{name!r} changed in it" for name in LOADED)]))


def _declared(entry: Entry, found: Discovery) -> tuple[str, Any]:
    """Load a declaration; return why it cannot be used (or nothing) and the domain.

    Ours keep the contract (a test sees to that), and are not looked at again.
    """
    if entry.name in found.domains:
        return f"the name is taken by {found.homes[entry.name]}", None
    try:
        if entry.home == HOME:
            return "", load_part(entry.part)
        with heard(f"plug-in {entry.name!r}"):
            domain = load_part(entry.part)
    except Exception as error:
        return _reason(error), None
    return contract_breach(domain, entry.name), domain


def contract_breach(domain: object, name: str) -> str:
    """Say how a declaration breaks the contract as far as is known without loading parts."""
    if not isinstance(domain, Domain):
        return f"{type(domain).__name__} is not a planner.Domain"
    for part in fields(domain):
        kind, value = _KINDS.get(str(part.type).split("[")[0]), getattr(domain, part.name)
        if kind and not isinstance(value, kind):
            return f"{part.name} is {part.type}, not {value!r}"
    if domain.name != name:
        return f"is called {domain.name!r} in its declaration"
    wrong = check_case_type(domain.case_type)
    if wrong:
        return wrong
    if breach := _no_spec(domain.policies):
        return breach
    shapeless = [p for p in parts_named(domain) if not _names_something(p)]
    return f"{shapeless[0]!r} is not 'module:attribute'" if shapeless else ""


def _no_spec(policies: Mapping[str, Any]) -> str:
    return next((f"policy {name!r} is not a PolicySpec" for name, spec in policies.items()
                 if not isinstance(spec, PolicySpec)), "")


def missing_parts(domain: Domain[Any]) -> list[str]:
    """Return the modules a declaration names that are not there (only parents are imported)."""
    modules = dict.fromkeys(p.rpartition("|")[2].partition(":")[0] for p in parts_named(domain))
    return [module for module in modules if not _is_there(module)]


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _names_something(part: str) -> bool:
    module, _, attribute = part.rpartition("|")[2].partition(":")
    return attribute.isidentifier() and all(piece.isidentifier() for piece in module.split("."))


def _claims(found: Discovery, name: str, head: FileHead) -> bool:
    try:
        with heard(f"plug-in {name!r}"):
            return bool(found.domains[name].recognise(head))
    except Exception as error:
        reason = f"its recognise fails: {_reason(error)}"
        found.faults.append(Fault(name, found.homes[name], reason, True))
        del found.domains[name]
        return False


def _reason(error: BaseException) -> str:
    text = str(error).splitlines()[0] if str(error) else ""
    return f"{type(error).__name__}: {text}"[:300]


class Entry(NamedTuple):
    """An entry point: ``part`` is ``module:attribute``, ``home`` its distribution."""

    name: str
    part: str
    home: str


def entries(group: str) -> list[Entry]:
    """Return the entry points of a group, ours first."""
    return _entries(group, tuple(sys.path))


@lru_cache(maxsize=8)
def _entries(group: str, path: tuple[str, ...]) -> list[Entry]:
    found = []
    for home, (_, folder) in _records(path).items():
        try:
            with open(os.path.join(folder, "entry_points.txt"), encoding="utf-8") as file:
                _, here, rest = f"\n{file.read()}".partition(f"\n[{group}]\n")
        except (OSError, UnicodeError):
            continue
        for line in rest.partition("\n[")[0].splitlines() if here else ():
            name, sign, part = map(str.strip, line.partition("="))
            if sign and not name.startswith(("#", ";")):
                found.append(Entry(name, part.partition(" [")[0], home))
    return sorted(found, key=lambda entry: (entry.home != HOME, entry.name, entry.home))


def version(name: str) -> str:
    """Return a distribution's version, empty where it is not installed."""
    return _records(tuple(sys.path)).get(_normal(name), ("", ""))[0]


@lru_cache(maxsize=1)
def _records(path: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return version and folder of each distribution; the first on the path counts."""
    found: dict[str, tuple[str, str]] = {}
    for place in path:
        folders: list[str] = []
        with suppress(OSError):
            folders = os.listdir(place or ".")
        for folder in folders:
            if folder.endswith((".dist-info", ".egg-info")):
                name, number, *_ = f"{folder.rpartition('.')[0]}-".split("-")
                if not found.get(_normal(name), ("",))[0]:  # a source tree's has no version
                    found[_normal(name)] = number, os.path.join(place, folder)
    return found


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
