"""What may be put where: AI2-THOR's own table (``placement.toml``, with its source)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from planner.files import read_toml


@lru_cache(maxsize=1)
def placement_rules() -> Mapping[str, frozenset[str]]:
    """Return held type → receptacle types it may be put into; one without a row goes anywhere.

    >>> sorted(placement_rules()["Pillow"])
    ['ArmChair', 'Bed', 'Chair', 'Ottoman', 'Sofa', 'Stool']
    """
    table = read_toml(Path(__file__).with_name("placement.toml"))
    sets: Mapping[str, list[str]] = table["sets"]
    return {held: frozenset(kind for entry in row for kind in sets.get(entry, [entry]))
            for held, row in table["allowed"].items()}
