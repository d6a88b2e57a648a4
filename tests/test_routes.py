"""The ways through the house are those that docs/architecture.md shows."""

import re
from pathlib import Path

import pytest
from routes import ROUTES, figure, rows, shown

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
DRAWN = re.compile(r'y="\d+">([\w.]+) <tspan>(\d+)</tspan>')


def test_a_room_hangs_under_the_one_that_called_it_first() -> None:
    found = {"planner.cli.main": "", "planner.cases": "planner.cli.main",
             "domains.rescue.world.fire": "planner.cases", "planner.files": "planner.cases"}
    tree = rows(found)
    assert tree == [(0, "planner.cli", 1), (1, "planner", 2), (2, "domains.rescue.world", 1)]
    assert DRAWN.findall(figure("a scene", tree)) == [(r, str(n)) for _, r, n in tree]


@pytest.mark.parametrize("name", ["file", "pair", "sentence", "scene"])
def test_the_picture_of_a_route_is_true_and_the_route_short(name: str, tmp_path: Path) -> None:
    source = Path(__file__).resolve().parent.parent / "domains/competition/problems/plate.xml"
    (tmp_path / "competition").mkdir()
    (tmp_path / "competition/plate.xml").write_bytes(source.read_bytes())
    found = shown(name, tmp_path)
    now = {room: count for _, room, count in rows(found)}
    drawn = {room: int(count) for room, count in DRAWN.findall(
        (PICTURES / f"route-{name}.svg").read_text(encoding="utf-8"))}
    assert set(now) == set(drawn)
    assert all(abs(now[room] - count) <= 3 for room, count in drawn.items())
    assert len(found) <= ROUTES[name].most, sorted(found)
