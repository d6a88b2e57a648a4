"""What PettingZoo asks of an environment of text actions besides steps: spaces, counts, itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Self


class TextActions:
    """Properties and spaces over ``offered_actions`` and ``observed``.

    An action space contains all texts (wrong ones are failed actions) and samples from what is
    offered at the moment; an observation space contains dictionaries with the keys ``observed``.
    gymnasium is imported when a space is asked for.
    """

    metadata: Mapping[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    observed: Collection[str] = ("last_action", "success", "failure")
    possible_agents: list[str]
    agents: list[str]

    def offered_actions(self) -> Sequence[str]:
        """Return actions to try at random."""
        return ("Idle",)

    @property
    def unwrapped(self) -> Self:
        """Return the environment itself (PettingZoo's wrappers ask)."""
        return self

    @property
    def num_agents(self) -> int:
        """Return how many agents are still active."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Return the team size."""
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Any:
        """Return a gymnasium space of action texts."""
        return self._both[0]

    def observation_space(self, agent: str) -> Any:
        """Return a gymnasium space that accepts this environment's observations."""
        return self._both[1]

    @cached_property
    def _both(self) -> tuple[Any, ...]:
        return tuple(kind(self) for kind in _kinds())


@cache
def _kinds() -> tuple[type, type]:
    from gymnasium import Space
    from gymnasium.spaces import Dict

    class Actions(Space):  # type: ignore[type-arg]
        """All texts."""

        def __init__(self, world: TextActions) -> None:
            super().__init__(None, None, seed=getattr(world, "seed", None))
            self.offered = world.offered_actions

        def sample(self, mask: Any = None, probability: Any = None) -> str:
            offered = self.offered()
            return offered[int(self.np_random.integers(len(offered)))]

        def contains(self, x: Any) -> bool:
            return isinstance(x, str)

    class Observations(Dict):
        """Dictionaries with the documented keys; what they hold are not arrays."""

        def __init__(self, world: TextActions) -> None:
            super().__init__({})
            self.observed = set(world.observed)

        def sample(self, mask: Any = None, probability: Any = None) -> Any:
            raise NotImplementedError("observations come from the world only")

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and self.observed <= set(x)

    return Actions, Observations
