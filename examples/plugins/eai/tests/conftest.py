"""Small houses of our own; what needs the package's data is skipped where it is not installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from lmfree_eai.package import CHARACTER, Graph, folder

from planner.errors import MissingError

SWITCH = ["HAS_SWITCH", "HAS_PLUG"]
NODES: list[tuple[int, str, list[str], list[str]]] = [
    (CHARACTER, "character", [], []), (1, "kitchen", [], []), (2, "bedroom", [], []),
    (10, "light", SWITCH, ["OFF"]), (11, "light", SWITCH, ["OFF"]),
    (12, "fridge", ["CAN_OPEN", "CONTAINERS"], ["CLOSED"]), (13, "cup", ["GRABBABLE"], []),
    (14, "cup", ["GRABBABLE"], []), (15, "cat", ["GRABBABLE"], []), (16, "keyboard", [], []),
    (17, "chair", ["SITTABLE"], []), (18, "bed", ["LIEABLE", "SITTABLE"], []),
    (19, "table", ["SURFACES"], []), (20, "juice", ["GRABBABLE", "POURABLE"], []),
    (21, "bowl", ["RECIPIENT"], []), (22, "bread", ["EATABLE", "CUTTABLE"], []),
    (23, "water", ["DRINKABLE"], []), (24, "tablet", SWITCH, ["OFF", "PLUGGED_OUT"]),
]
EDGES = [(CHARACTER, "INSIDE", 1), (13, "INSIDE", 12), (14, "ON", 19), (17, "FACING", 10),
         *((n, "INSIDE", 2 if n == 18 else 1) for n, *_ in NODES if n > 2 and n != CHARACTER)]


def house(**changes: Any) -> dict[str, Any]:
    """Return a graph in the package's JSON; ``states`` maps ids to other states."""
    states = changes.get("states", {})
    edges = [*EDGES, *changes.get("edges", ())]
    return {"nodes": [{"id": n, "class_name": name, "properties": properties,
                       "states": states.get(n, own), "prefab_name": None, "bounding_box": None,
                       "category": "Rooms" if n < 3 else ""}
                      for n, name, properties, own in NODES],
            "edges": [{"from_id": a, "relation_type": r, "to_id": b} for a, r, b in edges]}


@pytest.fixture
def graph() -> Graph:
    """Return the small house."""
    return Graph.read(house())


@pytest.fixture
def package() -> Path:
    """Return the package's folder, or skip."""
    try:
        return folder()
    except MissingError as error:
        pytest.skip(str(error))
