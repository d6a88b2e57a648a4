"""The ``ai2thor`` client with this engine behind it (in process or as a process), or Unity.

``Controller`` itself is never changed. In process, a subclass replaces only how the server is
built; as a process, the stock class gets a command line as ``local_executable_path``.
"""

from __future__ import annotations

import shlex
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from domains.household.thor.scenes.store import SceneStore, open_store
from planner.errors import MissingError, UsageError, remedy

BACKENDS = ("headless", "process", "unity")


def command_line() -> str:
    """Give ``local_executable_path`` for a stock ``Controller(headless=True, x_display=":99")``."""
    script = Path(__file__).with_name("process.py")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def controller(
    scene: str | None = None, agent_count: int = 1, backend: str = "headless", *,
    store: SceneStore | None = None, **parameters: Any,
) -> Any:
    """Open a ``Controller``.

    ``backend``: ``headless`` runs the engine in this process, ``process`` behind the client's
    own pipes (a dead engine raises at once), ``unity`` is the user's AI2-THOR. ``parameters``
    go to the constructor (``gridSize``, ``visibilityDistance``, ``width``, …). ``store``
    matters in process only. Raises :class:`MissingError` without ``ai2thor``.
    """
    if backend not in BACKENDS:
        raise UsageError(f"unknown backend {backend!r}; there are {', '.join(BACKENDS)}")
    parameters = {"scene": scene, "agentCount": agent_count, **parameters}
    module = _client()
    if backend == "unity":
        return _unity(module, parameters)
    if scene is not None:  # a clearer error than the client's, and before anything is started
        (store or open_store()).load(scene)
    if backend == "process":
        settings = {"headless": True, "x_display": ":99", "server_timeout": None, **parameters}
        return module.Controller(local_executable_path=command_line(), **settings)
    from domains.household.thor.protocol.inprocess import InProcessController

    return InProcessController(store=store, **parameters)


def _unity(module: Any, parameters: dict[str, Any]) -> Any:
    """Start the user's AI2-THOR; the client meets its absence with errors of any class."""
    try:
        return module.Controller(**parameters)
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        reason = f"{type(error).__name__}: {lines[0][:200] if lines else ''}"
        raise MissingError(
            "AI2-THOR's Unity build could not be started here. It needs Linux or macOS with a "
            "display (or x_display=) and, the first time, access to its download server; "
            f"backend 'headless' needs neither. The client said: {reason}"
        ) from error


@contextmanager
def stand_in() -> Iterator[None]:
    """Let ``ai2thor.controller.Controller`` be the headless one for a while.

    For code that makes its own controllers and is not to be changed: whatever asks the module for
    the class within the block, or imports it there, gets this engine.
    """
    module = _client()
    from domains.household.thor.protocol.inprocess import InProcessController

    stock, module.Controller = module.Controller, InProcessController
    try:
        yield
    finally:
        module.Controller = stock


def _client() -> Any:
    """Import the client; its own harmless escape-sequence warning is not the user's business."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import ai2thor.controller
            import ai2thor.server
    except ImportError as error:
        raise MissingError(f"the ai2thor client is missing ({error}); {remedy('thor')}") from None
    return ai2thor.controller
