"""What can change about things: words, verbs and facts for it, from ``states.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from planner.files import read_toml


class State(NamedTuple):
    """A value of a metadata key, and what goes with it; what there is not is empty.

    ``word`` is for people, ``fact`` the value in ``domain.pddl``; ``verb`` is the action that
    brings it about, which in the model takes an ``ability`` and is one of ``actions``.
    """

    key: str
    value: bool | str
    word: str
    fact: str = ""
    verb: str = ""
    ability: str = ""
    actions: str = ""

    @property
    def changes(self) -> str:
        """The key of :data:`PROPERTIES`: to hold water is one way of being filled."""
        return "isFilledWithLiquid" if self.key == "fillLiquid" else self.key


_TABLE = read_toml(Path(__file__).with_name("states.toml"))
PROPERTIES: Mapping[str, tuple[str, str, str]] = _TABLE["properties"]
"""Metadata key → the property of things that can be in such a state, the predicate that says so in
``domain.pddl``, and the value there of all other things."""
STATES: Mapping[tuple[str, bool | str], State] = {
    (row[0], row[1]): State(*row) for row in _TABLE["states"]["rows"]}
"""Metadata key and value → all of that state."""


def word_for(key: str, value: bool | str) -> str:
    """Return the word for a state."""
    state = STATES.get((key, value))
    return state.word if state else f"{key}={value}"
