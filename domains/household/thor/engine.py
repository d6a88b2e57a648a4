"""The engine: ``act(action)`` → metadata per agent, and the messages of the client's protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from domains.household.thor.acts.actions import ACTIONS, remarks
from domains.household.thor.acts.arguments import ActionFailed, Arguments, exception_failure
from domains.household.thor.acts.states import apply_rules
from domains.household.thor.bodies.metadata import (
    ActionOutcome,
    Rectangle,
    agent_metadata,
    blank,
    detections,
    painted,
)
from domains.household.thor.bodies.placement import join_or_fall, receptacle_at
from domains.household.thor.bodies.world import Settings, World
from domains.household.thor.scenes.store import SceneStore, open_store
from planner.errors import PlannerError, UsageError

MAX_AGENTS = 50
_TICK = 0.02
_black = lru_cache(maxsize=4)(bytes)
_NO_PICTURES = ("renderDepthImage", "renderSemanticSegmentation", "renderNormalsImage",
                "renderFlowImage")
_SETTINGS = {
    "grid_size": "gridSize", "visibility_distance": "visibilityDistance",
    "field_of_view": "fieldOfView", "rotate_step": "rotateStepDegrees", "snap": "snapToGrid",
    "instances": "renderInstanceSegmentation", "scheme": "visibilityScheme"}


class Engine:
    """One simulated AI2-THOR.

    Object records are fresh dictionaries whose nested values are shared with the engine, which
    never mutates them. A failed action leaves the world as it was and is told in the metadata,
    not raised.
    """

    def __init__(
        self, store: SceneStore | None = None, *, width: int = 300, height: int = 300
    ) -> None:
        self.store = open_store() if store is None else store
        self.world: World | None = None
        self.active = 0
        self._outcomes: list[ActionOutcome] = [ActionOutcome()]
        self._settings = Settings(width=width, height=height)
        self._clock = 0.0
        self._asked: Mapping[str, Any] = {}
        self._engine_actions: Mapping[str, Callable[[Arguments], Any]] = {
            "Reset": self._reset,
            "Initialize": self._initialize,
            "GetScenesInBuild": lambda _: self.store.build_names(),
            "ChangeResolution": self._change_resolution,
            "ChangeQuality": lambda _: None,
        }

    # -- library interface ----------------------------------------------------------------
    def reset(self, scene: str, **parameters: Any) -> list[dict[str, Any]]:
        """Load a scene and initialise agents; return each agent's metadata.

        ``parameters`` are those of ``Initialize`` (``agentCount=2``). Raises
        :class:`UsageError` for an unknown scene or a refused parameter, and
        :class:`planner.errors.InputError` for an unreadable one.
        """
        self.store.load(scene)
        self.act({"action": "Reset", "sceneName": scene})
        events = self.act({"action": "Initialize", **parameters})
        if not events[0]["lastActionSuccess"]:
            raise UsageError(events[0]["errorMessage"])
        return events

    def act(self, action: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Perform one action of one agent (``agentId``, default 0); return all metadata."""
        name = str(action.get("action"))
        self._asked = action
        self._clock += _TICK
        try:
            number, effect = self._resolved(name, action)
        except ActionFailed as failure:
            asked = action.get("agentId", self.active)
            number = asked if asked in range(len(self._outcomes)) else self.active
            self._tell(number, ActionOutcome(name, False, str(failure), failure.code))
        else:
            self._perform(number, name, effect)
        return self.metadata()

    def metadata(self) -> list[dict[str, Any]]:
        """Return every agent's metadata of the present state."""
        if self.world is None:
            return [blank(self._outcomes[0], self._settings, self._clock)]
        rendered = self._asked.get("renderInstanceSegmentation") is True
        return [
            agent_metadata(self.world, agent, outcome, self._clock, rendered)
            for agent, outcome in zip(self.world.agents, self._outcomes, strict=True)
        ]

    def message(self, sequence: int, events: list[dict[str, Any]]) -> dict[str, Any]:
        """Wrap metadata as the client's protocol wants it."""
        cameras = [] if self.world is None else self.world.camera_metadata()
        return {"agents": events, "thirdPartyCameras": cameras, "activeAgentId": self.active,
                "sequenceId": sequence}

    def detector(self, agent: int = 0) -> Callable[[], dict[str, Rectangle]]:
        """Find the objects in an agent's picture at any distance, with their rectangles.

        They are those of the present state, computed when called, even much later.
        """
        if self.world is None:
            return dict
        names = [b.id for b in self.world.bodies]
        return partial(detections, self.world.geometry(), names,
                       self.world.view(self.world.agents[agent]))

    def images(self) -> dict[str, list[bytes]]:
        """Return the images that go with the present state, by the client's names for them.

        Black frames unless the action says ``renderImage=False``; instance segmentation where
        ``Initialize`` or the action asks for it. One image for each agent, or further camera.
        """
        world = self.world
        if world is None:
            return {}
        settings, found = world.settings, {}
        if self._asked.get("renderImage") is not False:
            frame = _black(3 * settings.width * settings.height)
            found["image"] = [frame] * len(world.agents)
            found["image-thirdParty-camera"] = [frame] * len(world.cameras)
        if settings.instances or self._asked.get("renderInstanceSegmentation") is True:
            names = [b.id for b in world.bodies]
            views = {"image_ids": [world.view(a) for a in world.agents],
                     "image_thirdParty_image_ids": [c.view(settings.width, settings.height)
                                                    for c in world.cameras]}
            found |= {key: [painted(detections(world.geometry(), names, view), world.index, view)
                            for view in seen] for key, seen in views.items()}
        return found

    # -- performing -----------------------------------------------------------------------
    def _resolved(self, name: str, action: Mapping[str, Any]) -> tuple[int, Callable[[], Any]]:
        """Return who acts and what it does; raises :class:`ActionFailed` before anything is."""
        world = self.world
        if name in self._engine_actions:
            return 0, partial(self._engine_actions[name], Arguments.read(name, action))
        if name not in ACTIONS:
            reason = remarks()["unsupported"].get(name)
            if reason is not None:
                raise ActionFailed(f"{name} is an action of AI2-THOR that the headless engine does "
                                   f"not have: {reason}.", "NotSupported")
            raise ActionFailed(f"{name[:60]} is not a known action.", "InvalidAction")
        if world is None:
            raise ActionFailed("no scene is loaded: Reset and Initialize come first")
        arguments = Arguments.read(name, action)
        number = arguments.get("agentId", 0)
        if not 0 <= number < len(world.agents):
            raise ActionFailed(
                f"agentId {number} is out of range: there are {len(world.agents)} agents")
        return number, partial(ACTIONS[name], world, world.agents[number], arguments)

    def _perform(self, number: int, name: str, effect: Callable[[], Any]) -> None:
        world = self.world
        saved = {} if world is None else world.checkpoint()
        try:
            result = effect()
            if world and world is self.world and world.version != saved["version"]:
                apply_rules(world)
        except (ActionFailed, PlannerError) as failure:
            if world and world is self.world:
                world.restore(saved)
            code = failure.code if isinstance(failure, ActionFailed) else None
            collided = "is blocking" in str(failure)
            self._tell(number, ActionOutcome(name, False, str(failure), code, collided=collided))
        else:
            self._tell(number, ActionOutcome(name, True, result=result))

    def _tell(self, number: int, outcome: ActionOutcome) -> None:
        self.active = number
        self._outcomes[number] = outcome

    # -- the engine's own actions ---------------------------------------------------------
    def _reset(self, arguments: Arguments) -> None:
        self.world, self._clock, self._outcomes = None, 0.0, [ActionOutcome()]
        scene = self.store.load(arguments.get("sceneName"))
        world = World(scene)
        world.settings = self._settings
        for index, body in enumerate(scene.objects):  # recordings forget some containment
            if body["pickupable"] and not body["parentReceptacles"]:
                receptacle = receptacle_at(world, index)
                if receptacle is not None:
                    world.attach(index, receptacle)
        world.place_agents(1)
        self.world = world

    def _initialize(self, arguments: Arguments) -> Any:
        if self.world is None:
            raise ActionFailed(self._outcomes[0].message or "no scene is loaded")
        count = arguments.get("agentCount", 1)
        if not 1 <= count <= MAX_AGENTS:
            raise ActionFailed(f"agentCount must be in [1:{MAX_AGENTS}], found {count}")
        settings = self._read_settings(arguments)
        for agent in self.world.agents[:]:
            if agent.held is not None:
                self.world.release(agent.held)
                join_or_fall(self.world, agent.held)
        self.world.cameras = ()
        self.world.place_agents(count)
        if len(self.world.agents) < count:
            raise ActionFailed(
                f"{self.world.scene.name} has room for {len(self.world.agents)} agents, "
                f"not {count}")
        self.world.settings = settings
        self._clock, self._outcomes = 0.0, [ActionOutcome()] * count
        return {"cameraNearPlane": 0.01, "cameraFarPlane": 20.0}

    def _read_settings(self, arguments: Arguments) -> Settings:
        for picture in _NO_PICTURES:
            if arguments.get(picture):
                raise ActionFailed(f"{picture}: the headless engine renders nothing; instance "
                                   "detections are there without it (use AI2-THOR's Unity build)")
        settings = replace(self._settings, **arguments.named(_SETTINGS))
        if arguments.get("agentMode", "default").lower() != "default":
            raise ActionFailed("the headless engine has the default agent only (agentMode)")
        if settings.grid_size <= 0 or settings.visibility_distance <= 0:
            raise ActionFailed("gridSize and visibilityDistance must be > 0")
        if not 0 < settings.field_of_view < 180:
            raise ActionFailed("fov must be set to (0, 180) noninclusive.")
        if settings.rotate_step <= 0 or (settings.snap and settings.rotate_step % 90):
            raise ActionFailed(
                f"rotateStepDegrees {settings.rotate_step:g} does not go with snapToGrid: "
                "use a multiple of 90")
        if settings.scheme not in ("Collider", "Distance"):
            raise exception_failure(
                "ArgumentException", f"visibilityScheme {settings.scheme[:40]!r} is unknown")
        return settings

    def _change_resolution(self, arguments: Arguments) -> None:
        width, height = arguments.get("x"), arguments.get("y")
        if not (1 <= width <= 8192 and 1 <= height <= 8192):
            raise ActionFailed(f"resolution {width} x {height} is out of range")
        self._settings = replace(self._settings, width=width, height=height)
        if self.world is not None:
            self.world.settings = replace(self.world.settings, width=width, height=height)
