"""``planner run``: one closed-loop episode; summary, trace, pictures.

``planner run rescue …``, ``planner run household …``, ``planner run scene FILE`` or simply
``planner run FILE.toml``, where the file's contents say which of the two it is.
"""

from __future__ import annotations

import importlib
import io
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from planner.cli.output import belief, write_json
from planner.errors import ExitCode, InputError, UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["app"]


class _FileOrName(TyperGroup):
    """A group that takes ``FILE.toml`` for ``scene FILE.toml``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            if args[0].endswith(".toml") or Path(args[0]).exists():
                args = ["scene", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_FileOrName, no_args_is_help=True, rich_markup_mode=None,
                  pretty_exceptions_enable=False,
                  help="Run one closed-loop episode: rescue, household, or a FILE.toml.")

Agents = Annotated[int, typer.Option("--agents", min=0, max=500, help="Robots (0: the scene's).")]
Seed = Annotated[int, typer.Option("--seed", help="Fires, Explore draws, failures.")]
Policy = Annotated[str, typer.Option(
    "--policy", help="symbolic, greedy, random, replay:FILE, or a language-model baseline.")]
MaxSteps = Annotated[int, typer.Option("--max-steps", min=0, help="Joint steps (0: the scene's).")]
Clairvoyant = Annotated[bool, typer.Option("--clairvoyant", help="People known from the start.")]
Paper = Annotated[bool, typer.Option("--paper", help="The paper's reading of the rules.")]
Rule = Annotated[list[str] | None, typer.Option(
    "--rule", metavar="NAME=VALUE", help="Change a rule, e.g. unnoticed=6; may be repeated.")]
Doubled = Annotated[bool, typer.Option("--doubled-fires", help="A second fire for each.")]
TraceFile = Annotated[Path | None, typer.Option("--trace", help="Write the trace (JSON lines).")]
Render = Annotated[Path | None, typer.Option(
    "--render", help="Folder for a picture per step and episode.gif.")]
Json = Annotated[str, typer.Option("--json", metavar="FILE", help="Summary; '-': stdout.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Read and describe only.")]


@app.command("rescue")
def rescue(
    scene: Annotated[str, typer.Option("--scene", help="Number, name or file.")] = "1",
    agents: Agents = 2, seed: Seed = 0, policy: Policy = "symbolic", max_steps: MaxSteps = 0,
    clairvoyant: Clairvoyant = False, paper: Paper = False, rule: Rule = None,
    doubled_fires: Doubled = False, trace: TraceFile = None, render: Render = None,
    json_file: Json = "", dry_run: DryRun = False,
) -> None:
    """Run search and rescue: a scene, a team, a seed."""
    case: dict[str, Any] = {
        "scene": scene, "agents": agents, "seed": seed, "policy": policy, "max_steps": max_steps,
        "clairvoyant": clairvoyant, "paper": paper, "doubled_fires": doubled_fires,
        "rules": _rules(rule or []),
    }
    if not agents:
        del case["agents"]
    _run_rescue(case, trace, render, json_file, dry_run)


@app.command("scene")
def scene_file(
    file: Annotated[Path, typer.Argument(help="A rescue scene or a household task (.toml).")],
    agents: Agents = 0, seed: Seed = 0, policy: Policy = "symbolic", max_steps: MaxSteps = 0,
    clairvoyant: Clairvoyant = False, paper: Paper = False, rule: Rule = None,
    doubled_fires: Doubled = False, trace: TraceFile = None, render: Render = None,
    json_file: Json = "", dry_run: DryRun = False,
) -> None:
    """Run the episode a file describes; its contents say what it is."""
    data = _read(file)
    if "instruction" in data or "floor_plan" in data:
        _household(data, agents, seed, policy, max_steps, trace, render, json_file)
        return
    case: dict[str, Any] = {
        "scene": str(file), "seed": seed, "policy": policy, "max_steps": max_steps,
        "clairvoyant": clairvoyant, "paper": paper, "doubled_fires": doubled_fires,
        "rules": _rules(rule or []),
    }
    if agents:
        case["agents"] = agents
    _run_rescue(case, trace, render, json_file, dry_run)


def _register_household() -> None:
    try:
        module = importlib.import_module("planner.cli.run_household")
    except ModuleNotFoundError:
        return
    app.command("household")(module.command)


_register_household()


def _read(file: Path) -> dict[str, Any]:
    """Read a TOML file just far enough to tell what it is; a rescue scene gets its own reader."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return {}


def _household(data: Mapping[str, Any], agents: int, seed: int, policy: str, max_steps: int,
               trace: Path | None, render: Path | None, json_file: str) -> None:
    try:
        module = importlib.import_module("planner.cli.run_household")
    except ModuleNotFoundError:
        raise UsageError("household tasks cannot be run here") from None
    known = {k: data[k] for k in ("instruction", "floor_plan", "task", "thor") if k in data}
    missing = [k for k in ("instruction", "floor_plan") if not isinstance(known.get(k), str)]
    if missing:
        raise InputError(f"a household task needs {' and '.join(missing)} (text)")
    module.command(**known, agents=agents or data.get("agents", 2), seed=seed, policy=policy,
                   max_steps=max_steps or data.get("max_steps", 30), trace=trace, render=render,
                   json_file=json_file)


def _rules(options: list[str]) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for option in options:
        name, sign, value = option.partition("=")
        try:
            rules[name] = json.loads(value) if sign else True
        except ValueError:
            raise UsageError(f"--rule {option}: the value is a number, true or false") from None
    return rules


def _run_rescue(case: dict[str, Any], trace: Path | None, render: Path | None, json_file: str,
                dry_run: bool) -> None:
    from domains.rescue.episode import build_environment, build_policy, run_case

    if dry_run:
        environment = build_environment(case)
        typer.echo(f"{environment.scene.name}: {len(environment.possible_agents)} agents, "
                   f"{environment.max_cycles} steps at most")
        typer.echo(environment.scene.task())
        for subtask in environment.checker.subtasks:
            typer.echo(f"  {subtask}")
        return
    policy = _baseline(case) or build_policy(case["policy"], case["seed"])
    buffer = io.StringIO()
    film = _Camera(render, policy) if render is not None else None
    record = run_case(case, buffer, lambda: policy, film.shoot if film else None)
    if trace is not None:
        trace.write_text(buffer.getvalue(), encoding="utf-8")
    lines = [json.loads(line) for line in buffer.getvalue().splitlines()]
    summary = _summary(record, trace)
    if film is not None:
        summary["animation"] = str(film.finish())
    if hasattr(policy, "differences"):
        summary["differences"] = [vars(d) for d in policy.differences]
    if json_file:
        write_json(summary, json_file)
    if json_file != "-":
        _print(record, lines, summary)
    if not record.success:
        raise typer.Exit(int(ExitCode.NEGATIVE))


def _baseline(case: Mapping[str, Any]) -> Any:
    """Return a language-model policy if the name is one, else None."""
    from domains.rescue.episode import POLICIES

    name = case["policy"]
    if name in POLICIES or name.startswith("replay:"):
        return None
    try:
        from benchmarks.baselines.policies import policy_factory

        factory = policy_factory(dict(case, domain="rescue"), Path.cwd())
    except ImportError:
        return None
    return factory() if factory is not None else None


class _Camera:
    """Film the world after every joint step, with the ways taken and what is planned."""

    def __init__(self, folder: Path, policy: Any) -> None:
        from domains.rescue.picture import Film

        self.film = Film(folder)
        self.policy = policy
        self.before: dict[str, tuple[int, int]] = {}

    def shoot(self, environment: Any, step: int, actions: Mapping[str, str]) -> None:
        from domains.rescue.picture import scenery

        plan = self.policy.intentions() if hasattr(self.policy, "intentions") else {}
        self.film.add(scenery(environment.world, step, actions, self.before, plan))
        self.before = {r.name: (r.x, r.y) for r in environment.world.robots}

    def finish(self) -> Path | None:
        return self.film.finish()


def _summary(record: EpisodeRecord, trace: Path | None) -> dict[str, Any]:
    from benchmarks import metrics

    median, p95 = metrics.decision_seconds(record)
    return {
        "success": record.success, "believed": record.believed_success,
        "SR": metrics.success_rate(record),
        "TR": metrics.transport_rate(record), "C": metrics.coverage(record),
        "B": metrics.balance(record), "B_useful": metrics.balance(record, "paper"),
        "L": metrics.steps(record),
        "seconds_per_decision": {"median": median, "p95": p95},
        "replans": record.replans, "engine_calls": record.engine_calls,
        "failures": list(record.failures), "trace": str(trace) if trace else None,
        "policy": record.policy,
        "agents": list(record.agents), "useful": dict(record.useful),
        "open": [s for s in record.subtasks if s not in record.credited],
    }


def _print(record: EpisodeRecord, lines: list[dict[str, Any]], summary: Mapping[str, Any]) -> None:
    typer.echo(lines[0]["instruction"])
    for line in lines:
        if line["kind"] == "step":
            _print_step(line)
    typer.echo("  ".join(f"{k} {summary[k]:.2f}" for k in ("SR", "TR", "C", "B", "B_useful"))
               + f"  L {summary['L']}")
    typer.echo(f"{'success' if record.success else 'not solved'}, {belief(record)}; decision "
               f"{1000 * summary['seconds_per_decision']['median']:.1f} ms median; "
               f"{record.replans} replans")
    if summary["open"]:
        typer.echo("not done: " + "; ".join(summary["open"]))
    for d in summary.get("differences", ()):
        cause = f", after {d['cause']}" if d["cause"] else ""
        typer.echo(f"  step {d['step']} {d['agent']} {d['action']}: recorded {d['recorded']}, "
                   f"here {d['ours']}{cause}")
    for name in ("trace", "animation"):
        if summary.get(name):
            typer.echo(f"{name}: {summary[name]}")


def _print_step(line: Mapping[str, Any]) -> None:
    typer.echo(f"step {line['step']}" + (f"  [{line['replan']}]" if line["replan"] else ""))
    for agent, action in line["actions"].items():
        reason = line["reasons"].get(agent, "")
        outcome = ("" if line["success"].get(agent, True)
                   else f"  FAILED {line['failure'][agent]}".rstrip())
        typer.echo(f"    {agent:<8} {action:<40} {reason}{outcome}")
