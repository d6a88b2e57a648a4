"""Pictures of a step as SVG, and an episode as an animated GIF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from domains.rescue.world.fire import NONE
from domains.rescue.world.scene import Cell
from domains.rescue.world.world import World
from planner.files import write_text

HEAT = {1: "#ffcf5c", 2: "#ff8c2b", 3: "#d9261c"}
LAND, BURNABLE, LINE, WALL = "#f4f1e8", "#d6e3c2", "#e2ddcf", "#555555"
AXIS = "#777777"
ROBOTS = ("#1f5fbf", "#7a3fb5", "#00857a", "#b5477c", "#5a5a00", "#0a2f6b")
SUPPLY = {"Sand": "#b98b42", "Water": "#3f9bd8", "": "#4a4a4a"}
FOUND, PERSON = "#c2185b", {"not spotted": "#9a9a9a", "home": "#2e7d32"}
HEADER, FOOTER, MARGIN, EDGE = 3.6, 1.8, 1.8, 0.9
"""Room above, below, left and right of the grid, in units of the text size."""
PLAIN = 45
"""Columns or rows up to which everything is drawn to scale; larger worlds get larger marks."""
FEW = 12
"""Fires, and people, up to which each gets its name."""
LEVELS = ((1, "Low"), (2, "Medium"), (3, "High"), (0, "can burn"))
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
                    "found" if p.spotted else "not spotted", p.reach) for p in world.persons],
        "robots": robots,
    }


def unit(view: Scenery) -> float:
    """Return the size of marks and text, in cells: 1, more where the world is large."""
    return float(max(1.0, max(view["size"]) / PLAIN))


def _shapes(view: Scenery) -> list[Shape]:
    """Turn a view into shapes (kind, numbers in cells, colour, text), back to front."""
    width, height = view["size"]
    u = unit(view)
    shapes: list[Shape] = [("box", (0, 0, width, height), LAND, "")]
    shapes += [("box", (x, y, 1, 1), HEAT.get(level, BURNABLE), "")
               for (x, y), level in view["cells"]]
    shapes += [("box", (x, y, 1, 1), WALL, "") for x, y in view["walls"]]
    for _, (x, y), state, reach in view["people"]:
        if state in ("not spotted", "found") and len(view["people"]) <= FEW:
            shapes.append(("ring", (x + 0.5, y + 0.5, reach), PERSON.get(state, FOUND), ""))
    shapes += [*_blank(view), *_axes(width, height, u)]
    names: list[Shape] = [("text", (x, y - 0.35 * u), "#8a2a12", f"{name}: {burning}")
                          for name, (x, y), burning in view["fires"]
                          if burning and len(view["fires"]) <= FEW]
    for name, (x, y), state, _ in view["people"]:
        colour = PERSON.get(state, FOUND)
        shapes.append(("disc", (x + 0.5, y + 0.5, 0.42 * u), colour, ""))
        if state != "home" and len(view["people"]) <= FEW:
            names.append(("text", (x + 1.1 * u, y + 0.85 * u), colour, f"{name} ({state})"))
    for name, (x, y), supply, stock in view["stores"]:
        shapes.append(("box", (x + 0.5 - u / 2, y + 0.5 - u / 2, u, u), SUPPLY[supply], ""))
        home = f", {stock['Person']} home" if not supply else ""
        names.append(("text", (x - 1, y + 1.8 * u), SUPPLY[supply],
                      f"{name} ({supply or 'deposit'}{home})"))
    for i, robot in enumerate(view["robots"]):
        marks = _robot(robot, ROBOTS[i % len(ROBOTS)], u, names=len(view["robots"]) <= 8)
        shapes += [m for m in marks if m[0] != "text"]
        names += [m for m in marks if m[0] == "text"]
    places = [(n[0], n[1]) for kind, n, _, _ in shapes if kind == "disc"]
    places += [(x + 0.5, y + 0.5) for _, (x, y), _, _ in view["stores"]]
    return shapes + _apart(names, u, width, places) + _margins(view, u)


def _blank(view: Scenery) -> list[Shape]:
    """Return what covers everything outside the grid."""
    left, top, wide, high = _frame(view)
    width, height = view["size"]
    return [("blank", box, "#ffffff", "") for box in (
        (left, top, wide, -top), (left, height, wide, high + top - height),
        (left, top, -left, high), (width, top, wide + left - width, high))]


def _axes(width: int, height: int, u: float) -> list[Shape]:
    """Return grid lines and the numbers of columns and rows."""
    step = 5 * max(1, round(u))
    shapes: list[Shape] = []
    for i in range(0, width + 1, step):
        shapes += [("line", (i, 0, i, height), LINE, ""),
                   ("text", (i + 0.1, -0.25 * u), AXIS, str(i))]
    for i in range(0, height + 1, step):
        shapes += [("line", (0, i, width, i), LINE, ""),
                   ("text", (-1.6 * u, i + 0.7 * u), AXIS, str(i))]
    return shapes


def _margins(view: Scenery, u: float) -> list[Shape]:
    """Return the lines above the grid and the legend below it."""
    width, height = view["size"]
    room = int(2.3 * width / u)
    acting = "   ".join(f"{r['name'][0]}: {r['action']}" for r in view["robots"]
                        if r["action"] not in ("", "Idle"))
    burning = sum(bool(n) for _, _, n in view["fires"])
    home = sum(state == "home" for _, _, state, _ in view["people"])
    told = (f"step {view['step']}: {burning} of {len(view['fires'])} fires burn, "
            f"{home} of {len(view['people'])} people home")
    plan = "" if len(view["robots"]) > 8 else "; ".join(view["plan"])
    shapes: list[Shape] = [("text", (0.3, -2.7 * u), "#222222", _cut(f"{told}   {plan}", room))]
    if len(view["robots"]) <= 8:
        shapes.append(("text", (0.3, -1.5 * u), "#222222", _cut(acting, room)))
    x, y = 0.3, height + 0.6 * u
    for level, name in LEVELS:
        shapes += [("box", (x, y, 0.8 * u, 0.8 * u), HEAT.get(level, BURNABLE), ""),
                   ("text", (x + u, y + 0.7 * u), "#222222", name)]
        x += (2.2 + 0.45 * len(name)) * u
    return shapes


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[:room - 1]}…"


def _apart(names: Sequence[Shape], u: float, width: int, marks: Sequence[tuple[float, float]]
           ) -> list[Shape]:
    """Move names up or down so that none covers another or a mark; leave out those without room."""
    taken = [(y + 0.3 * u, x - 0.5 * u, x + 0.5 * u) for x, y in marks]
    placed: list[Shape] = []
    for kind, (x, y), colour, text in names:
        wide = 0.42 * u * len(text)
        left = min(x, width - wide) if width > wide else 0.0
        for shift in (0.0, 0.9, -0.9, 1.8, -1.8, 2.7, -2.7):
            line = y + shift * u
            if all(abs(line - other) >= 0.85 * u or left >= end or left + wide <= start
                   for other, start, end in taken):
                taken.append((line, left, left + wide))
                placed.append((kind, (left, line), colour, text))
                break
    return placed


def _robot(robot: Mapping[str, Any], colour: str, u: float, *, names: bool) -> list[Shape]:
    x, y = robot["at"]
    shapes: list[Shape] = []
    if robot["goal"] is not None:
        gx, gy = robot["goal"]
        shapes.append(("thread", (x + 0.5, y + 0.5, gx + 0.5, gy + 0.5), colour, ""))
    if robot["from"] is not None and robot["from"] != (x, y):
        fx, fy = robot["from"]
        shapes.append(("arrow", (fx + 0.5, fy + 0.5, x + 0.5, y + 0.5), colour, ""))
    shapes.append(("disc", (x + 0.5, y + 0.5, 0.48 * u), colour, ""))
    if names:
        shapes.append(("letter", (x + 0.5, y + 0.5), "#ffffff", robot["name"][0]))
        if robot["held"]:
            shapes.append(("text", (x + 1.1 * u, y + 0.2 * u), colour, robot["held"]))
    return shapes


def draw_svg(view: Scenery, cell: int = 20) -> str:
    """Return a picture as SVG text; ``cell`` in pixels."""
    left, top, width, height = _frame(view)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * cell:g}" '
             f'height="{height * cell:g}" viewBox="{left:g} {top:g} {width:g} {height:g}" '
             'font-family="sans-serif">',
             f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
             'fill="#ffffff"/>']
    parts += [_svg(*shape, unit(view)) for shape in _shapes(view)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _frame(view: Scenery) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the whole picture, in cells."""
    (width, height), u = view["size"], unit(view)
    return -MARGIN * u, -HEADER * u, width + (MARGIN + EDGE) * u, height + (HEADER + FOOTER) * u


def _svg(kind: str, n: tuple[float, ...], colour: str, text: str, u: float) -> str:
    if kind in ("box", "blank"):
        edge = LINE if kind == "box" else "none"
        return (f'<rect x="{n[0]}" y="{n[1]}" width="{n[2]}" height="{n[3]}" fill="{colour}" '
                f'stroke="{edge}" stroke-width="0.04"/>')
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
    return (f'<text x="{n[0]:g}" y="{n[1]:g}" font-size="{0.75 * u:g}" fill="{colour}"{place}>'
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
        cell = self.cell or max(3, min(24, 1000 // max(view["size"])))
        name = self.folder / f"step-{step:02d}"
        write_text(name.with_suffix(".svg"), draw_svg(view, cell))
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
    from PIL import Image, ImageDraw, ImageFont

    left, top, width, height = _frame(view)
    image = Image.new("RGB", (round(width * cell), round(height * cell)), "#ffffff")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(max(8, int(cell * 0.62 * unit(view))))

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - left) * cell, (y - top) * cell

    for kind, n, colour, text in _shapes(view):
        if kind in ("box", "blank"):
            pen.rectangle((*at(n[0], n[1]), *at(n[0] + n[2], n[1] + n[3])), fill=colour,
                          outline=LINE if kind == "box" else colour)
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
            start = min(at(n[0], n[1])[0], width * cell - pen.textlength(text, font) - 2)
            pen.text((max(2, start), at(n[0], n[1])[1]), text, fill=colour, font=font, anchor="ls")
    return image
