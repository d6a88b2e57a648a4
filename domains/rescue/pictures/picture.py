"""Pictures of a step as SVG, and an episode as an animated PNG or GIF (needs pillow)."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from domains.rescue.world.fire import NONE
from domains.rescue.world.scene import Cell
from domains.rescue.world.world import World
from planner.errors import MissingError

__all__ = ["Film", "Scenery", "draw_svg", "scenery"]

HEAT = {1: "#ffcf5c", 2: "#ff8c2b", 3: "#d9261c"}
LAND, BURNABLE, LINE, WALL = "#f4f1e8", "#d6e3c2", "#e2ddcf", "#555555"
ROBOTS = ("#1f5fbf", "#7a3fb5", "#00857a", "#b5477c", "#5a5a00", "#0a2f6b")
SUPPLY = {"Sand": "#b98b42", "Water": "#3f9bd8", "": "#4a4a4a"}
HEADER = 3
Scenery = dict[str, Any]
Shape = tuple[str, tuple[float, ...], str, str]


def scenery(
    world: World, step: int = 0, actions: Mapping[str, str] | None = None,
    before: Mapping[str, Cell] | None = None, plan: Mapping[str, tuple[str, Cell]] | None = None,
) -> Scenery:
    """Return everything a picture shows, as plain data.

    ``before`` are the cells of the robots before the step (an arrow shows the way), ``plan`` what
    each robot is about and where (a thin line leads there).
    """
    robots = []
    for robot in world.robots:
        action = (actions or {}).get(robot.name, "")
        held = robot.person.name if robot.person else " ".join(
            f"{n} {s}" for s, n in robot.held.items() if n)
        robots.append({"name": robot.name, "at": (robot.x, robot.y), "held": held,
                       "action": action, "from": (before or {}).get(robot.name),
                       "goal": (plan or {}).get(robot.name, ("", None))[1]})
    return {
        "size": (world.width, world.height), "step": step,
        "plan": [f"{name[0]}: {text}" for name, (text, _) in (plan or {}).items()],
        "walls": sorted(world.scene.walls),
        "cells": [(c, fire.level[i] - NONE) for fire in world.fires
                  for i, c in enumerate(fire.cells)],
        "fires": [(f.name, min(f.cells), len(f.burning)) for f in world.fires],
        "stores": [(s.name, (s.x, s.y), s.supply, dict(s.stock)) for s in world.stores.values()],
        "people": [(p.name, (p.x, p.y), "home" if p.delivered else "held" if p.holders else
                    "found" if p.spotted else "hidden", p.reach) for p in world.persons],
        "robots": robots,
    }


def _shapes(view: Scenery) -> list[Shape]:
    """Turn a view into shapes (kind, numbers in cells, colour, text), back to front."""
    width, height = view["size"]
    shapes: list[Shape] = [("box", (0, 0, width, height), LAND, "")]
    for (x, y), level in view["cells"]:
        shapes.append(("box", (x, y, 1, 1), HEAT.get(level, BURNABLE), ""))
    for x, y in view["walls"]:
        shapes.append(("box", (x, y, 1, 1), WALL, ""))
    for i in range(0, max(width, height) + 1, 5):
        if i <= width:
            shapes.append(("line", (i, 0, i, height), LINE, ""))
        if i <= height:
            shapes.append(("line", (0, i, width, i), LINE, ""))
    for name, (x, y), burning in view["fires"]:
        shapes.append(("text", (x, y - 0.35), "#8a2a12", f"{name}: {burning or 'out'}"))
    for name, (x, y), state, reach in view["people"]:
        colour = {"hidden": "#9a9a9a", "found": "#c2185b", "held": "#c2185b"}.get(state, "#2e7d32")
        if state in ("hidden", "found"):
            shapes.append(("ring", (x + 0.5, y + 0.5, reach), colour, ""))
        shapes.append(("disc", (x + 0.5, y + 0.5, 0.42), colour, ""))
        if state != "home":
            shapes.append(("text", (x + 1.1, y + 0.85), colour, f"{name} ({state})"))
    for name, (x, y), supply, stock in view["stores"]:
        shapes.append(("box", (x, y, 1, 1), SUPPLY[supply], ""))
        home = f", {stock['Person']} home" if not supply else ""
        shapes.append(("text", (x - 1, y + 1.8), SUPPLY[supply],
                       f"{name} ({supply or 'deposit'}{home})"))
    for i, robot in enumerate(view["robots"]):
        shapes += _robot(robot, ROBOTS[i % len(ROBOTS)], names=len(view["robots"]) <= 8)
    shapes.append(("text", (0.3, -1.7), "#222222", f"step {view['step']}"))
    shapes.append(("text", (4.3, -1.7), "#555555", "; ".join(view["plan"])[: 4 * width]))
    shapes.append(("text", (0.3, -0.5), "#222222",
                   "   ".join(f"{r['name'][0]}: {r['action']}" for r in view["robots"]
                              if r["action"] not in ("", "Idle"))[: 4 * width]))
    return shapes


def _robot(robot: Mapping[str, Any], colour: str, *, names: bool) -> list[Shape]:
    x, y = robot["at"]
    shapes: list[Shape] = []
    if robot["goal"] is not None:
        gx, gy = robot["goal"]
        shapes.append(("thread", (x + 0.5, y + 0.5, gx + 0.5, gy + 0.5), colour, ""))
    if robot["from"] is not None and robot["from"] != (x, y):
        fx, fy = robot["from"]
        shapes.append(("arrow", (fx + 0.5, fy + 0.5, x + 0.5, y + 0.5), colour, ""))
    shapes.append(("disc", (x + 0.5, y + 0.5, 0.48), colour, ""))
    if names:
        shapes.append(("letter", (x + 0.5, y + 0.5), "#ffffff", robot["name"][0]))
        if robot["held"]:
            shapes.append(("text", (x + 1.1, y + 0.2), colour, robot["held"]))
    return shapes


def draw_svg(view: Scenery, cell: int = 20) -> str:
    """Return a picture as SVG text; ``cell`` in pixels."""
    width, height = view["size"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell}" '
             f'height="{(height + HEADER) * cell}" viewBox="0 {-HEADER} {width} '
             f'{height + HEADER}" font-family="sans-serif">',
             f'<rect x="0" y="{-HEADER}" width="{width}" height="{HEADER}" fill="#ffffff"/>']
    parts += [_svg(*shape) for shape in _shapes(view)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _svg(kind: str, n: tuple[float, ...], colour: str, text: str) -> str:
    if kind == "box":
        return (f'<rect x="{n[0]}" y="{n[1]}" width="{n[2]}" height="{n[3]}" fill="{colour}" '
                f'stroke="{LINE}" stroke-width="0.04"/>')
    if kind == "disc":
        return f'<circle cx="{n[0]}" cy="{n[1]}" r="{n[2]}" fill="{colour}"/>'
    if kind == "ring":
        return (f'<circle cx="{n[0]}" cy="{n[1]}" r="{n[2]}" fill="none" stroke="{colour}" '
                'stroke-width="0.08" stroke-dasharray="0.4 0.4"/>')
    if kind in ("line", "arrow", "thread"):
        wide = 0.12 if kind == "arrow" else 0.05
        head = f'<circle cx="{n[2]}" cy="{n[3]}" r="0.2" fill="{colour}"/>'
        head = head if kind == "arrow" else ""
        return (f'<line x1="{n[0]}" y1="{n[1]}" x2="{n[2]}" y2="{n[3]}" stroke="{colour}" '
                f'stroke-width="{wide}"/>{head}')
    place = ' text-anchor="middle" dominant-baseline="central"' if kind == "letter" else ""
    return (f'<text x="{n[0]}" y="{n[1]}" font-size="0.75" fill="{colour}"{place}>'
            f'{escape(text)}</text>')


class Film:
    """Draw a picture per joint step into a folder, and all of them as an animation.

    ``policy`` may tell what each robot is about (``intentions``), else only the ways are drawn.
    """

    def __init__(self, folder: Path, environment: Any, policy: Any, *, cell: int = 0) -> None:
        self.folder, self.environment, self.policy = folder, environment, policy
        self.cell = cell
        self.before: dict[str, Cell] = {}
        self.frames: list[Any] = []

    def shoot(self, step: int, actions: Mapping[str, str]) -> None:
        """Write ``step-NN.svg`` and ``step-NN.png`` of the world after a joint step."""
        world = self.environment.world
        plan = self.policy.intentions() if hasattr(self.policy, "intentions") else {}
        view = scenery(world, step, actions, self.before, plan)
        self.before = {r.name: (r.x, r.y) for r in world.robots}
        self.folder.mkdir(parents=True, exist_ok=True)
        cell = self.cell or max(6, min(24, 1000 // max(view["size"])))
        name = self.folder / f"step-{step:02d}"
        name.with_suffix(".svg").write_text(draw_svg(view, cell), encoding="utf-8")
        image = _paint(view, cell)
        image.save(name.with_suffix(".png"))
        self.frames.append(image)

    def finish(self, milliseconds: int = 900) -> Path | None:
        """Write ``episode.gif`` and return its path (None without any frame)."""
        if not self.frames:
            return None
        path = self.folder / "episode.gif"
        first, *rest = [f.convert("P", palette=1, colors=64) for f in self.frames]
        durations = [milliseconds] * len(rest) + [3 * milliseconds]
        first.save(path, save_all=True, append_images=rest, duration=durations, loop=0)
        return path


def _paint(view: Scenery, cell: int) -> Any:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise MissingError("pictures need pillow: pip install 'lmfree-planner[plots]'") from None
    width, height = view["size"]
    image = Image.new("RGB", (width * cell, (height + HEADER) * cell), "#ffffff")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(max(8, int(cell * 0.62)))

    def at(x: float, y: float) -> tuple[float, float]:
        return x * cell, (y + HEADER) * cell

    for kind, n, colour, text in _shapes(view):
        if kind == "box":
            pen.rectangle((*at(n[0], n[1]), *at(n[0] + n[2], n[1] + n[3])), fill=colour,
                          outline=LINE)
        elif kind in ("disc", "ring"):
            box = (*at(n[0] - n[2], n[1] - n[2]), *at(n[0] + n[2], n[1] + n[2]))
            pen.ellipse(box, fill=colour if kind == "disc" else None, outline=colour)
        elif kind in ("line", "arrow", "thread"):
            pen.line((*at(n[0], n[1]), *at(n[2], n[3])), fill=colour,
                     width=3 if kind == "arrow" else 1)
            if kind == "arrow":
                pen.ellipse((*at(n[2] - 0.2, n[3] - 0.2), *at(n[2] + 0.2, n[3] + 0.2)),
                            fill=colour)
        elif kind == "letter":
            pen.text(at(n[0], n[1]), text, fill=colour, font=font, anchor="mm")
        else:
            left = min(at(n[0], n[1])[0], width * cell - pen.textlength(text, font) - 2)
            pen.text((max(2, left), at(n[0], n[1])[1]), text, fill=colour, font=font, anchor="ls")
    return image
