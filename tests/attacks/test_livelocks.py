"""The attack of standstills on one episode of two worlds, and what it calls one."""

from __future__ import annotations

import livelocks
import pytest
from livelocks import ATTACKS


@pytest.mark.parametrize("domain", ["rescue", "competition"])
def test_an_episode_goes_on(domain: str) -> None:
    found = ATTACKS[domain](0, 0)
    assert found.wrong == ""
    assert found.counts["at the limit, not solved"] == 0


def test_what_brought_nothing_new_for_too_long_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(livelocks, "STANDSTILL", -1)
    assert "brought nothing new" in ATTACKS["rescue"](0, 0).wrong
