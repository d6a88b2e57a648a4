"""``planner run household``: one sentence, one floor plan, one team; summary, trace, pictures."""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.output import belief, write_json
from planner.errors import ExitCode, InputError, UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["command"]


def command(
    instruction: Annotated[str, typer.Argument(help="What the team is told, in English.")],
    floor_plan: Annotated[
        str, typer.Option("--floor-plan", help="Scene, e.g. FloorPlan1 (see planner scenes list).")
    ],
    agents: Annotated[
        str, typer.Option("--agents", help="1 to 5, or a TOML file of what each robot can do.")
    ] = "2",
    task: Annotated[
        str, typer.Option("--task", help="MAP-THOR task folder: its preparation and checkers.")
    ] = "",
    policy: Annotated[str, typer.Option("--policy", help="symbolic, or a baseline.")] = "symbolic",
    seed: Annotated[int, typer.Option("--seed")] = 0,
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="Joint steps.")] = 30,
    thor: Annotated[
        str, typer.Option("--thor", help="headless, process (own process), or unity.")
    ] = "headless",
    scene_store: Annotated[
        Path | None, typer.Option("--scene-store", help="Directory of recorded scenes.")
    ] = None,
    clairvoyant: Annotated[
        bool, typer.Option("--clairvoyant", help="Show the team everything at the start.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how the instruction is understood.")
    ] = False,
    trace: Annotated[
        Path | None, typer.Option("--trace", help="Write the trace (JSON lines) here.")
    ] = None,
    render: Annotated[
        Path | None, typer.Option("--render", help="Write a floor-plan picture per step here.")
    ] = None,
    json_file: Annotated[str, typer.Option("--json", help="'-' for standard output.")] = "",
) -> None:
    """Run one household episode and tell what happened and why."""
    if dry_run:
        _understood(instruction, json_file)
        return
    agents = str(agents)  # callers from Python may pass a number
    team = read_team(Path(agents)) if agents.endswith(".toml") else {}
    case: dict[str, Any] = {
        "instruction": instruction, "floor_plan": floor_plan, "seed": seed,
        "agents": _team_size(team) if team else _count(agents),
        "max_steps": max_steps, "thor": thor, "policy": policy, "clairvoyant": clairvoyant,
    }
    if task:
        case["task"] = task
    if scene_store is not None:
        if not scene_store.is_dir():
            raise UsageError(f"--scene-store {scene_store}: no such directory")
        case["scene_store"] = str(scene_store)
    if team:
        case["team"] = team
    record, lines = _play(case, trace, render)
    summary = _summary(record, trace)
    if json_file:
        write_json(summary, json_file)
    if json_file != "-":
        _print(record, lines, summary, case)
    if not record.success:
        raise typer.Exit(int(ExitCode.NEGATIVE))


def _understood(instruction: str, json_file: str) -> None:
    """Print the goal an instruction is read as, without running anything."""
    from translators.mapthor.compile import compile_instruction

    goal = compile_instruction(instruction)
    if json_file:
        write_json({"instruction": instruction, "goal": goal.describe(),
                    "stages": [[w.describe() for w in stage] for stage in goal.stages],
                    "notes": list(goal.remarks)}, json_file)
    if json_file != "-":
        _print_goal(goal)


def _print_goal(goal: Any) -> None:
    typer.echo(f"goal: {goal.describe()}")
    for remark in goal.remarks:
        typer.echo(f"  note: {remark}")


def _count(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 5:
        raise UsageError(f"--agents {text}: a number from 1 to 5, or a TOML file")
    return int(text)


def _team_size(team: Mapping[str, Any]) -> int:
    """Return how many robots a team needs: up to the last one it names."""
    from domains.household.environment import AGENT_NAMES

    return max(AGENT_NAMES.index(name) for name in team) + 1


def read_team(path: Path) -> dict[str, dict[str, Any]]:
    """Read a team file: ``[robots.Alice]`` with ``verbs = [...]`` and ``lifts = [...]``.

    Names are Alice, Bob, Charlie, David, Emma; a missing key means no limit. Raises
    :class:`InputError` for anything else.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    from domains.household.actions import OBJECT_VERBS
    from domains.household.environment import AGENT_NAMES

    team = data.get("robots")
    if not isinstance(team, dict) or set(data) != {"robots"}:
        raise InputError(f"{path}: expected tables [robots.NAME]")
    for name, skills in team.items():
        if name not in AGENT_NAMES:
            raise InputError(f"{path}: no robot {name!r}; there are {', '.join(AGENT_NAMES)}")
        if not isinstance(skills, dict) or set(skills) - {"verbs", "lifts"}:
            raise InputError(f"{path}: [robots.{name}] takes verbs and lifts")
        for key, values in skills.items():
            if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
                raise InputError(f"{path}: {name}.{key} must be a list of texts")
        unknown = [v for v in skills.get("verbs", ()) if v not in OBJECT_VERBS]
        if unknown:
            raise InputError(f"{path}: {name} has no verb {unknown[0]!r}; there are "
                             + ", ".join(OBJECT_VERBS))
    return team


def _play(
    case: Mapping[str, Any], trace: Path | None, render: Path | None
) -> tuple[EpisodeRecord, list[dict[str, Any]]]:
    from translators.mapthor.episode import build_environment, run_case

    environment = build_environment(case)
    buffer = io.StringIO()
    try:
        on_step = _artist(environment, render) if render is not None else None
        record = run_case(case, buffer, _factory(case), on_step, environment)
    finally:
        environment.close()
    if trace is not None:
        trace.write_text(buffer.getvalue(), encoding="utf-8")
    return record, [json.loads(line) for line in buffer.getvalue().splitlines()]


def _factory(case: Mapping[str, Any]) -> Callable[..., Any] | None:
    """Return the maker of a baseline policy; None for the project's own."""
    if case["policy"] == "symbolic":
        return None
    from benchmarks.baselines.policies import LANGUAGE, PLAIN, policy_factory

    factory = policy_factory({**case, "domain": "household"}, Path.cwd())
    if factory is None:
        known = ("symbolic", *PLAIN, *LANGUAGE, "replay:FILE")
        raise UsageError(f"unknown policy {case['policy']!r}; there are {', '.join(known)}")
    return factory


def _artist(environment: Any, folder: Path) -> Callable[[int, Mapping[str, str]], None]:
    """Draw the floor plan after every joint step (headless engine in this process only)."""
    folder.mkdir(parents=True, exist_ok=True)

    def draw_step(step: int, actions: Mapping[str, str]) -> None:
        engine = getattr(environment.controller, "engine", None)
        if engine is None or engine.world is None:
            return
        from domains.household.thor.picture import draw

        draw(engine.world, folder / f"step-{step:02d}.png")

    return draw_step


def _summary(record: EpisodeRecord, trace: Path | None) -> dict[str, Any]:
    from benchmarks import metrics

    median, p95 = metrics.decision_seconds(record)
    return {
        "success": record.success, "believed": record.believed_success,
        "SR": metrics.success_rate(record),
        "TR": metrics.transport_rate(record), "C": metrics.coverage(record),
        "B": metrics.balance(record), "L": metrics.steps(record),
        "seconds_per_decision": {"median": median, "p95": p95},
        "replans": record.replans, "engine_calls": record.engine_calls,
        "failures": list(record.failures), "trace": str(trace) if trace else None,
        "engine": record.extra.get("engine"), "reading": record.extra.get("reading"),
        "readings": record.extra.get("readings"),
    }


def _print(
    record: EpisodeRecord, lines: list[dict[str, Any]], summary: Mapping[str, Any],
    case: Mapping[str, Any],
) -> None:
    from translators.mapthor.compile import compile_instruction

    _print_goal(compile_instruction(str(case["instruction"])))
    for line in lines:
        if line["kind"] == "step":
            _print_step(line)
    shown = {k: summary[k] for k in ("SR", "TR", "C", "B", "L")}
    typer.echo("  ".join(f"{k} {v:.2f}" if isinstance(v, float) else f"{k} {v}"
                         for k, v in shown.items()))
    typer.echo(f"{'success' if record.success else 'not solved'} ({summary['reading']} reading, "
               f"{summary['engine']}), {belief(record)}; decision "
               f"{summary['seconds_per_decision']['median']:.3f} s median; "
               f"{record.replans} replans")
    for name, verdict in (summary["readings"] or {}).items():
        missing = "; ".join(verdict["missing"][:6])
        typer.echo(f"  {name}: {'yes' if verdict['success'] else 'no'}, "
                   f"{verdict['credited']}/{verdict['subtasks']}"
                   + (f", missing {missing}" if missing else ""))
    if summary["trace"]:
        typer.echo(f"trace: {summary['trace']}")


def _print_step(line: Mapping[str, Any]) -> None:
    typer.echo(f"step {line['step']}" + (f"  [{line['replan']}]" if line["replan"] else ""))
    for change in line["notes"].get("belief", []):
        typer.echo(f"    {change}")
    for agent, action in line["actions"].items():
        reason = line["reasons"].get(agent, "")
        outcome = "" if line["success"].get(agent, True) else f"  FAILED: {line['failure'][agent]}"
        typer.echo(f"  {agent}: {action}" + (f" - {reason}" if reason else "") + outcome)
