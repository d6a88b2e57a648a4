"""The contract of a domain: one world, declared once, that every command works with.

A distribution declares its worlds as entry points of the group ``lmfree_planner.domains``; our own
come the same way (``setup.cfg``). A declaration is light: what is heavy (an environment, a policy,
a compiler) is named as ``"module:attribute"`` and imported when it is first asked for. Whoever is
at home in a distribution of its own may give functions instead.

:mod:`planner.discovery` finds domains, :func:`planner.testing.check_domain` checks one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from planner.errors import ComponentError, MissingError, UsageError
from planner.files import read_bytes, read_toml

if TYPE_CHECKING:
    from planner.environment import Environment, Policy

C = TypeVar("C")
P = TypeVar("P")
HEAD_BYTES = 4096
PLANNED = "planner.execution.actor.policy:planned"


class FileHead(NamedTuple):
    """What a domain may look at to recognise a file.

    ``text`` is the beginning (4,096 bytes), ``table`` the content of a TOML file, else empty.
    """

    path: Path
    text: str
    table: Mapping[str, Any] = {}

    @classmethod
    def of(cls, path: Path) -> FileHead:
        """Read a file's beginning; raises :class:`InputError` where it cannot be read.

        A folder has none.
        """
        if path.is_dir():
            return cls(path, "")
        head = read_bytes(path, HEAD_BYTES, part="head")
        table = read_toml(path) if path.suffix.lower() == ".toml" else {}
        return cls(path, head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n"), table)

    @property
    def suffix(self) -> str:
        """Return the file's suffix in small letters."""
        return self.path.suffix.lower()


@dataclass(frozen=True)
class Translation:
    """A case as PDDL, and the way back.

    ``names`` maps PDDL names to the source's, ``notes`` is further JSON for ``map.json``.
    ``engine`` is what ``auto`` means here, ``silent`` are actions that exist in the model only.
    """

    domain: str
    problem: str
    names: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    engine: str = "auto"
    silent: frozenset[str] = frozenset()


class PolicyContext(NamedTuple):
    """What a policy is made with besides the case.

    ``argument`` is the text after the colon of ``replay:FILE``; ``settings`` are keys of the
    policy's own (a language model's endpoint, say); ``folder`` receives what it records and
    ``transcript`` is a recording to be answered from.
    """

    argument: str = ""
    settings: Mapping[str, Any] = {}
    folder: Path | None = None
    transcript: Path | None = None


@dataclass(frozen=True)
class PolicySpec:
    """A policy by name: how it is made from a case, and what it is.

    ``argument`` names what follows the colon (``FILE`` in ``replay:FILE``), empty for none;
    ``settings`` is a dataclass of the keys the policy itself takes, or its name.
    """

    make: str | Callable[[Any, PolicyContext], Policy]
    summary: str
    argument: str = ""
    settings: str | type[Any] = ""

    def build(self, case: Any, context: PolicyContext) -> Policy:
        """Make a fresh policy."""
        policy: Policy = load_part(self.make)(case, context)
        return policy


class Interface(NamedTuple):
    """What a world says of its observations and actions, for people who write agents.

    ``case`` are keys of the case that the example is taken from. ``observation`` and ``facts`` map
    keys to meanings (``a.b``: inside ``a``; ``*``: any key or entry), ``actions`` forms to what
    they do, ``failures`` kinds to reasons (``docs/observations.md`` shows it).
    """

    case: Mapping[str, Any]
    observation: Mapping[str, str]
    actions: Mapping[str, str]
    failures: Mapping[str, str]
    facts: Mapping[str, str] = {}


Part = str | Callable[..., Any]
"""A function, or where it is found: ``"module:attribute"``."""


@dataclass(frozen=True)
class Domain(Generic[C]):
    """One world: what its cases are and how they are read, compiled, played, drawn and described.

    ============== ======================================================= =====================
    part           call                                                    serves
    ============== ======================================================= =====================
    recognise      ``(FileHead) -> bool``: is this file mine?              every command
    load           ``(Path) -> case``                                      every command
    compile        ``(case) -> Translation``, with everything known        solve, translate
    solver         ``(case, SolveOptions) -> SolveReport`` instead of it   solve
    judge          ``(case, plan text) -> verdict`` of a kind of its own   validate
    environment    ``(case) -> Environment`` (PettingZoo's parallel shape) run, bench, validate
    bridge         ``(case) -> Bridge``: observations as facts and back    policy ``planned``
    describe       ``(case) -> JSON data`` with ``text`` for people        run ``--dry-run``
    explain        ``(record, trace) -> (cause, story)`` of a failure      report
    draw           ``(folder, environment, policy) -> Film``               run ``--render``
    final_state    ``(environment) -> JSON data`` for outside judges       run
    draw_plan      ``(case, plan text, record) -> SVG``                    solve ``--pictures``
    remarks        ``(record) -> lines`` for people                        run
    wording        ``(observation, briefing) -> View``, None if not ours   shared policies
    recorded       ``(data folder) -> RecordedRuns`` of other planners     compare, report
    recorded_trace ``(data folder, case) -> trace`` of one of them         report
    several        ``(case) -> cases`` that one run plays                     run
    doctor         ``() -> rows`` (part, what, state, remedy)              doctor
    interface      an :class:`Interface`                                   docs of agents
    ============== ======================================================= =====================

    A film has ``shoot(step, actions)`` for the world after a joint step (0, without actions: before
    the first) and ``finish()``, which returns the animation's file or None.

    All but ``recognise`` and ``load`` may be left out: a command that needs a missing part says
    so. The first of ``policies`` is the default; ``planned`` comes with a ``bridge``
    (:mod:`planner.execution.actor`); those for any domain play here, too, unless
    ``shared_policies`` is off (they need ``wording``, or ``actions`` in each observation).
    ``engines`` are what ``solver`` offers beside the registered ones, with a line about each.
    ``capabilities`` are commands that this world alone has, as ``"line of help|module:attribute"``
    of a function or a ``typer.Typer``. ``sample`` is a file of this domain, for checks;
    ``published`` a table of printed results; ``recorded_note`` what to know of recorded runs.
    """

    name: str
    summary: str
    case_type: type[C]
    recognise: Callable[[FileHead], bool]
    load: Part
    compile: Part = ""
    solver: Part = ""
    judge: Part = ""
    environment: Part = ""
    bridge: Part = ""
    describe: Part = ""
    explain: Part = ""
    draw: Part = ""
    final_state: Part = ""
    draw_plan: Part = ""
    remarks: Part = ""
    wording: Part = ""
    recorded: Part = ""
    recorded_trace: Part = ""
    several: Part = ""
    doctor: Part = ""
    interface: Part = ""
    policies: Mapping[str, PolicySpec] = field(default_factory=dict)
    shared_policies: bool = True
    retired: Mapping[str, str] = field(default_factory=dict)
    engines: Mapping[str, str] = field(default_factory=dict)
    capabilities: Mapping[str, str] = field(default_factory=dict)
    pddl: Path | None = None
    suites: Path | None = None
    published: Path | None = None
    recorded_note: str = ""
    sample: Path | None = None

    def has(self, part: str) -> bool:
        """Say whether a part is declared."""
        return bool(getattr(self, part))

    def part(self, part: str) -> Any:
        """Return a part, loaded; raises :class:`UsageError` where the domain has none."""
        declared: Part = getattr(self, part)
        if not declared and part == "compile":
            way = ("solved, not translated: planner solve" if self.has("solver")
                   else "played, not solved: planner run")
            raise UsageError(f"problems of the domain {self.name!r} are {way} FILE")
        if not declared:
            raise UsageError(f"domain {self.name!r} has no {part.replace('_', ' ')}")
        return load_part(declared)

    @property
    def players(self) -> Mapping[str, PolicySpec]:
        """Return its policies by name; ``planned`` is among them wherever there is a bridge."""
        if not self.bridge or "planned" in self.policies:
            return self.policies
        spec = PolicySpec(lambda case, context: load_part(PLANNED)(self, case),
                          "joint plans from the domain's PDDL, acted out")
        return {**self.policies, "planned": spec}

    def read(self, path: Path) -> C:
        """Read a file of this domain."""
        return self._checked("load", self.part("load")(path), self.case_type)

    def translate(self, case: C) -> Translation:
        """Compile a case to PDDL, everything known."""
        return self._checked("compile", self.part("compile")(case), Translation)

    def open(self, case: C) -> Environment:
        """Open the environment of a case; the caller closes it."""
        environment: Environment = self.part("environment")(case)
        return environment

    def _checked(self, part: str, made: Any, kind: type[P]) -> P:
        if not isinstance(made, kind):
            raise ComponentError(f"domain {self.name!r}: {part} gives {made!r:.60}, which is no "
                                 f"{kind.__name__}")
        return made


def load_part(part: Part) -> Any:
    """Return a function that is given or named as ``module:attribute``; raises MissingError."""
    if not isinstance(part, str):
        return part
    module, _, attribute = part.rpartition("|")[2].partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise MissingError(f"{part} cannot be loaded: {error}") from error


def parts_named(domain: Domain[Any]) -> Sequence[str]:
    """Return every ``module:attribute`` a declaration names."""
    parts = [getattr(domain, f.name) for f in fields(domain) if f.type == "Part"]
    parts += [p for spec in domain.policies.values() for p in (spec.make, spec.settings)]
    parts += domain.capabilities.values()
    return [part for part in parts if isinstance(part, str) and part]
