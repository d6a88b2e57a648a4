"""Which referee's rule the team plays by: states for sentences, acts for MAP-THOR's tasks."""

from __future__ import annotations

from typing import Any

import pytest
from household_episodes import build_bridge


@pytest.mark.parametrize(("more", "by_acts"), [
    ({}, False),
    ({"task": "2_open_all_drawers"}, True),
    ({"task": "2_open_all_drawers", "judged_by": "state"}, False),
])
def test_only_a_task_with_such_a_referee_is_played_by_acts(
    more: dict[str, Any], by_acts: bool
) -> None:
    bridge = build_bridge({"instruction": "Open the drawer", "floor_plan": "SmallKitchen", **more})
    assert bridge.agenda._by_acts is by_acts
