"""The ``planner`` command in the test's own process: a start of Python saved."""

import io
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
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
