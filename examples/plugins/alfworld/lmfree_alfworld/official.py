"""The released engine (TextWorld) as a game, in a process and an interpreter of its own."""

from __future__ import annotations

import contextlib
import json
import select
import subprocess
import tempfile
import time
from pathlib import Path

from lmfree_alfworld.game import Answer, GameFile
from planner.errors import ComponentError, MissingError

__all__ = ["Official"]


class Official:
    """A game on the released engine; one that hangs or dies is an error with its reason."""

    def __init__(self, path: Path, python: str, seconds: float) -> None:
        GameFile.read(path)  # a damaged file is named before anything is started
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
                    stdout=subprocess.PIPE, stderr=self.said, bufsize=0)
            except OSError as error:
                raise MissingError(f"{self.python}: no interpreter with alfworld: {error}"
                                   ) from None
            self.rest = b""
        return self.do("")

    def do(self, command: str) -> Answer:
        """Hand a command over; raises ComponentError where no answer comes."""
        if self.process is None:
            raise ComponentError("TextWorld's engine has ended")
        assert self.process.stdin
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(" ".join(command.split()).encode() + b"\n")
        line = self._line(time.monotonic() + self.seconds)
        try:
            text, commands, won = json.loads(line)
        except ValueError:
            raise self._fails(f"says {line[:80]!r}") from None
        return Answer(str(text).strip(), tuple(commands), won is True)

    def _line(self, until: float) -> bytes:
        assert self.process
        assert self.process.stdout
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise self._fails(f"gave no answer within {self.seconds:g} s")
            more = self.process.stdout.read(65536)
            if not more:
                raise self._fails("ended")
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def _fails(self, what: str) -> ComponentError:
        self.said.seek(0)
        last = self.said.read().decode("utf-8", "replace").strip().splitlines()[-1:]
        self.close()
        return ComponentError(f"{self.path}: TextWorld's engine {what}"
                              + (f": {last[0][:300]}" if last else ""))

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            with self.process:
                self.process.kill()
            self.process = None
            self.said.close()
