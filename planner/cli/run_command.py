"""``planner run``: one closed-loop episode; summary, trace, pictures.

``planner run NAME …`` plays a case of an installed domain, ``planner run FILE …`` the case that
a file describes; its contents say whose it is. The options are those of the domain's case type.
"""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from planner.cases import fields_of
from planner.cli.options import among, case_parameters, case_with
from planner.cli.show_command import step_told
from planner.console import counted, one_output, write_json
from planner.discovery import discover, domain_named, recognise
from planner.domain import Domain
from planner.errors import ExitCode, UsageError
from planner.execution.episode import make_policy, policy_names, request, run
from planner.execution.trace import EpisodeRecord
from planner.files import unwritable, write_text
from planner.supervision import count

SUITE_CASE = "--suite-case"
_SHOWN = ("SR", "TR", "C", "B", "B_LLaMAR")


class _DomainOrFile(TyperGroup):
    """A group whose commands are the domains that can be played, and any file of one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if len(args) > 1 and args[0] == SUITE_CASE:
            args = [f"{SUITE_CASE}={args[1]}", *args[2:]]
        if args and args[0].startswith(f"{SUITE_CASE}="):
            args[0] = args[0].removeprefix("--")
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name, domain in discover().domains.items() if domain.has("environment")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in self.list_commands(ctx):
            return _command(discover().domains[cmd_name])
        if cmd_name.startswith(f"{SUITE_CASE[2:]}="):
            return _suite_case(cmd_name.partition("=")[2])
        if Path(cmd_name).suffix or Path(cmd_name).exists():
            domain = recognise(Path(cmd_name))
            if not domain.has("environment"):
                raise UsageError(f"{cmd_name}: a problem of {domain.name!r} is solved, not played: "
                                 f"planner solve {cmd_name}")
            return _command(domain, domain.read(Path(cmd_name)))
        return domain_named(cmd_name).part("environment")  # which says why there is none


app = typer.Typer(cls=_DomainOrFile, no_args_is_help=True, rich_markup_mode=None,
                  pretty_exceptions_enable=False,
                  help="Run one closed-loop episode: a domain's name, a file of one, or "
                       "--suite-case SUITE/CASE.")
# a group of Typer needs a callback to be one; its commands come from the domains
app.callback()(lambda: None)

Trace = Annotated[Path | None, typer.Option("--trace", help="Write the trace (JSON lines).")]
Render = Annotated[Path | None, typer.Option(
    "--render", help="Folder for a picture per step, and the animation.")]
Json = Annotated[str, typer.Option("--json", metavar="FILE", help="Summary; '-': stdout.")]
Engine = Annotated[str, typer.Option("--engine", help="Engine of 'planned', e.g. fast-downward.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Read and describe only.")]


def _command(domain: Domain[Any], base: Any = None) -> Any:
    """Build the command of a domain; with ``base``, options change the case of a file."""
    names = policy_names(domain)
    mark = typer.Option("--policy", help=f"{', '.join(names)}, or module:Class.",
                        autocompletion=among(lambda: names))
    shared = {"policy": (Annotated[str, mark], ""), "engine": (Engine, ""),
              "trace": (Trace, None), "render": (Render, None), "json_file": (Json, ""),
              "dry_run": (DryRun, False)}
    if domain.has("final_state"):
        last = typer.Option("--final-state", help="Write the world's last state as JSON.")
        shared["final_state"] = (Annotated[Path | None, last], None)
    if "engine" in fields_of(domain.case_type):  # a word of its own; older than ours
        del shared["engine"]
    parameters = [
        *case_parameters(domain.case_type, arguments=base is None),
        *(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default,
                            annotation=annotation)
          for name, (annotation, default) in shared.items())]

    def command(**given: Any) -> None:
        rest = {name: given.pop(name) for name in shared}
        _run(domain, case_with(domain.case_type, given, base), **rest)

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    built = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    built.command(domain.name, help=domain.summary)(command)
    return typer.main.get_command(built)


def _suite_case(name: str) -> Any:
    from benchmarks.suite import case_of

    suite, run_of = case_of(name)
    domain = domain_named(suite.run)
    return _command(domain, request(domain, run_of.asked, suite.file).case)


def _run(domain: Domain[Any], case: Any, policy: str, trace: Path | None, render: Path | None,
         json_file: str, dry_run: bool, engine: str = "", final_state: Path | None = None) -> None:
    one_output(json=json_file, final_state=final_state)
    if dry_run:
        shown = dict(domain.part("describe")(case))
        text = shown.pop("text")
        if json_file:
            write_json(shown, json_file)
        if json_file != "-":
            typer.echo(text)
        return
    cases = domain.part("several")(case) if domain.has("several") else [case]
    make = partial(_player, domain, policy=policy, engine=engine)
    if len(cases) > 1:
        _play_several(make, cases, json_file)
        return
    player = make(cases[0])
    world = domain.open(cases[0])
    buffer = io.StringIO()
    try:
        film = domain.part("draw")(render, world, player) if render is not None else None
        record = run(case, policy=player, domain=domain, trace=buffer, environment=world,
                     on_step=partial(_show_step, film))
        animation = film.finish() if film else None
        if final_state is not None:
            write_json(domain.part("final_state")(world), str(final_state))
    except OSError as error:
        if render is None or error.filename is not None:
            raise
        raise unwritable(render, error) from None  # what draws pictures names no file
    finally:
        world.close()
    _tell(domain, record, buffer.getvalue(), trace, json_file, str(final_state) == "-",
          {"animation": str(animation) if animation else None,
           "differences": [vars(d) for d in getattr(player, "differences", ())]})


def _player(domain: Domain[Any], case: Any, policy: str, engine: str) -> Any:
    """Make a policy; an ``engine`` is asked instead of the one that its solver would ask."""
    player = make_policy(domain, case, policy)
    if engine:
        from planner.engines.registry import engine as engine_named
        from planner.execution.actor.solver import solver_for

        if not hasattr(player, "make_solver"):
            raise UsageError("--engine: only the policy 'planned' asks an engine")
        player.make_solver = partial(solver_for, engine=engine_named(engine).name)
    return player


def _show_step(film: Any, number: int, actions: Mapping[str, str]) -> None:
    count(f"step {number + 1}")
    if film is not None:
        film.shoot(number, actions)


def _play_several(make: Callable[[Any], Any], cases: Sequence[Any], json_file: str) -> None:
    """Play an episode of each case; tell successes, steps in the mean and at worst, replans."""
    from benchmarks import metrics

    records: list[EpisodeRecord] = []
    for case in cases:
        records.append(run(case, policy=make(case)))
        count(f"{len(records)} of {len(cases)} episodes")
    won = [metrics.steps(r) for r in records if r.success]
    seconds = sorted(s for r in records for s in r.decision_seconds)
    found: dict[str, Any] = {
        "episodes": len(records), "success": len(won),
        "steps": {"mean": sum(won) / len(won) if won else None, "worst": max(won, default=None)},
        "replans": sum(r.replans for r in records) / len(records),
        "seconds_per_decision": {"p95": seconds[int(0.95 * len(seconds))] if seconds else 0.0},
        "lost": [r.case for r in records if not r.success]}
    if json_file:
        write_json(found, json_file)
    if json_file != "-":
        mean = f"{sum(won) / len(won):.2f} steps in the mean, {max(won)} at worst; " if won else ""
        typer.echo(f"{cases[0].label.partition(' ')[0]}: {len(won)} of {len(records)} solved; "
                   f"{mean}{found['replans']:.1f} plans an episode; 95 % of decisions within "
                   f"{found['seconds_per_decision']['p95']:.3f} s")
    if len(won) < len(records):
        raise typer.Exit(int(ExitCode.NEGATIVE))


def _tell(domain: Domain[Any], record: EpisodeRecord, text: str, trace: Path | None,
          json_file: str, taken: bool, more: dict[str, Any]) -> None:
    """Write and print what an episode came to; ``taken``: standard output is another output's."""
    if trace is not None:
        write_text(trace, text)
    found = summary(record, trace) | {k: v for k, v in more.items() if v}
    if json_file:
        write_json(found, json_file)
    if json_file != "-" and not taken:
        remarks = domain.part("remarks")(record) if domain.has("remarks") else []
        _print_episode(record, [json.loads(line) for line in text.splitlines()], found, remarks)
    if not record.success:
        raise typer.Exit(int(ExitCode.NEGATIVE))


def summary(record: EpisodeRecord, trace: Path | None) -> dict[str, Any]:
    """Return the summary of an episode as JSON data; a domain's own entries come last."""
    from benchmarks import metrics

    median, p95 = metrics.decision_seconds(record)
    common = {
        "outcome": ("nothing to do" if record.extra.get("nothing_to_do") else
                    "success" if record.success else "not solved"),
        "success": record.success, "believed": record.believed_success,
        **{name: metrics.METRICS[name].value(record) for name in _SHOWN},
        "L": metrics.steps(record),
        "basis": dict(record.basis or {}), "begins_done": record.begins_done,
        "decided": dict(record.decided or {}),
        "seconds_per_decision": {"median": median, "p95": p95},
        "replans": record.replans, "engine_calls": record.engine_calls,
        "failures": list(record.failures), "trace": str(trace) if trace else None,
        "policy": record.policy, "agents": list(record.agents), "useful": dict(record.useful),
        "open": [s for s in record.subtasks if s not in record.credited],
    }
    return {**{k: v for k, v in record.extra.items() if k not in common}, **common}


def _print_episode(record: EpisodeRecord, lines: Sequence[Mapping[str, Any]],
                   found: Mapping[str, Any], remarks: Sequence[str]) -> None:
    """Print the story and the summary; ``remarks`` are a domain's own lines."""
    for text in (text for line in lines for text in step_told(line)):
        typer.echo(text)
    typer.echo("  ".join(f"{k} {found[k]:.2f}" for k in _SHOWN)
               + f"  L {found['L']}")
    believed = "done" if record.believed_success else "not done"
    judged = f" by {record.extra['judged_by']}" if record.extra.get("judged_by") else ""
    typer.echo(f"{found['outcome']}{judged}, the team believes it {believed}; "
               f"decision {1000 * found['seconds_per_decision']['median']:.1f} ms median; "
               f"{counted(record.replans, 'replan')}")
    if len(found["decided"]) > 1:
        typer.echo(", ".join(f"{who} {n}" for who, n in found["decided"].items())
                   + f" of {sum(found['decided'].values())} decisions")
    typer.echo("; ".join(f"{key}: {text}" for key, text in found["basis"].items()))
    if record.begins_done:
        typer.echo("the task began done: the referee said so before anybody acted")
    if found["open"]:
        typer.echo("not done: " + "; ".join(found["open"]))
    for remark in remarks:
        typer.echo(remark)
    for d in found.get("differences", ()):
        cause = f", after {d['cause']}" if d["cause"] else ""
        typer.echo(f"  step {d['step']} {d['agent']} {d['action']}: recorded {d['recorded']}, "
                   f"here {d['ours']}{cause}")
    for name in ("trace", "animation"):
        if found.get(name):
            typer.echo(f"{name}: {found[name]}")
