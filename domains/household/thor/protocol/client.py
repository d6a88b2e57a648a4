"""The ``ai2thor`` client with this engine behind it (in process or as a process), or Unity.

``Controller`` itself is never changed. In process, a subclass replaces only how the server is
built; as a process, the stock class gets a command line as ``local_executable_path``.
Because there is no rendered frame, ``event.instance_detections2D`` is answered geometrically:
objects in the camera's view at any distance, not hidden by other boxes.
"""

from __future__ import annotations

import json
import shlex
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from domains.household.thor.scenes.store import SceneStore, open_store
from planner.errors import MissingError, UsageError, remedy

__all__ = ["BACKENDS", "Detections", "command_line", "controller"]

BACKENDS = ("headless", "process", "unity")


def command_line() -> str:
    """Give ``local_executable_path`` for a stock ``Controller(headless=True, x_display=":99")``."""
    script = Path(__file__).with_name("process.py")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def controller(
    scene: str | None = None,
    agent_count: int = 1,
    backend: str = "headless",
    *,
    store: SceneStore | None = None,
    isolated: bool = False,
    **parameters: Any,
) -> Any:
    """Open a ``Controller``.

    ``backend``: ``headless`` runs the engine in this process, ``process`` behind the client's
    own pipes (a dead engine raises at once), ``unity`` is the user's AI2-THOR. ``parameters``
    go to the constructor (``gridSize``, ``visibilityDistance``, ``width``, …). ``store`` and
    ``isolated`` matter in process only. Raises :class:`MissingError` without ``ai2thor``.
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
    return _in_process()(store=store, isolated=isolated, **parameters)


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


class Detections(Mapping[str, tuple[int, int, int, int]]):
    """Objects in one agent's picture, computed on first use; read like the client's own."""

    def __init__(self, compute: Callable[[], Mapping[str, tuple[int, int, int, int]]]) -> None:
        self._compute = compute
        self._found: Mapping[str, tuple[int, int, int, int]] | None = None

    def _all(self) -> Mapping[str, tuple[int, int, int, int]]:
        if self._found is None:
            self._found = self._compute()
        return self._found

    def __getitem__(self, key: str) -> tuple[int, int, int, int]:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


class Frames(Sequence[Any]):
    """Frames of the further cameras, drawn on first use."""

    def __init__(self, compute: Callable[[], Sequence[Any]], count: int) -> None:
        self._compute, self._count = compute, count

    def __getitem__(self, index: Any) -> Any:
        return self._compute()[index]

    def __len__(self) -> int:
        return self._count


def _client() -> Any:
    """Import the client; its own harmless escape-sequence warning is not the user's business."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import ai2thor.controller
            import ai2thor.server
    except ImportError as error:
        raise MissingError(
            f"the ai2thor client is missing ({error}); {remedy('thor')}"
        ) from None
    return ai2thor.controller


@lru_cache(maxsize=1)
def _in_process() -> Any:
    """Make the two subclasses; done late because the client is heavy."""
    module = _client()
    import ai2thor.server

    from domains.household.thor.engine import Engine

    class InProcessServer(ai2thor.server.Server):  # type: ignore[misc]  # an untyped library
        """A server without pipes: what is sent is acted on when it is received."""

        server_type = "FIFO"

        def __init__(self, engine: Engine, **options: Any) -> None:
            super().__init__(**options)
            self.engine = engine
            self._action: dict[str, Any] = {}

        def start(self) -> None:
            self.started = True

        def stop(self) -> None:
            self.started = False

        def unity_params(self) -> dict[str, str]:
            return {}

        def send(self, action: dict[str, Any]) -> None:
            if "sequenceId" in action:
                self.sequence_id = action["sequenceId"]
            else:
                self.sequence_id += 1
                action["sequenceId"] = self.sequence_id
            encoder = ai2thor.server.NumpyAwareEncoder
            self._action = json.loads(json.dumps(action, cls=encoder))

        def receive(self, timeout: float | None = None) -> Any:
            events = self.engine.act(self._action)
            event = self.create_event(self.engine.message(self.sequence_id, events), {})
            frames, count = lru_cache(1)(self.engine.camera_frames()), self.engine.camera_count
            for number, single in enumerate(event.events):
                single.instance_detections2D = Detections(self.engine.detector(number))
                single.third_party_camera_frames = Frames(frames, count)
            return event

    base: Any = module.Controller

    class InProcessController(base):  # type: ignore[misc]
        """The client's ``Controller`` with the engine in the same process."""

        def __init__(
            self, *, store: SceneStore | None, isolated: bool, **parameters: Any
        ) -> None:
            self.engine = Engine(
                store, width=parameters.get("width", 300), height=parameters.get("height", 300),
                isolated=isolated,
            )
            super().__init__(start_unity=False, **parameters)

        def _build_server(self, host: str, port: int, width: int, height: int) -> None:
            if getattr(self, "server", None) is None:
                self.server: Any = InProcessServer(
                    self.engine, width=width, height=height, timeout=self.server_timeout,
                    depth_format=self.depth_format, add_depth_noise=self.add_depth_noise,
                )

    return InProcessController
