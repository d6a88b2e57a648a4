"""Show the way through the house of a competition file, a sentence, a scene and a sweep.

``python tests/support/routes.py`` runs each for real and prints the modules in the order in
which they are first at work, room by room, and counts the imports between them. What a room
reaches upwards it reaches by a name from the domain's declaration, never by an import. A sweep's
episodes are worked on in processes of their own and are not seen here.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
import tempfile
import textwrap
from collections.abc import Collection, Iterator
from pathlib import Path
from types import FrameType

import grimp

from planner.domain import load_part

__all__ = ["ROUTES", "imports", "main", "route"]

command = load_part("planner.cli.main:main")  # by name: studies are below the command line
ROOMS = ("planner.cli", "benchmarks", "translators", "domains", "planner")
ROUTES = {
    "a competition file": "solve {samples}/competition/plate.xml",
    "a household sentence": "run household 'Turn off every light' --floor-plan SmallKitchen",
    "a rescue scene": "run rescue --scene 1 --agents 2 --seed 0",
    "a sweep": "bench smoke --filter scene=1 --out {samples}/runs --jobs 1",
}


def _room(module: str) -> str:
    return next(room for room in ROOMS if module == room or module.startswith(f"{room}."))


@contextlib.contextmanager
def _watched(found: dict[str, None]) -> Iterator[None]:
    """Note, in order, the modules whose functions are called."""
    own = tuple(f"{room}." for room in ROOMS)

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.startswith(own) and frame.f_code.co_name != "<module>":
            found.setdefault(name)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def route(line: str, samples: Path) -> list[str]:
    """Return the modules at work in a command, in the order of their first call."""
    found: dict[str, None] = {}
    words = shlex.split(line.format(samples=samples))
    with _watched(found), contextlib.redirect_stdout(io.StringIO()), \
            contextlib.suppress(SystemExit):
        command(words)
    return [name for name in found if name != __name__]


def imports(modules: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the imports from one room to another among modules: downwards, upwards."""
    graph = grimp.build_graph("planner", "benchmarks", "translators", "domains", cache_dir=None)
    ways: tuple[list[str], list[str]] = ([], [])
    for name in modules:
        for other in graph.find_modules_directly_imported_by(name) & set(modules):
            step = ROOMS.index(_room(other)) - ROOMS.index(_room(name))
            if step:
                ways[step < 0].append(f"{name} -> {other}")
    return ways


def main() -> int:
    """Print the routes; return how many imports go upwards."""
    upwards = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            command(["samples", "--out", folder])
        for name, line in ROUTES.items():
            found = route(line, Path(folder))
            down, up = imports(found)
            upwards += len(up)
            sys.stdout.write(f"{name}: {len(found)} modules, {len(down)} imports downwards, "
                             f"{len(up)} upwards\n")
            for room in ROOMS:
                here = [m.removeprefix(f"{room}.") for m in found if _room(m) == room]
                sys.stdout.write(textwrap.fill(", ".join(here) or "-", 98, subsequent_indent="    ",
                                               initial_indent=f"  {room}: ") + "\n")
    return upwards


if __name__ == "__main__":
    raise SystemExit(main())
