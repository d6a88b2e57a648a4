"""Draw the way through the house of a file, a sentence, a scene and a sweep.

``python tests/support/routes.py`` runs each for real, prints the modules at work in the order in
which they are first called. With ``--draw FOLDER`` it writes a picture of each route
(``docs/pictures/route-*.svg``).

The routes of a sentence and of a scene end where a robot first acts.
"""

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import FrameType
from xml.sax.saxutils import escape

from planner.domain import load_part

command = load_part("planner.cli.main:main")  # by name: studies are below the command line
OWN = ("planner.", "benchmarks.", "translators.", "domains.")
PAIR = {
    "domain.pddl": "(define (domain lamps) (:predicates (lit ?l)) (:action light :parameters (?l)"
                   " :precondition (not (lit ?l)) :effect (lit ?l)))",
    "problem.pddl": "(define (problem two) (:domain lamps) (:objects a b) (:init)"
                    " (:goal (and (lit a) (lit b))))",
}


@dataclass(frozen=True)
class Route:
    """Commands one after the other, and how many modules may be at work in them."""

    title: str
    commands: tuple[str, ...]
    most: int = 0


ROUTES = {
    "file": Route("a competition file → a plan", ("solve {samples}/competition/plate.xml",), 50),
    "pair": Route("a PDDL pair → a plan", (
        "solve {samples}/domain.pddl {samples}/problem.pddl",), 35),
    "sentence": Route("a sentence → an action", (
        "run household 'Turn off every light' --floor-plan SmallKitchen",), 95),
    "scene": Route("a rescue scene → an action", ("run rescue --scene 1 --agents 2 --seed 0",), 48),
    "sweep": Route("a sweep → a page", (
        "bench smoke --filter scene=1 --out {samples}/runs --jobs 0",
        "report {samples}/runs --out {samples}/page.html"), 80),
}
"""The numbers are what is at work today, a little more: whoever raises one says why."""


class _Moved(BaseException):
    """A robot is about to act."""


@dataclass
class _Watch:
    """Who was called first by whom, module by module; ``acts`` ends the watch at an action."""

    acts: bool = False
    found: dict[str, str] = field(default_factory=dict)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        name, function = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        if not name.startswith(OWN) or function.startswith("<") or not (
                frame.f_code.co_flags & CO_OPTIMIZED):  # the body of a module or a class
            return
        if self.acts and function == "step" and name.endswith(".environment"):
            raise _Moved
        if name not in self.found:
            callers = list(_callers(frame))
            if "<module>" not in (code for _, code in callers):  # no work: it is imported
                self.found[name] = next((c for c, _ in callers if c != name), "")


def _callers(frame: FrameType) -> Iterator[tuple[str, str]]:
    """Yield module and name of the house's code that led to a frame, the nearest first."""
    back = frame.f_back
    while back is not None:
        caller = back.f_globals.get("__name__", "")
        if caller.startswith(OWN):
            yield caller, back.f_code.co_name
        back = back.f_back


def shown(name: str, folder: Path) -> dict[str, str]:
    """Return the modules at work in a route, in the order of their first call, with the caller.

    It is run in a process of its own, in which nothing is remembered from another.
    """
    for file, text in PAIR.items():
        (folder / file).write_text(text, encoding="utf-8")
    ran = subprocess.run([sys.executable, __file__, "--watch", name, str(folder)], check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                         env={**os.environ, "PLANNER_PURE_PYTHON": "1"})  # all calls are seen
    found: dict[str, str] = json.loads(ran.stdout)
    return found


def _watched(route: Route, folder: Path) -> dict[str, str]:
    watch = _Watch(acts=route.title.endswith("an action"))
    for line in route.commands:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit, _Moved):
            sys.setprofile(watch.note)
            try:
                command(shlex.split(line.format(samples=folder)))
            finally:
                sys.setprofile(None)
    return watch.found


def room_of(module: str) -> str:
    words = module.split(".")
    depth = 3 if words[0] == "domains" else 2
    return ".".join(words[:depth] if len(words) > depth else words[:depth - 1])


def rows(found: Mapping[str, str]) -> list[tuple[int, str, int]]:
    """Return the rooms of a route as a tree: depth, room, modules at work.

    Each room hangs under the room that called it first.
    """
    sizes = Counter(map(room_of, found))
    below: dict[str, list[str]] = {}
    known = set[str]()
    for module, caller in found.items():
        room, parent = room_of(module), room_of(caller) if caller else ""
        if room not in known:
            known.add(room)
            below.setdefault(parent if parent in known - {room} else "", []).append(room)

    def walk(room: str, depth: int) -> Iterator[tuple[int, str, int]]:
        for child in below.get(room, ()):
            yield depth, child, sizes[child]
            yield from walk(child, depth + 1)

    return list(walk("", 0))


def figure(title: str, tree: Collection[tuple[int, str, int]]) -> str:
    """Draw a route as SVG: one line a room, under the room that called it first."""
    high, texts, last = 22, [], dict[int, int]()
    for line, (depth, room, count) in enumerate(tree):
        x, y = 14 + 26 * depth, 54 + high * line
        last[depth] = y
        if depth:
            texts.append(f'<path d="M{x - 20} {last[depth - 1] + 5}V{y - 4}H{x - 4}"/>')
        texts.append(f'<text x="{x}" y="{y}">{escape(room)} <tspan>{count}</tspan></text>')
    total = sum(count for _, _, count in tree)
    head = f'<text x="14" y="24" class="t">{escape(title)}: {total} modules at work</text>'
    style = ("text{font:13px sans-serif;fill:#222}.t{font-weight:bold}tspan{fill:#1a5fb4;"
             "font-weight:bold}path{fill:none;stroke:#999}")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 {50 + high * len(tree)}" '
        f'width="460" role="img" aria-label="{escape(title)}">', f"<style>{style}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>', head, *texts, "</svg>", ""])


def main() -> None:
    pictures = Path(sys.argv[2]) if sys.argv[1:2] == ["--draw"] else None
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            command(["samples", "--out", folder])
        for name, route in ROUTES.items():
            found = shown(name, Path(folder))
            if pictures is not None:
                text = figure(route.title, rows(found))
                (pictures / f"route-{name}.svg").write_text(text, encoding="utf-8")
            sys.stdout.write(f"{route.title}: {len(found)} modules\n" + textwrap.fill(
                ", ".join(found), 98, initial_indent="  ", subsequent_indent="    ") + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        json.dump(_watched(ROUTES[sys.argv[2]], Path(sys.argv[3])), sys.stdout)
        raise SystemExit(0)
    main()
