"""The picture of a plan is well-formed and shows what happened."""

from pathlib import Path
from xml.etree import ElementTree

from domains.competition.case import CompetitionCase
from domains.competition.plan_picture import draw_plan


def test_a_plan_moves_the_robot_and_says_what_failed() -> None:
    case = CompetitionCase(Path(__file__).with_name("two_tasks.xml"))
    root = ElementTree.fromstring(draw_plan(
        case, "Move 2\nPickUp 4\nPickUp 4\n", {"rewards": {"base_score": 72}}))
    words = [e.text or "" for e in root.iter() if e.text]
    assert words[0] == "two_tasks.xml: base score -8, as stated 72"
    assert [w.partition("   ")[0] for w in words if w.startswith("step")] == [
        "step 0: at the start", "step 1: Move 2 = 1", "step 2: PickUp 4 = 1",
        "step 3: PickUp 4 = 0"]
    assert "red cup 4 (hand)" in words
    moves = [e.get("values", "").split(";") for e in root.iter() if e.get("calcMode") == "linear"]
    assert any(len(set(values)) > 1 for values in moves)
