"""``planner list``: what there is, by discovery."""

from __future__ import annotations

from pathlib import Path
from textwrap import shorten
from typing import Annotated

import typer

from planner.cases import unknown
from planner.cli.options import SUITES, among
from planner.console import counted, table, write_json
from planner.discovery import discover, shared_policies
from planner.errors import UsageError

KINDS = ("domains", "translators", "engines", "suites", "policies", "cases")


def command(
    kind: Annotated[str, typer.Argument(
        help=", ".join(KINDS), metavar="KIND", autocompletion=among(lambda: KINDS))],
    suite: Annotated[str, typer.Argument(
        help="With cases: a shipped suite, or a .toml file.", autocompletion=SUITES)] = "",
    as_json: Annotated[str, typer.Option("--json", help="Write JSON to FILE ('-': output).")] = "",
    data: Annotated[Path | None, typer.Option(
        help="With cases: folder of data outside the repository ($PLANNER_DATA).")] = None,
    with_features: Annotated[bool, typer.Option(
        "--features", help="Of engines: which feature of PDDL each takes.")] = False,
) -> None:
    """List domains, translators, engines, suites or policies; or the cases of a suite."""
    if with_features:
        _features(kind, as_json)
        return
    if kind not in KINDS:
        raise UsageError(unknown("kind", kind, KINDS))
    if bool(suite) != (kind == "cases"):
        raise UsageError("name a suite: planner list cases SUITE" if kind == "cases" else
                         f"a suite has no effect on {kind}")
    if kind == "cases":
        _cases(suite, data, as_json)
        return
    rows = {"domains": _domains, "translators": _translators, "engines": _engines,
            "suites": _suites, "policies": _policies}[kind]()
    if as_json:
        names = ("name", "about", "state")
        write_json([dict(zip(names, row, strict=False)) for row in rows], as_json)
    else:
        table((kind[:-1] if kind != "policies" else "policy", "about", "state"), rows)


def _cases(suite: str, data: Path | None, as_json: str) -> None:
    """Print the cases of a suite with the keys that --filter takes."""
    from benchmarks.suite import find_suite, load_suite

    cases = [dict(case) for case in load_suite(find_suite(suite), data).cases]
    if as_json:
        write_json(cases, as_json)
        return
    shared = {k: v for k, v in cases[0].items() if all(c.get(k) == v for c in cases)}
    table(("case", "what --filter tells apart"), [
        (case["id"], "  ".join(f"{k}={v}" for k, v in case.items() if k not in ("id", *shared)))
        for case in cases])
    typer.echo(f"{counted(len(cases), 'case')}{'; all: ' * bool(shared)}"
               + "  ".join(f"{k}={v}" for k, v in shared.items()))


def _translators() -> list[tuple[str, str, str]]:
    import translators

    rows = []
    for init in sorted(Path(translators.__path__[0]).glob("*/__init__.py")):
        first, *_ = init.read_text(encoding="utf-8").strip().strip('"').splitlines() or [""]
        what = sorted(p.name for p in init.parent.iterdir() if p.suffix in (".pddl", ".lark"))
        rows.append((init.parent.name, first.strip('"'), ", ".join(what)))
    return rows


def _domains() -> list[tuple[str, str, str]]:
    found = discover()
    shared_policies()  # names those that cannot be used
    rows = [(name, domain.summary, found.homes[name]) for name, domain in found.domains.items()]
    return rows + [(fault.name, fault.reason, f"not used ({fault.distribution})")
                   for fault in found.faults]


def _engines() -> list[tuple[str, str, str]]:
    from planner.engines import ENGINES

    rows = [("auto", "the written-down portfolio (docs/engines.md)", "always")]
    for spec in ENGINES.values():
        marks = ["optimal"] * spec.optimal + ["anytime"] * spec.anytime
        about = spec.summary + (f" ({', '.join(marks)})" if marks else "")
        rows.append((spec.name, about, spec.missing() or f"{spec.package} {spec.version()}"))
    return rows + [(name, f"{domain.name}: {about}", "built in")
                   for domain in discover().domains.values()
                   for name, about in domain.engines.items()]


def _features(kind: str, as_json: str) -> None:
    from planner.engines import ENGINES
    from planner.engines.table import feature_table

    if kind != "engines":
        raise UsageError("--features has an effect on engines only")
    header, rows = ("feature", *ENGINES), feature_table()
    if as_json:
        write_json([dict(zip(header, row, strict=True)) for row in rows], as_json)
    else:
        told = {"yes": "", "written out": " (written out)", "left out": " (left out)"}
        table(("engine", "takes"), [
            (name, ", ".join(row[0] + told[row[n]] for row in rows if row[n]))
            for n, name in enumerate(ENGINES, start=1)])


def _suites() -> list[tuple[str, str, str]]:
    from benchmarks.suite import told_suites

    return [(name, shorten(about, 110, placeholder=" …"), state)
            for name, about, state in told_suites()]


def _policies() -> list[tuple[str, str, str]]:
    return [(name + (f":{spec.argument}" if spec.argument else ""), spec.summary, where)
            for where, specs in [*((d.name, d.players) for d in discover().domains.values()),
                                 ("all domains", shared_policies())]
            for name, spec in specs.items()]
