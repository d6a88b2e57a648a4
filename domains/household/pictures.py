"""Floor plans from above after each joint step, for people (headless engine in this process)."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from domains.household.goal import STATE_WORDS

WIDTH = 60
"""Letters in a line of the instruction, so that it fits the narrowest picture."""
LONGEST_MS, WHOLE_MS = 900, 20_000
"""How long a picture of the animation is shown, and all of them together, at most."""
MOVED_M = 0.15
"""How far (m) something has to be from where it was to count as moved."""

STATES = ("isOpen", "isToggled", "isSliced", "isDirty", "isBroken", "isFilledWithLiquid",
          "isCooked")
"""States that are told where they have changed."""


class Film:
    """Write ``step-NN.png`` into a folder; a simulator in another process is not drawn."""

    def __init__(self, folder: Path, environment: Any, policy: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.environment = folder, environment
        self.start: dict[str, tuple[float, float]] = {}
        self.states: dict[str, dict[str, bool]] = {}
        self.pictures: list[Path] = []

    def shoot(self, step: int, actions: Mapping[str, str]) -> None:
        """Draw the floor plan after a joint step: who did what, and what lies elsewhere now."""
        engine = getattr(self.environment.controller, "engine", None)
        if engine is None or engine.world is None:
            return
        from domains.household.thor.picture import Story, draw, drawable

        held = {a.held for a in engine.world.agents}
        now = {b.id: (float(b.box.centre[0]), float(b.box.centre[2]))
               for n, b in enumerate(engine.world.bodies)
               if b.record["pickupable"] and n not in held}
        self.start = now | self.start
        moved = {n: self.start[n] for n, place in now.items()
                 if math.dist(place, self.start[n]) > MOVED_M}
        names = {b.id: str(name) for b in engine.world.bodies
                 if (name := self.environment.names.name(b.id)) is not None}
        acted_on = set(re.findall(r"\w+_\d+", " ".join(actions.values())))
        changed = self._changed(engine.world.bodies)
        called = {i: n + (f" ({', '.join(changed[i])})" if i in changed else "")
                  for i, n in names.items() if i in moved or i in changed or n in acted_on}
        said = [f"{drawable(robot, f'robot {k}')}: {action}"
                for k, (robot, action) in enumerate(actions.items(), start=1)]
        asked = textwrap.wrap(self.environment.instruction, WIDTH)[:2]
        lines = [*asked, f"step {step}" if actions else "before the first step", *said]
        path = self.folder / f"step-{step:02d}.png"
        robots = self.environment.possible_agents
        draw(engine.world, path, Story("\n".join(lines), robots, moved, called,
                                       len(asked) + 1 + len(robots)))
        self.pictures.append(path)

    def _changed(self, bodies: Iterable[Any]) -> dict[str, list[str]]:
        """Say how things are now that were otherwise at first: off, sliced, clean."""
        now = {b.id: {k: bool(b.record[k]) for k in STATES} for b in bodies}
        self.states = now | self.states
        return {n: words for n, states in now.items() if (words := [
            STATE_WORDS[k, on] for k, on in states.items() if on != self.states[n][k]])}

    def finish(self) -> Path | None:
        """Write ``episode.gif`` and return its path (None without any picture)."""
        if not self.pictures:
            return None
        from PIL import Image

        path = self.folder / "episode.gif"
        milliseconds = min(LONGEST_MS, WHOLE_MS // len(self.pictures))
        first, *rest = [Image.open(p).convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
                        for p in self.pictures]
        first.save(path, save_all=True, append_images=rest, loop=0,
                   duration=[milliseconds] * len(rest) + [3 * milliseconds])
        return path
