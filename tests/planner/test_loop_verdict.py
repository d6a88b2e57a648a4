"""Stopping as nothing more can be done claims no success; who does nothing is counted."""

from collections.abc import Mapping

import planner
from planner.environment import Briefing, Decision, Observation


class _Passing:
    """Waits, passes the time, acts, stops."""

    name = "passing"

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        self.first, self.second = briefing.agents
        self.steps = 0

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        self.steps += 1
        if self.steps == 3:
            return Decision({self.first: "Done", self.second: "Done"})
        return Decision({self.first: "Explore", self.second: "Idle" if self.steps == 1 else "Done"},
                        idle=[self.first] if self.steps == 2 else [])


def test_who_does_nothing_or_passes_the_time_is_idle() -> None:
    case = planner.case("rescue", scene=1, agents=2)
    record = planner.run(case, policy=_Passing())
    assert record.idle is not None
    assert list(record.idle.values()) == [1, 2]  # the closing row counts for nobody
