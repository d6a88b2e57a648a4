"""The picture of a plan is well-formed and shows what happened."""

from xml.etree import ElementTree

from domains.competition.pictures.picture import plan_svg
from domains.competition.world.actions import read_action
from translators.competition.problem_file import parse_told

TOLD = ("(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1) (sort 2 table) "
        "(size 2 big) (at 2 2) (sort 4 cup) (size 4 small) (color 4 red) (at 4 2))")


def test_moves_become_arrows_and_failures_are_marked() -> None:
    actions = [read_action(line) for line in ("Move 2", "PickUp 4", "PickUp 4", "Move 1")]
    text = plan_svg(parse_told(TOLD), [a for a in actions if a], title="a < b")
    root = ElementTree.fromstring(text)
    arrows = [e for e in root.iter() if e.get("marker-end")]
    assert len(arrows) == 2
    shown = [e.text or "" for e in root.iter() if e.tag.endswith("text")]
    assert sum("✗" in line for line in shown) == 1
    assert any("red cup 4" in line for line in shown)
