"""The engines by name: command, features, guarantees and exit codes.

``engines.toml`` declares them side by side: adding an engine is adding an entry.
"""

from __future__ import annotations

import importlib.util
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from planner.cases import option, unknown
from planner.discovery import version
from planner.engines.outcome import Status
from planner.errors import MissingError, UsageError
from planner.files import read_toml
from planner.sandbox import Execution, Limits
from planner.supervision import remaining

_WORKER = Path(__file__).with_name("worker.py")
Command = Callable[[str, str, str], list[str]]
Reading = Callable[[Execution], Status]
TIME_LIMIT_S, MEMORY_MB = 60.0, 4096


@dataclass(frozen=True)
class SolveOptions:
    """How to solve; what is None is left to the solver (60 s and 4,096 MB for an engine).

    An engine refuses an option that it does not have by name. ``agents`` are names of robots and
    ``agents_of`` types or predicates of them (joint engine); ``anytime``: an engine that can goes
    on to its limit.
    """

    engine: str = option("auto", help="Engine by name (planner list engines).")
    time_limit: float | None = option(None, help="Seconds.", unit="s", minimum=0)
    memory_limit: int | None = option(None, help="MB per engine process.", unit="MB", minimum=16)
    optimal: bool = option(False, help="Go on to the proof of the optimum.")
    agents: str = option("", help="Robots by name, with commas (joint).", hidden=True)
    agents_of: str = option("", help="Types of robots, with commas (joint).", hidden=True)
    search: str = option("", help="A search of Fast Downward or SymK.", hidden=True)
    seed: int | None = option(None, help="Seed of LPG.", hidden=True)
    top: int = option(0, help="Number of plans (SymK).", minimum=0, hidden=True)
    ignore_costs: bool = option(False, help="Any of the shortest joint plans.", hidden=True)
    anytime: bool = option(False, help="Go on to the limit.", hidden=True)

    @property
    def limits(self) -> Limits:
        """Return the limits of an engine: what is left of the job's."""
        return Limits(remaining(TIME_LIMIT_S if self.time_limit is None else self.time_limit),
                      self.memory_limit or MEMORY_MB)

    @property
    def time_left(self) -> float | None:
        """Return what is left of the time limit and of the job's, None where there is neither."""
        left = remaining(math.inf if self.time_limit is None else self.time_limit)
        return None if left == math.inf else left

    @property
    def limited(self) -> bool:
        """Say whether limits were asked for, which then hold for the whole job."""
        return (self.time_limit, self.memory_limit) != (None, None)


class EngineSpec(NamedTuple):
    """One engine.

    ``command`` gets the names of the domain, problem and plan files (all in the run's own
    directory). ``accepts`` are the features (:mod:`planner.pddl.features`) beyond STRIPS with
    types. ``costs`` says whether it minds action costs; one that does not gets them stripped.
    ``reading`` says what it means that the process ended by itself without a plan. ``timeless`` are
    features that it takes only where nothing takes time. ``own`` is ``"module:function"`` of an
    engine that is run in a way of its own, with the task, what stands after the colon of
    ``NAME:ARGUMENT``, limits and options.
    """

    name: str
    summary: str
    package: str
    command: Command
    accepts: frozenset[str]
    reading: Reading
    optimal: bool = False
    anytime: bool = False
    costs: bool = True
    needs: tuple[str, ...] = ()
    own: str = ""
    timeless: frozenset[str] = frozenset()

    def status(self, run: Execution, has_plan: bool) -> Status:
        """Return what the end of a run means."""
        if has_plan:
            proven = self.optimal and run.status == "exited" and run.code == 0
            return Status.SOLVED_OPTIMALLY if proven else Status.SOLVED_SATISFICING
        if run.status != "exited":
            return Status.MEMOUT if run.status == "memout" else Status.TIMEOUT
        return self.reading(run)

    def version(self) -> str:
        """Return the installed distribution's version, or an empty string."""
        return version(self.package)

    def missing(self) -> str:
        """Return why the engine cannot run here and the command that helps, or nothing."""
        if not self.version():
            return f"{self.package} is not installed: pip install {self.package}"
        for program in self.needs:
            if shutil.which(program) is None:
                return f"'{program}' is not on the PATH (a Java runtime, e.g. default-jre-headless)"
        return ""


def _package(name: str) -> Path:
    """Return a package's directory without importing it."""
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise MissingError(f"package {name} is not installed")
    return Path(next(iter(found.submodule_search_locations)))


_DOWNWARD = {"up-fast-downward": "downward", "up-symk": "symk"}
"""Packages with Fast Downward's parts, and the folder of each."""
_TRANSLATE = """import gc, os, sys
gc.disable()
sys.path.append(sys.argv.pop(1))
from fast_downward.translate import main, options, pddl_parser
options.set_options()
try:
    main.main()
except pddl_parser.ParseError as error:
    print(error, flush=True)
    os._exit(31)
sys.stdout.flush()
os._exit(0)"""
_SHELL = """"$0" -SP -c "$1" "$2" "$3" "$4" --sas-file output.sas || exit
shift 4; exec "$@" < output.sas"""


def _search(package: str, *options: str) -> Command:
    """Return the command of Fast Downward's translator and then a search.

    Its own driver does the same, in an interpreter that takes half as long as a small task, and
    the translator's own start takes 10 MB in case the memory ends, which is watched here. It makes
    hardly any garbage, for which it would be searched a fifth of its time, and all ends with it.
    """

    def command(domain: str, problem: str, plan: str) -> list[str]:
        folder = _package(package.replace("-", "_")) / _DOWNWARD[package]
        program = folder / "builds/release/bin/downward"
        installed = str(_package("fast_downward").parent)
        return ["/bin/sh", "-c", _SHELL, sys.executable, _TRANSLATE, installed, domain, problem,
                str(program), *options, "--internal-plan-file", plan]

    return command


def _by_code(run: Execution, *, optimal: bool = False) -> Status:
    """Read Fast Downward's exit codes.

    A satisficing search is a proof without axioms: with these its heuristics may cut too much.
    """
    if run.code == 12 and (optimal or ("Completely explored state space" in run.output
                                       and "Translator axioms: 0\n" in run.output)):
        return Status.UNSOLVABLE_PROVEN
    if run.code == 33 and "as integer (out of range)" in run.output:  # a cost, made whole
        return Status.UNSUPPORTED_PROBLEM
    return Status[_CODES.get(str(run.code), "INTERNAL_ERROR")]


def _by_text(**words: str) -> Reading:
    """Read an engine whose exit code says little from its output: patterns by the status's name."""
    return lambda run: next((Status[name] for name, pattern in words.items()
                             if re.search(pattern, run.output)), Status.INTERNAL_ERROR)


def _lpg(domain: str, problem: str, plan: str, seed: int = 1) -> list[str]:
    name = {"Linux": "lpg", "Darwin": "lpg_mac", "Windows": "lpg.exe"}[os.uname().sysname]
    folder = _package("up_lpg")
    found = next((p for p in folder.rglob(name) if p.is_file()), folder / "lpg")
    return [str(found), "-o", domain, "-f", problem, "-n", "1", "-seed", str(seed),
            "-inst_with_contraddicting_objects", "-out", plan]


def _filled(package: str, words: Sequence[str], domain: str, problem: str, plan: str) -> list[str]:
    """Return the command of an engine without a search of Fast Downward's."""
    folder = _package(package.replace("-", "_")) if "{package}" in "".join(words) else ""
    return [word.format(python=sys.executable, worker=_WORKER, package=folder, domain=domain,
                        problem=problem, plan=plan) for word in words]


def _entry(
    name: str, summary: str, package: str, accepts: Sequence[str], *, search: Sequence[str] = (),
    command: Sequence[str] = (), ended: Mapping[str, str] | None = None,
    needs: Sequence[str] = (), timeless: Sequence[str] = (), **more: Any,
) -> EngineSpec:
    """Return an engine as ``engines.toml`` has it."""
    made: Command = _lpg if name == "lpg" else partial(_filled, package, command)
    reading = _by_text(**(ended or {}))
    if search:
        made = _search(package, *search)
        reading = partial(_by_code, optimal=more.get("optimal", False))
    features = frozenset(f for word in accepts for f in (_ADL if word == "adl" else [word]))
    return EngineSpec(name, summary, package, made, features, reading,
                      needs=tuple(needs), timeless=frozenset(timeless), **more)


_TABLE = read_toml(Path(__file__).with_name("engines.toml"))
_ADL, _CODES = _TABLE.pop("adl"), _TABLE.pop("exit-codes")
ENGINES: dict[str, EngineSpec] = {name: _entry(name, **row) for name, row in _TABLE.items()}


TOP = "symk_bd(plan_selection=top_k(num_plans={}))"
_OWNERS = {"agents": "joint", "agents_of": "joint", "ignore_costs": "joint", "top": "symk",
           "search": "fast-downward", "seed": "lpg"}
"""Options that are for one engine; a search also for others of its family."""


def meant(options: SolveOptions) -> str:
    """Return the engine that ``auto`` is with these options."""
    return next(iter(_given(options).values()), "auto")


def _given(options: SolveOptions) -> dict[str, str]:
    """Return the options given that one engine has, and that engine."""
    return {name: owner for name, owner in _OWNERS.items()
            if getattr(options, name) != getattr(SolveOptions, name)}


def refuse(solver: str, options: SolveOptions, package: str = "") -> None:
    """Raise :class:`UsageError` for an option that an engine or a domain's solver does not have."""
    for name, owner in _given(options).items():
        if solver != owner and not (name == "search" and package in _DOWNWARD):
            raise UsageError(f"--{name.replace('_', '-')} has no effect on {solver}; it is for "
                             f"{owner}")


def asked(spec: EngineSpec, options: SolveOptions) -> EngineSpec:
    """Return an engine with the options it is asked to use; raises :class:`UsageError`.

    Of a search in the user's own words nothing is known: its end is not a proof.
    """
    if options.search and options.top:
        raise UsageError("--search and --top do not go together")
    refuse(spec.name, options, spec.package)
    if options.seed is not None:
        return spec._replace(command=partial(_lpg, seed=options.seed))
    if options.top:
        search = TOP.format(options.top)
        return spec._replace(command=_search(spec.package, "--search", search))
    if options.search:
        command = _search(spec.package, "--search", options.search)
        return spec._replace(command=command, optimal=False, anytime=True, reading=_searched)
    return spec


def _searched(run: Execution) -> Status:
    """Read a search in the user's words; what the search refuses is not supported."""
    return Status.UNSUPPORTED_PROBLEM if run.code == 33 else _by_code(run)


def engine(name: str) -> EngineSpec:
    """Return the engine of that name; raise :class:`UsageError` with the known names.

    What stands after a colon is an argument, for an engine that takes one.
    """
    base, colon, _ = name.partition(":")
    if base not in ENGINES or (colon and not ENGINES[base].own):
        raise UsageError(unknown("engine", name, ["auto", *ENGINES]))
    return ENGINES[base]
