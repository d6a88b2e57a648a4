"""An agent of the user's own: what goes wrong in it is reported as its mistake, with its line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from planner.environment import Briefing, Decision, Observation, Policy
from planner.errors import AgentError, PlannerError, UsageError
from planner.foreign import heard
from planner.origin import PACKAGES
from planner.supervision import stage

HERE = __file__


class Guest:
    """Call an agent's methods; whatever one raises becomes an :class:`AgentError`.

    ``place`` is ``module:Class``; an agent without a name is called after its class. ``hearing``
    is what else its code is run in.
    """

    def __init__(self, made: Callable[[], Policy], place: str,
                 hearing: Callable[[str], AbstractContextManager[object]] = heard) -> None:
        self.place, self.hearing = place, hearing
        self.policy: Policy = self._call("__init__", made)
        name = getattr(self.policy, "name", None)
        self.name = name if isinstance(name, str) else place.rpartition(":")[2]

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start an episode."""
        self._call("reset", self.policy.reset, briefing, observations)

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the agent's decision, whatever it is; the loop checks it."""
        decision: Decision = self._call("decide", self.policy.decide, observations)
        return decision

    def _call(self, method: str, function: Callable[..., Any], *arguments: Any) -> Any:
        stage(f"playing, in {method}() of {self.place}")
        try:
            with self.hearing(f"agent {self.place}: {method}()"):
                return function(*arguments)
        except PlannerError:
            raise
        except Exception as error:
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename != HERE]
            where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
            raise AgentError(f"agent {self.place}: {method}() raised {type(error).__name__}: "
                             f"{error}{where}") from error


def hosted(policy: Policy) -> Policy:
    """Return a policy that a caller in Python made as a guest; it may print. Ours are none.

    Raises :class:`UsageError` for what is no policy.
    """
    kind = type(policy)
    for name in ("reset", "decide"):
        if isinstance(policy, type) or not callable(getattr(policy, name, None)):
            raise UsageError(f"{policy!r:.60} is no policy: an object with methods reset and "
                             "decide is wanted, or a name")
    if kind.__module__.partition(".")[0] in PACKAGES:
        return policy
    return Guest(lambda: policy, f"{kind.__module__}:{kind.__name__}", nullcontext)
