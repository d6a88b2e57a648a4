"""The ``planner`` command in the test's own process (a start of Python saved), and processes."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from planner.cli.main import run


@dataclass(frozen=True)
class Done:
    """What a command returned and printed, named as by :mod:`subprocess`."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def data(self) -> Any:
        return json.loads(self.stdout)


def planner(*arguments: object, **environment: str) -> Done:
    """Run a command; of settings for language models only the given ones are there."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PLANNER_LM", "OPENAI"))}
    out, err = io.StringIO(), io.StringIO()
    with (patch.dict(os.environ, {**clean, **environment}, clear=True), redirect_stdout(out),
          redirect_stderr(err)):
        code = run([str(word) for word in arguments])
    return Done(code, out.getvalue(), err.getvalue())


def python(*arguments: object, given: str = "", cwd: Path | None = None, timeout: float = 300,
           env: Mapping[str, str] = os.environ, **environment: str) -> Done:
    """Run this Python in a process of its own, in an environment with what is given."""
    words = [sys.executable, *map(str, arguments)]
    ran = subprocess.run(words, cwd=cwd, env={**env, **environment}, timeout=timeout,
                         input=given, capture_output=True, text=True, check=False)
    return Done(ran.returncode, ran.stdout, ran.stderr)
