"""What need not be: a lamp that is not needed is switched off, all else stays as it is."""

from __future__ import annotations

from domains.household.goal import HasState
from translators.mapthor.places import state_of
from translators.mapthor.references import Told, limited, specific
from translators.mapthor.things import located
from translators.mapthor.tree import Phrase
from translators.mapthor.verbs.putting import Read

__all__ = ["unneeded"]


def unneeded(node: Phrase, told: Told) -> Read:
    """Read "the lamp isn't needed any more", "the television needn't be on"."""
    state, done = node.first("state"), node.first("done")
    found, told = located(node.first("located_things"), told)
    ran = [limited(s, "toggleable") for s in found]
    on = done is None and (state is None or state_of(state, told) == ("isToggled", True))
    if on and all(s.types and specific(s) for s in ran):
        return [[HasState(s, "isToggled", False) for s in ran]], told
    if not (state or done):
        told.fail("what should become of it is not said", node.words[-1],
                  "what should be done, e.g. 'put it away'")
    words = " ".join(map(str, node.words))
    return [[]], told.noting(f"'{words}' asks for nothing")
