"""The released engine (TextWorld) as a game, in a process and an interpreter of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from pathlib import Path
from threading import Timer
from time import monotonic

from lmfree_alfworld.game import Answer, Game
from planner.errors import ComponentError, MissingError


class Official:
    """A game on the released engine; one that hangs or dies is an error with its reason."""

    def __init__(self, path: Path, python: str, seconds: float) -> None:
        self.task = Game(path).task  # a damaged file is named before anything is started
        script = Path(__file__).with_name("engine.py")
        self.path, self.seconds = path, seconds
        self.said = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self.process = subprocess.Popen([python, script, path], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=self.said)
        except OSError as error:
            self.said.close()
            raise MissingError(f"{python}: no interpreter with alfworld: {error}") from None

    def reset(self) -> Answer:
        """Start the game (again)."""
        return self.do("")

    def do(self, command: str) -> Answer:
        """Hand a command over; raises ComponentError where no answer comes."""
        assert self.process.stdin
        assert self.process.stdout
        timer, line, begun = Timer(self.seconds, self.process.kill), b"", monotonic()
        timer.start()
        try:
            self.process.stdin.write(" ".join(command.split()).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            text, commands, won = json.loads(line)
        except (OSError, TypeError, ValueError):
            what = (f"says {line[:80]!r}" if line else "ended"
                    if monotonic() - begun < self.seconds
                    else f"gave no answer within {self.seconds:g} s")
            self.said.seek(0)
            last = self.said.read().decode("utf-8", "replace").strip().splitlines()[-1:]
            self.close()
            raise ComponentError(": ".join([f"{self.path}: TextWorld's engine {what}", *last])
                                 ) from None
        finally:
            timer.cancel()
        return Answer(str(text).strip(), tuple(commands), won is True)

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        with contextlib.suppress(OSError), self.said, self.process:
            pass
