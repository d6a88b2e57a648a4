"""The released engine (TextWorld) as a game, in a process and an interpreter of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from pathlib import Path
from threading import Timer

from lmfree_alfworld.game import Answer, Game
from planner.errors import ComponentError, MissingError

__all__ = ["Official"]


class Official:
    """A game on the released engine; one that hangs or dies is an error with its reason."""

    def __init__(self, path: Path, python: str, seconds: float) -> None:
        Game(path)  # a damaged file is named before anything is started
        self.path, self.python, self.seconds = path, python, seconds
        self.process: subprocess.Popen[bytes] | None = None

    def reset(self) -> Answer:
        """Start the game (again)."""
        if self.process is None:
            self.said = tempfile.TemporaryFile()  # noqa: SIM115
            script = Path(__file__).with_name("engine.py")
            try:
                self.process = subprocess.Popen(
                    [self.python, str(script), str(self.path)], stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=self.said)
            except OSError as error:
                raise MissingError(f"{self.python}: no interpreter with alfworld: {error}"
                                   ) from None
        return self.do("")

    def do(self, command: str) -> Answer:
        """Hand a command over; raises ComponentError where no answer comes."""
        if self.process is None:
            raise ComponentError("TextWorld's engine has ended")
        assert self.process.stdin
        assert self.process.stdout
        timer = Timer(self.seconds, self.process.kill)
        timer.start()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(" ".join(command.split()).encode() + b"\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        late = not timer.is_alive()
        timer.cancel()
        try:
            text, commands, won = json.loads(line)
        except ValueError:
            self.said.seek(0)
            last = self.said.read().decode("utf-8", "replace").strip().splitlines()[-1:]
            self.close()
            what = (f"gave no answer within {self.seconds:g} s" if late
                    else f"says {line[:80]!r}" if line else "ended")
            raise ComponentError(f"{self.path}: TextWorld's engine {what}"
                                 + "".join(f": {words[:300]}" for words in last)) from None
        return Answer(str(text).strip(), tuple(commands), won is True)

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            with contextlib.suppress(BrokenPipeError), self.process:
                pass
            self.process = None
            self.said.close()
