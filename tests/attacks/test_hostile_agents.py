"""Agents of the user's own that misbehave: some of those that ``hostile_agents.py`` plays."""

import pytest
from hostile_agents import ATTACKS


@pytest.mark.parametrize("name", ["exit-0", "exit-hard", "interrupt", "hang", "prints"])
def test_an_agent_does_no_harm(name: str) -> None:
    assert ATTACKS[name](1, 0).wrong == ""
