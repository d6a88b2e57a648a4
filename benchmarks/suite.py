"""Read suites: which cases are run by which algorithms under which limits (``docs/suites.md``)."""

from __future__ import annotations

import itertools
import math
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.baselines.policies import CONTROLS, LANGUAGE
from planner.cases import build, option, unknown
from planner.discovery import discover, domain_named
from planner.errors import InputError, MissingError, UsageError
from planner.execution.episode import policy_named
from planner.files import read_toml, wrong

DATA_VARIABLE = "PLANNER_DATA"
MAX_CASES = 200_000
MODEL_WALL_S = 14_400.0
"""Seconds a run of a language-model policy may take unless its algorithm says otherwise: 35 steps
of three exchanges at two minutes each, the longest an exchange may take by default."""
RESERVED = ("default", "limits")
KEYS = {"format", "name", "description", "domain", "run", "labels", "recorded", "limits",
        "defaults", "matrix", "case", "files", "algorithms", "summary"}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run: wall seconds and memory of the worker in MB."""

    wall_seconds: float = option(300.0, help="Wall clock.", unit="s", minimum=0.001, maximum=1e9)
    memory_mb: int = option(8000, help="Memory of the worker.", unit="MB", minimum=1, maximum=10**9)


@dataclass(frozen=True, slots=True)
class Run:
    """One case under one algorithm.

    ``case`` holds the keys and values of the case and the algorithm; ``labels`` are those keys
    that only name the case.
    """

    algorithm: str
    case_id: str
    case: Mapping[str, Any]
    limits: Limits = Limits()
    labels: tuple[str, ...] = ()

    @property
    def asked(self) -> Mapping[str, Any]:
        """Return the case without what only names it."""
        return _without(self.case, "id", *self.labels)

    @property
    def key(self) -> str:
        """Return ``algorithm/case``: the run's place below ``runs/``."""
        return f"{self.algorithm}/{self.case_id}"


@dataclass(frozen=True)
class Suite:
    """A suite as read from its file; ``cases`` in the order of the file.

    ``limits`` are the suite's; an algorithm may have its own among its keys. ``run`` is the domain
    whose cases these are, or a function of one's own (``module:function``); ``summary`` is one that
    prints what it makes of the records.
    """

    name: str
    description: str
    run: str
    recorded: str
    limits: Limits
    cases: tuple[Mapping[str, Any], ...]
    algorithms: Mapping[str, Mapping[str, Any]]
    labels: tuple[str, ...] = ()
    summary: str = ""
    file: Path = Path()

    def runs(self, algorithms: Iterable[str] = (), filter_text: str = "") -> list[Run]:
        """Return the runs of the named algorithms (default: all with ``default``), filtered."""
        chosen = list(algorithms) or [
            name for name, keys in self.algorithms.items() if keys.get("default", True)
        ]
        for name in chosen:
            if name not in self.algorithms:
                raise UsageError(f"suite {self.name!r}: "
                                 f"{unknown('algorithm', name, self.algorithms)}")
        keep = _filter(filter_text)
        return [
            self._run(name, case)
            for case in self.cases
            if keep(case)
            for name in chosen
        ]

    def _run(self, name: str, case: Mapping[str, Any]) -> Run:
        """Return a run with its limits: the algorithm's own, else the suite's.

        The suite's wall clock limit is not for policies that wait for a language model: how fast an
        endpoint answers says nothing about the method.
        """
        own = self.algorithms[name]
        keys = {**case, **_without(own, *RESERVED)}
        usual = (replace(self.limits, wall_seconds=MODEL_WALL_S)
                 if keys.get("policy") in LANGUAGE else self.limits)
        return Run(name, case["id"], keys, replace(usual, **own.get("limits", {})), self.labels)


def find_suite(name: str) -> Path:
    """Return the file of a suite given by name or path."""
    path = Path(name)
    if path.suffix == ".toml":
        if not path.is_file():
            raise UsageError(f"no suite file {name}")
        return path
    found = suite_files()
    if name not in found:
        raise UsageError(unknown("suite", name, found))
    return found[name]


def with_policy(suite: Suite, policy: str, label: str = "") -> Suite:
    """Return a suite whose only algorithm is a policy, called by the label or after itself.

    Without a policy it is the suite as it is. Raises UsageError for one that cannot play it.
    """
    if label and not policy:
        raise UsageError("--label needs --policy")
    if not policy:
        return suite
    name = label or _slug(policy)
    if name in CONTROLS and policy != name:
        raise UsageError(f"--label: {name!r} is the name of a control")
    if complaint := _unfit(name):
        raise UsageError(f"--label: {complaint}")
    _check_policy(suite, policy)
    return replace(suite, algorithms={name: {"policy": policy}})


def with_controls(suite: Suite) -> tuple[Suite, list[str]]:
    """Return a suite with the controls among its algorithms, and their names."""
    for name in CONTROLS:
        _check_policy(suite, name)
    added = {name: {"policy": name, "default": False} for name in CONTROLS}
    return replace(suite, algorithms={**suite.algorithms, **added}), list(CONTROLS)


def _check_policy(suite: Suite, policy: str) -> None:
    """Raise UsageError for a policy of the command line that nobody of the suite's domain is."""
    if ":" in suite.run:
        return
    domain = domain_named(suite.run)
    if not domain.has("environment"):
        raise UsageError(f"suite {suite.name!r}: a problem of {domain.name!r} is solved, not "
                         f"played: policy {policy!r} has no effect")
    policy_named(domain, policy)


def case_of(name: str) -> tuple[Suite, Run]:
    """Find a case by ``SUITE/CASE``, with the suite's first algorithm; raises UsageError."""
    suite_name, _, case_id = name.partition("/")
    suite = load_suite(find_suite(suite_name))
    runs = {run.case_id: run for run in reversed(suite.runs(list(suite.algorithms)[:1]))}
    if case_id not in runs:
        raise UsageError(f"suite {suite.name!r}: {unknown('case', case_id, list(runs)[:20])}")
    return suite, runs[case_id]


def suite_files() -> dict[str, Path]:
    """Return the suites that the installed domains bring, by name; the first to take one has it."""
    found: dict[str, Path] = {}
    for domain in discover().domains.values():
        for path in sorted(domain.suites.glob("*.toml")) if domain.suites else ():
            found.setdefault(path.stem, path)
    return found


def told_suites() -> Iterator[tuple[str, str, str]]:
    """Tell each suite's name, what it says of itself, and where it is not used why."""
    for name, path in suite_files().items():
        try:
            yield name, str(read_toml(path).get("description", "")), ""
        except InputError as error:
            yield name, str(error), "not used"


def summary_of(name: str) -> str:
    """Return the function that sums up the runs of a shipped suite, or an empty text."""
    found = suite_files().get(name)
    return "" if found is None else str(read_toml(found).get("summary", ""))


def load_suite(path: Path, data: Path | None = None) -> Suite:
    """Read a suite; ``data`` is the folder for cases outside the repository.

    Raises InputError for a wrong file and MissingError when a suite's data are not there.
    """
    table = read_toml(path)
    for key in table:
        if key not in KEYS:
            raise wrong(path, unknown("key", key, KEYS), key, table[key])
    if not isinstance(table.get("name"), str):
        raise wrong(path, "name must be a text", "name", table.get("name"))
    player = _player(path, table)
    labels = table.get("labels", [])
    if not isinstance(labels, list) or not all(isinstance(key, str) for key in labels):
        raise wrong(path, "labels must be a list of keys", "labels", labels)
    defaults = _table(path, table, "defaults")
    cases = tuple({**defaults, **case} for case in _cases(path, table, data))
    _check_identifiers(path, cases)
    algorithms = _table(path, table, "algorithms") or {"default": {}}
    if not all(isinstance(value, dict) for value in algorithms.values()):
        raise InputError(f"{path}: each [algorithms.NAME] must be a table")
    for name, keys in algorithms.items():
        if complaint := _unfit(name):
            raise wrong(path, complaint, name, keys)
        _limits(path, keys)
        for found in (keys, *cases):
            if not isinstance(found.get("policy", ""), str):
                raise wrong(path, f"policy must be a text, found {found['policy']!r:.40}", "policy",
                            found["policy"])
    return Suite(
        name=table["name"], description=str(table.get("description", "")), run=player,
        recorded=str(table.get("recorded", "")), limits=_limits(path, table), cases=cases,
        algorithms=algorithms, labels=tuple(labels),
        summary=str(table.get("summary", "")), file=path,
    )


def _player(path: Path, table: Mapping[str, Any]) -> str:
    """Return the domain whose cases a suite holds, or the function that runs them."""
    named = [key for key in ("domain", "run") if isinstance(table.get(key), str)]
    if len(named) != 1:
        raise InputError(f"{path}: say whose cases these are: domain = NAME "
                         "(or run = 'module:function', a function of your own)")
    found = str(table[named[0]])
    if named == ["run"] and ":" not in found:
        raise wrong(path, f"run must be 'module:function', found {found!r}", "run", found)
    if named == ["domain"]:
        try:
            domain_named(found)
        except UsageError as error:
            raise wrong(path, str(error), "domain", found) from None
    return found


def _limits(path: Path, table: Mapping[str, Any]) -> Limits:
    return build(Limits, _table(path, table, "limits"), path)


def _cases(path: Path, table: Mapping[str, Any], data: Path | None) -> Iterator[dict[str, Any]]:
    for matrix in _tables(path, table, "matrix"):
        lists = {k: v if isinstance(v, list) else [v] for k, v in matrix.items()}
        count = math.prod(map(len, lists.values()))
        if count > MAX_CASES:
            raise InputError(f"{path}: a matrix of {count} cases; at most {MAX_CASES}")
        shown = [key for key in lists if isinstance(matrix[key], list)]
        for combination in itertools.product(*lists.values()):
            case = dict(zip(lists, combination))
            yield {"id": ".".join(f"{k}-{_slug(case[k])}" for k in shown) or "case", **case}
    for number, case in enumerate(_tables(path, table, "case"), start=1):
        yield {"id": f"case-{number}", **case}
    for entry in _tables(path, table, "files"):
        yield from _file_cases(path, entry, data)


def _file_cases(
    path: Path, entry: Mapping[str, Any], data: Path | None
) -> Iterator[dict[str, Any]]:
    pattern, key = str(entry.get("glob", "")), str(entry.get("key", "file"))
    if not pattern or Path(pattern).is_absolute() or ".." in Path(pattern).parts:
        raise wrong(path, f"glob must be a pattern below its root, found {pattern!r}", "glob",
                    pattern)
    here = entry.get("root") == "suite"
    root = path.parent if here else data_folder(data, f"{path}: the files of this suite")
    if pattern.count("**") > 1:
        raise wrong(path, f"glob {pattern!r}: one '**' at most", "glob", pattern)
    try:
        files = sorted(root.glob(pattern))
    except (ValueError, NotImplementedError, OSError) as error:
        raise wrong(path, f"glob {pattern!r}: {error}", "glob", pattern) from None
    if not files:
        raise MissingError(
            f"{path}: no file {root / pattern}; give the data folder with --data or "
            f"${DATA_VARIABLE}"
        )
    rest = _without(entry, "glob", "key", "root")
    for file in files:
        name = ".".join([*(str(v) for v in rest.values()), *file.relative_to(root).parts[-2:]])
        yield {"id": _slug(name), key: str(file), **rest}


def data_folder(given: Path | None, what: str = "these data") -> Path:
    """Return the folder of data outside the repository; raises MissingError.

    It is the one given, else ``$PLANNER_DATA``.
    """
    root = given or (Path(os.environ[DATA_VARIABLE]) if os.environ.get(DATA_VARIABLE) else None)
    if root is None or not root.is_dir():
        raise MissingError(
            f"{what} lie outside the repository; give their folder with --data or "
            f"${DATA_VARIABLE}" + (f" ({root} is not a folder)" if root else "")
        )
    return root.resolve()


def _filter(text: str) -> Callable[[Mapping[str, Any]], bool]:
    try:
        words = [word.partition("=") for word in shlex.split(text)]
    except ValueError as error:
        raise UsageError(f"--filter {text}: {error}") from None

    def keep(case: Mapping[str, Any]) -> bool:
        return all(
            str(case.get(key)) in values.split(",") if equals else key in case["id"]
            for key, equals, values in words
        )

    return keep


def _check_identifiers(path: Path, cases: Iterable[Mapping[str, Any]]) -> None:
    seen: set[str] = set()
    for case in cases:
        if not isinstance(case["id"], str):
            raise wrong(path, f"id must be a text, found {case['id']!r:.40}", "id", case["id"])
        if complaint := _unfit(case["id"]):
            raise wrong(path, complaint, "id", case["id"])
        if case["id"] in seen:
            raise wrong(path, f"two cases are called {case['id']!r}", "id", case["id"])
        seen.add(case["id"])
    if not seen:
        raise InputError(f"{path}: no cases")


def _unfit(name: str) -> str:
    """Say why a name can't be that of a folder; empty if it can."""
    fits = re.fullmatch(r"[\w.,+=-]{1,150}", name) and not name.startswith(".")
    return "" if fits else (
        f"{name!r} can't be a folder name: at most 150 letters, digits and _ . , + = -")


def _slug(value: object) -> str:
    return re.sub(r"[^\w.,+=-]+", "_", str(value)).strip("_")[:100]


def _table(path: Path, table: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise wrong(path, f"{key} must be a table", key, found)
    return found


def _tables(path: Path, table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise wrong(path, f"{key} must be tables written [[{key}]]", key, found)
    return found


def _without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {k: v for k, v in table.items() if k not in keys}
