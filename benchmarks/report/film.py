"""Frames as pictures: one of a scene, those of a folder step by step, an episode as a GIF."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from benchmarks.report.animation import AGENTS, FIRE, KINDS, MAX_STEPS, extent, left_out
from planner.errors import MissingError, UsageError, remedy
from planner.files import write_bytes

STEP_MS, WHOLE_MS = 900, 20_000
"""How long a picture is shown, and all of them together, at most."""
LETTER, LINE = 0.0115, 0.019
"""Width and height of a letter in a name, as shares of the longer side of the scene."""
CELLS = {"free": "#eef5ea", "furniture": "#e3d9c9", "floor": "#f8f6ef", "wall": "#555555"}
Frame = Mapping[str, Any]


class Film:
    """Draws the frames of an environment (``docs/trace.md``) into a folder: ``run --render``."""

    def __init__(self, folder: Path, environment: Any, _policy: Any = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.environment = folder, environment
        self.reel = _Reel(environment.briefing().instruction)

    def shoot(self, step: int, actions: Mapping[str, str]) -> None:
        """Write ``step-NN.png`` of the world after a joint step."""
        write_bytes(self.folder / f"step-{step:02d}.png",
                    self.reel.add(self.environment.frame(), actions))

    def finish(self) -> Path | None:
        """Write ``episode.gif`` and return its path (None without any picture)."""
        return self.reel.save(self.folder / "episode.gif") if self.reel.pictures else None


def film(shown: Mapping[str, Any], out: Path) -> None:
    """Draw a replay (:func:`benchmarks.report.replays.replay_from_trace`) as a GIF.

    Each picture has instruction, step and actions; what is not where it was at first is named in
    bold. Raises :class:`MissingError` without matplotlib and Pillow.
    """
    reel = _Reel(f"{left_out(shown)} {shown.get('instruction') or ''}".strip())
    for step in shown["steps"][:MAX_STEPS]:
        reel.add(step["frame"], {a: done["text"] for a, done in step.get("actions", {}).items()})
    reel.save(out)


def picture(frame: Frame, title: str, out: Path) -> None:
    """Draw one frame; the suffix of ``out`` chooses the format (png, svg, pdf)."""
    figure, stream = _Reel("").figure(frame, title), io.BytesIO()
    try:
        figure.savefig(stream, format=out.suffix[1:].lower() or "png")
    except ValueError as error:
        raise UsageError(f"{out} can't be written: {error}") from None
    write_bytes(out, stream.getvalue())


class _Reel:
    """Pictures of one episode, each drawn beside the first."""

    def __init__(self, instruction: str) -> None:
        try:
            import matplotlib.figure
            import PIL.Image
        except ImportError as error:
            raise MissingError(f"{error}; {remedy('plots')}") from None
        self.instruction, self.pictures = instruction, list[Any]()
        self._figure, self._open = matplotlib.figure.Figure, PIL.Image.open
        self._palette = PIL.Image.Palette.ADAPTIVE
        self.frame: dict[str, Any] = {}
        self._first, self._stood = dict[str, Frame](), dict[str, Frame]()
        self._shared = set[str]()  # names of several things, which tell nothing of a single one

    def add(self, frame: Frame, actions: Mapping[str, str]) -> bytes:
        """Draw the next frame; what it leaves out is as before. Returns a PNG."""
        self.frame |= frame
        number, stream = len(self.pictures), io.BytesIO()
        text = "   ".join(f"{readable(a, k)}: {done}" for k, (a, done) in enumerate(
            actions.items(), start=1))
        step = f"step {number}" if number else "before the first step"
        title = "\n".join([*wrap(self.instruction, 90, max_lines=2, placeholder=" …"), step,
                           *wrap(text, 100, max_lines=4, placeholder=" …")])
        self.figure(self.frame, title).savefig(stream, format="png")
        self._stood = {agent["name"]: agent for agent in self.frame.get("agents") or ()}
        self.pictures.append(self._open(stream).convert("P", palette=self._palette, colors=64))
        return stream.getvalue()

    def figure(self, frame: Frame, title: str) -> Any:
        """Draw a frame."""
        things = [t for t in frame.get("objects") or () if t.get("x") is not None]
        count = Counter(str(t.get("name")) for t in things)
        self._shared |= {name for name in count if count[name] > 1}
        for thing in things:
            self._first.setdefault(str(thing.get("name")), thing)
        figure = self._figure(figsize=(8, 8), dpi=80, layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, {**frame, "objects": things},
              {name: t for name, t in self._first.items() if name not in self._shared},
              self._stood)
        axes.set_title(title, fontsize=9, loc="left")
        return figure

    def save(self, out: Path) -> Path:
        """Write all pictures as a GIF."""
        first, *rest = self.pictures
        each = min(STEP_MS, WHOLE_MS // len(self.pictures))
        stream = io.BytesIO()
        first.save(stream, "GIF", save_all=True, append_images=rest, loop=0,
                   duration=[each] * len(rest) + [3 * each])
        write_bytes(out, stream.getvalue())
        return out


def readable(name: str, number: int) -> str:
    """Return a robot's name, or ``robot 1`` where the font lacks a letter of it."""
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont("sans"))
    return name if all(font.get_char_index(ord(c)) for c in name) else f"robot {number}"


def _cells(axes: Any, cells: Iterable[Frame], grid: float) -> None:
    """Draw the squares of a scene, and what has a width and height of its own, in their order."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    boxes, colours = [], []
    for cell in cells:
        wide, high = (float(cell.get(k, grid)) for k in ("width", "height"))
        boxes.append(Rectangle((cell["x"] - wide / 2, cell["y"] - high / 2), wide, high))
        colours.append(FIRE.get(cell.get("level") or 0) or CELLS.get(
            str(cell.get("kind")), "#dfe8da"))
    axes.add_collection(PatchCollection(boxes, facecolor=colours, edgecolor="#b4b8a8",
                                        linewidth=0.4))


def _draw(axes: Any, frame: Frame, first: Mapping[str, Frame], stood: Mapping[str, Frame]
          ) -> None:
    """Draw a frame beside things as they were at first and robots as they stood before it."""
    from matplotlib.patheffects import withStroke

    left, top, width, height = extent(frame)
    floor = {"kind": "floor", "width": width, "height": height,
             "x": left + width / 2, "y": top + height / 2}
    _cells(axes, (floor, *(frame.get("cells") or ())), float(frame.get("grid") or 1))
    halo = [withStroke(linewidth=2, foreground="white", alpha=0.8)]
    things: Sequence[Frame] = frame.get("objects") or ()
    span = max(width, height)
    taken: list[tuple[float, float, int]] = []
    beside = [(thing, first.get(str(thing.get("name")), thing)) for thing in things]
    for thing, before in sorted(beside, key=lambda pair: [
            pair[0].get(key) == pair[1].get(key) for key in ("x", "y", "state")]):
        name, (x, y), start = str(thing.get("name")), (thing["x"], thing["y"]), (
            before["x"], before["y"])
        moved = (x, y) != start
        name += f" ({thing['state']})" if thing.get("state") else ""
        colour = thing.get("colour") or KINDS.get(str(thing.get("kind")), "#868e96")
        axes.plot(x, y, "o", markersize=4, color=colour)
        if moved:
            axes.annotate("", (x, y), start, arrowprops={
                "arrowstyle": "->", "color": colour, "linestyle": ":"})
        free = [up for up in range(4) if all(
            abs(y - up * LINE * span - b) > 0.95 * LINE * span
            or (a - x if a > x else x - a) > LETTER * span * (len(name) if a > x else n)
            for a, b, n in taken)]
        if free:
            taken.append((x, y - free[0] * LINE * span, len(name)))
            axes.annotate(name, (x, taken[-1][1]), fontsize=7, xytext=(3, 3),
                          fontweight="bold" if moved else "normal", textcoords="offset points",
                          path_effects=halo)
    for number, agent in enumerate(frame.get("agents") or ()):
        colour, holds = AGENTS[number % len(AGENTS)], agent.get("holding")
        name = readable(str(agent["name"]), number + 1)
        before = stood.get(agent["name"], agent)
        axes.plot([before["x"], agent["x"]], [before["y"], agent["y"]], "o-", color=colour,
                  linewidth=1, markersize=12, markevery=[1])
        if "heading" in agent:
            angle = math.radians(agent["heading"])
            axes.plot([agent["x"], agent["x"] + 0.05 * span * math.sin(angle)],
                      [agent["y"], agent["y"] - 0.05 * span * math.cos(angle)], color=colour)
        axes.annotate(f"{name} ({holds})" if holds else name,
                      (agent["x"], agent["y"]), color=colour, fontsize=8, fontweight="bold",
                      xytext=(0, -16), textcoords="offset points", ha="center",
                      path_effects=halo)
    axes.set_aspect("equal", anchor="N")  # else the layout leaves too little for the title
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.set_axis_off()
