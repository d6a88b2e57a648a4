"""``force_placement`` lifts the simulator's table of what may be put where, and is said."""

from __future__ import annotations

import pytest
from household_episodes import run_case


@pytest.mark.parametrize("forced", [True, False])
def test_a_mug_goes_into_a_bin_where_placements_are_forced(forced: bool) -> None:
    record = run_case({"instruction": "Throw the mug in the trash", "floor_plan": "SmallKitchen",
                       "agents": 2, "force_placement": forced})
    assert record.success is forced
    assert record.basis is not None
    assert ("every placement forced" in record.basis["simulator"]) is forced
    assert any("cannot be put" in o["text"] for o in record.extra["obstacles"]) is not forced
