"""The client's ``Controller`` with the engine in the same process. Importing it imports the client.

Because nothing is rendered, ``event.instance_detections2D`` is answered geometrically where no
instance segmentation was asked for: objects in the camera's view at any distance, not hidden by
other boxes.
"""

from __future__ import annotations

import json
from collections import UserDict
from collections.abc import Callable
from functools import cached_property
from typing import Any

import ai2thor.controller
import ai2thor.server

from domains.household.thor.bodies.metadata import Rectangle
from domains.household.thor.engine import Engine
from domains.household.thor.scenes.store import SceneStore


class _Detections(UserDict[str, Rectangle]):
    """Objects in one agent's picture, computed on first use; read like the client's own."""

    def __init__(self, compute: Callable[[], dict[str, Rectangle]]) -> None:
        self._compute = compute

    @cached_property
    def data(self) -> dict[str, Rectangle]:  # type: ignore[override]
        """The rectangles by objectId."""
        return self._compute()


class _InProcessServer(ai2thor.server.Server):  # type: ignore[misc]  # an untyped library
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

    def send(self, action: dict[str, Any]) -> None:
        if "sequenceId" in action:
            self.sequence_id = action["sequenceId"]
        else:
            self.sequence_id += 1
            action["sequenceId"] = self.sequence_id
        encoder = ai2thor.server.NumpyAwareEncoder
        self._action = json.loads(json.dumps(action, cls=encoder))

    def receive(self, timeout: float | None = None) -> Any:
        events, images = self.engine.act(self._action), self.engine.images()
        event = self.create_event(self.engine.message(self.sequence_id, events), images)
        if "image_ids" not in images:
            for number, single in enumerate(event.events):
                single.instance_detections2D = _Detections(self.engine.detector(number))
        return event


class InProcessController(ai2thor.controller.Controller):  # type: ignore[misc]
    """The client's ``Controller``; what chooses or starts a Unity build is ignored."""

    def __init__(self, *arguments: Any, store: SceneStore | None = None, **parameters: Any) -> None:
        self.engine = Engine(
            store, width=parameters.get("width", 300), height=parameters.get("height", 300))
        super().__init__(*arguments, **{**parameters, "start_unity": False})

    def _build_server(self, host: str, port: int, width: int, height: int) -> None:
        if getattr(self, "server", None) is None:
            self.server: Any = _InProcessServer(
                self.engine, width=width, height=height, timeout=self.server_timeout,
                depth_format=self.depth_format, add_depth_noise=self.add_depth_noise,
            )

    def reset(self, scene: Any = None, **init_params: Any) -> Any:
        """Reset as the client does, but forget parameters that were refused."""
        parameters: dict[str, Any] = vars(self)["initialization_parameters"]
        before = parameters.copy()
        try:
            return super().reset(scene, **init_params)
        except (ValueError, RuntimeError):
            parameters.clear()
            parameters.update(before)
            raise
