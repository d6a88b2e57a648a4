"""``planner solve``: the best plan and its score or cost, for any number of problem files."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from planner.cli.options import ENGINES
from planner.cli.solve_jobs import Request, Result, solve_file
from planner.cli.solve_report import better_line, print_report
from planner.console import echo, number_option, write_json
from planner.engines.registry import meant
from planner.errors import ExitCode, UsageError
from planner.files import write_text
from planner.solving import SolveOptions, SolveReport
from planner.supervision import Interruption, count

_SEVERITY = (
    ExitCode.INPUT, ExitCode.COMPONENT, ExitCode.LIMIT, ExitCode.USAGE, ExitCode.UNSUPPORTED,
    ExitCode.NEGATIVE, ExitCode.OK,
)


# Annotations are no texts here (nor in main): Typer would evaluate each of them three times.
def command(
    files: Annotated[list[Path], typer.Argument(
        metavar="FILE...",
        help="Files of any domain (planner list domains); recognised by their contents.")],
    domain: Annotated[Path | None, typer.Option(
        help="PDDL domain; by default the one beside the problem: domain.pddl, "
             "p01-domain.pddl, domain_p01.pddl, …")] = None,
    strict: Annotated[bool, typer.Option(
        "--strict", help="Refuse PDDL that other planners tolerate.")] = False,
    engine: Annotated[str, typer.Option(
        help="Engine by name ('planner list engines'). auto: the domain's own solver, else the "
             "portfolio.", autocompletion=ENGINES)] = "auto",
    time_limit: Annotated[float | None, number_option(
        min=0.0, help="Seconds per problem. Default: 60, or what a domain's own solver "
                      "finds worth while.")] = None,
    memory_limit: Annotated[int | None, typer.Option(
        min=16, show_default="4096", help="MB per engine process.")] = None,
    optimal: Annotated[bool, typer.Option(
        "--optimal", help="Go on until the optimum is proven.")] = False,
    agents: Annotated[str, typer.Option(
        metavar="NAME,…", help="The robots of a joint plan, by name (--engine joint).")] = "",
    agents_of: Annotated[str, typer.Option(
        metavar="TYPE,…", help="The robots of a joint plan: all objects of these types or static "
                               "predicates.")] = "",
    search: Annotated[str, typer.Option(
        help="A search in Fast Downward's words, e.g. 'astar(lmcut())'.")] = "",
    seed: Annotated[int | None, typer.Option(help="Seed of an engine that has one (LPG).")] = None,
    top: Annotated[int, typer.Option(min=0, help="So many best plans (SymK).")] = 0,
    ignore_costs: Annotated[bool, typer.Option(
        "--ignore-costs", help="Joint plans: any of the shortest will do, not the cheapest of them."
    )] = False,
    anytime: Annotated[bool, typer.Option(
        "--anytime", help="Print better plans as they come, until the time limit; with --json - "
                          "as JSON lines.")] = False,
    true_world: Annotated[bool, typer.Option(
        "--true-world", help="Plan from the truth instead of the stated facts.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[Path | None, typer.Option(
        help="Folder for NAME.plan and NAME.json of each input.")] = None,
    pictures: Annotated[bool, typer.Option(
        "--pictures", help="With --out: also NAME.svg of each plan that can be drawn.")] = False,
    export: Annotated[str, typer.Option(
        metavar="bt,json", help="With --out, of joint plans: NAME.bt.xml (a behaviour tree of "
                                "BehaviorTree.CPP) and NAME.joint.json.")] = "",
    json_to: Annotated[str, typer.Option(
        "--json", metavar="FILE", help="Write all results as JSON; '-' for standard output.")] = "",
) -> int:
    """Solve problem files: the best plan and its score or cost.

    One defective file does not keep the others from being solved; the exit code is then 3.
    Ctrl-C stops and keeps the best plans so far (exit code 130); a second one ends at once.
    """
    if anytime and (len(files) > 1 or optimal):
        raise UsageError("--anytime is for one file, and not for a proof (--optimal)")
    request = Request(domain, true_world, strict, SolveOptions(
        engine, time_limit, memory_limit, optimal, agents, agents_of, search, seed, top,
        ignore_costs, anytime))
    forms = _forms(out, pictures, export, request.options)
    lines = anytime and json_to == "-"

    def better(plan: SolveReport) -> None:
        event = {"event": "plan", **plan.to_json(), "seconds": plan.seconds["total"]}
        echo(json.dumps(event) if lines else better_line(plan))

    names, results = _names(files), list[Result]()
    with Interruption() as interruption:
        found = _found(files, request, jobs, interruption, better if anytime else None)
        for name, result in zip(names, found, strict=False):
            _tell(result)
            _write(result, out and out / name, pictures, forms)
            results.append(result)
            if len(files) > 1:
                count(f"{len(results)} of {len(files)} files")
    if lines:
        for result in results:
            echo(json.dumps({"event": "result", **result.data}))
    elif json_to:
        write_json([result.data for result in results], json_to)
    if json_to != "-":
        print_report(results)
    if interruption.count:
        plans = sum(result.plan_text is not None for result in results)
        echo(f"planner: {len(results)} of {len(files)} files were begun before the interruption; "
             f"the best plans of {plans} are kept", err=True)
        return int(ExitCode.INTERRUPTED)
    return int(min((r.exit_code for r in results), key=_SEVERITY.index, default=ExitCode.OK))


def _forms(out: Path | None, pictures: bool, export: str, options: SolveOptions) -> tuple[str, ...]:
    for name, given in (("--pictures", pictures), ("--export", export)):
        if given and out is None:
            raise UsageError(f"{name} has no effect without --out")
    forms = tuple(filter(None, export.split(",")))
    if unknown := set(forms) - {"bt", "json"}:
        raise UsageError(f"--export: no form '{min(unknown)}'; known: bt, json")
    if forms and "joint" not in (options.engine.partition(":")[0], meant(options)):
        raise UsageError("--export is for joint plans only (--engine joint, --agents …)")
    return forms


def _tell(result: Result) -> None:
    if result.error:
        echo(f"planner: {result.error}", err=True)
    for warning in result.data.get("warnings", ()):
        echo(f"planner: warning: {warning}", err=True)


def _found(
    files: Sequence[Path], request: Request, jobs: int, interruption: Interruption,
    better: Callable[[SolveReport], None] | None,
) -> Iterator[Result]:
    """Yield results in the order of ``files``; fewer where an interruption ends it."""
    if jobs > 1 and len(files) > 1:
        from planner.cli.solve_pool import solve_all

        yield from solve_all(files, request, jobs, interruption)
        return
    for file in files:
        if result := solve_file(file, request, interruption, better):
            yield result


def _names(files: Sequence[Path]) -> list[str]:
    """Return a name for each input: its stem, numbered where that occurs twice."""
    seen: dict[str, int] = {}
    names = []
    for file in files:
        count = seen[file.stem] = seen.get(file.stem, 0) + 1
        names.append(file.stem if count == 1 else f"{file.stem}-{count}")
    return names


def _write(result: Result, base: Path | None, pictures: bool, forms: Sequence[str]) -> None:
    if base is None:
        return
    base.parent.mkdir(parents=True, exist_ok=True)
    if result.plan_text is not None:
        write_text(Path(f"{base}.plan"), result.plan_text)
    write_json(result.data, f"{base}.json")
    if pictures and result.report is not None and (drawn := result.report.svg()):
        write_text(Path(f"{base}.svg"), drawn)
    if forms and result.plan_text is not None and "joint" in result.data:
        _export(result, base, forms)


def _export(result: Result, base: Path, forms: Sequence[str]) -> None:
    from planner.engines.joint.export import behaviour_tree, joint_json
    from planner.plan import parse_ipc

    joint, text = result.data["joint"], result.plan_text or ""
    plan = parse_ipc(text, timed="makespan" in joint)
    if "bt" in forms:
        tree = behaviour_tree(plan, joint["agents"], joint["ports"])
        write_text(Path(f"{base}.bt.xml"), tree)
    if "json" in forms:
        write_json(joint_json(plan, joint["agents"], result.data["bound"]), f"{base}.joint.json")
