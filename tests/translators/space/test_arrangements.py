"""Arrangement puzzles: made ones of twelve kinds with one solution by brute force, and own ones."""

import json
from pathlib import Path

import pytest

from domains.space.geometry import CONVERSE, Layout, bits
from domains.space.layouts import grid, line, ring, rows
from planner.errors import PlannerError
from translators.space.arrangements.files import Puzzle, Question, puzzle_of, read_puzzles
from translators.space.arrangements.names import find_cast, number_of
from translators.space.arrangements.scenes import find_layouts
from translators.space.arrangements.sentences import clean
from translators.space.arrangements.solve import solve_puzzle
from translators.space.arrangements.words import language_of

MADE = [line.split("|") for line in (Path(__file__).parent / "data/made.txt").read_text(
    encoding="utf-8").splitlines()[1:]]
"""Twelve kinds, five of each: text, question and the answer that trying all arrangements gave."""


def solve(text: str, question: str, **options: str) -> tuple[str, tuple[str, ...]]:
    answer = solve_puzzle(Puzzle("own", text, (Question(question, options),))).answers[0]
    return answer.status, answer.answer


@pytest.mark.parametrize("kind", sorted({kind for kind, *_ in MADE}))
def test_made_puzzles_are_solved_and_never_wrong_with_confidence(kind: str) -> None:
    for _, text, question, answer in (row for row in MADE if row[0] == kind):
        found = solve_puzzle(Puzzle("made", text, (Question(question, {}),))).answers[0]
        assert (found.status, found.answer) == ("solved", (answer,)), text


OWN = [json.loads(line) for line in (Path(__file__).parent / "data/own.jsonl").read_text(
    encoding="utf-8").splitlines()]
"""Puzzles checked by hand, with the rule that each shows."""


@pytest.mark.parametrize("rule", dict.fromkeys(row["rule"] for row in OWN))
def test_own_puzzles(rule: str) -> None:
    for row in (row for row in OWN if row["rule"] == rule):
        question = Question(row["question"], row["options"], row.get("several"))
        found = solve_puzzle(Puzzle("own", row["text"], (question,))).answers[0]
        said = {"status": found.status, "answer": list(found.answer), "sure": found.sure, "guess": found.guess}
        wanted = {key: row[key] for key in said if key in row}
        assert {**said, **wanted} == said, row["text"]


ROW = "甲、乙、丙、丁四人从左到右站成一排。"


def test_traditional_characters_are_folded_with_a_note() -> None:
    text = "甲、乙、丙、丁、戊、己六個人圍坐在圓桌旁，面朝圓心。乙在甲的對面，丙在甲的左邊緊鄰的位置，丁在甲的順時針方向第2個座位。"
    item = {"instruction": "單選題", "text": text, "question": "乙的左邊第2個位置是（）", "answer": "B",
            "options": {"A": "丁", "B": "甲的右邊第1個位置", "C": "與丙相鄰的人", "D": "以上選項都不是"}}
    solution = solve_puzzle(puzzle_of(item, "own"))
    assert (solution.answers[0].answer, solution.answers[0].sure) == (("B",), True)
    assert "简体" in solution.answers[0].notes[0]
    assert not solve_puzzle(Puzzle("own", ROW + "甲著急，在最左边。", (Question("谁在最左边？", {}),))).answers[0].notes


def test_what_follows_the_gap_is_never_dropped() -> None:
    text = "A three-tier stand has a left and a right slot on each tier. It holds six pots: rose, lotus, dahlia, lilac, aster and hyacinth. "
    clue = "The rose is directly above the lotus. The lotus is on the middle tier."
    found = solve(text + clue, "The rose is directly above the (), two tiers up.", A="lotus", B="lilac", C="None of the above")
    assert found[1] != ("A",)


def test_what_cannot_be_read_is_quoted_and_nothing_is_claimed() -> None:
    text = ROW + "甲和乙的关系很微妙。"
    found = solve_puzzle(Puzzle("own", text, (Question("谁在最左边？", {}),)))
    assert found.answers[0].status == "unread"
    assert "甲和乙的关系很微妙" in "".join(found.answers[0].reason)


def test_the_reason_names_only_needed_clues() -> None:
    text = ROW + "甲在最左边。丁在最右边。"
    reason = solve_puzzle(Puzzle("own", text, (Question("谁在最左边？", {}),))).answers[0].reason
    assert "甲在最左边" in reason[0]
    assert "丁" not in reason[0]


@pytest.mark.parametrize(
    "layout", [line("row", 5, "右后", "一二三四五"), ring(6), ring(7, outward=True),
               grid("grid", 3, 4, "左右上下"), rows(3, facing=True),
               rows(3, facing=False, compass="北")])
def test_directions_undo_each_other(layout: Layout) -> None:
    turning = ("左", "右", "顺", "逆") if layout.round else ()
    for name in {*layout.frame, *turning}:
        there, back = layout.relation("step", name), layout.relation("step", CONVERSE[name])
        if layout.slots[0].facing is None or layout.round:
            assert all(back[t] == 1 << s for s, m in enumerate(there) for t in bits(m))


def test_left_and_right_swap_when_facing_outward() -> None:
    assert ring(6).relation("step", "左") == ring(6, outward=True).relation("step", "右")


def test_names_are_cut_out_of_enumerations() -> None:
    cast = find_cast("张三、李四、王五和赵六四个人站成一排。", "张三在赵六左边")
    assert cast is not None
    assert cast.names == ("张三", "李四", "王五", "赵六")
    assert number_of("二十三") == 23


@pytest.mark.parametrize("text", ["", "甲在乙的左边。", "\0？", "谁？" * 20_000, "（）" * 500,
                                  "甲乙丙站成一排。" + "如果" * 1_000 + "谁？", "甲乙丙站成一排。" + "1" * 2_000 + "个位置，谁在左边？",
                                  "Tom is next to " * 900 + "who?"])
def test_strange_files_end_with_a_message(tmp_path: Path, text: str) -> None:
    (file := tmp_path / "p.txt").write_text(text, encoding="utf-8")
    try:
        for puzzle in read_puzzles(file):
            assert all(a.status != "solved" for a in solve_puzzle(puzzle).answers)
    except PlannerError as error:
        assert "p.txt" in str(error)  # noqa: PT017


RING = ("蓝采和、吕洞宾、何仙姑、韩湘子、曹国舅和张果老六人围坐在圆桌旁，面朝圆心。已知："
        "(1)吕洞宾的左边紧接着的是蓝采和；(2)何仙姑坐在吕洞宾的正对面；")
NONE = "以上选项都不是"


@pytest.mark.parametrize(("scene", "kind", "size"), [
    ("甲、乙、丙、丁、戊五个人肩并肩坐在一条长凳上。", "row", 5),
    ("某公司有五层办公楼，甲、乙、丙、丁、戊五个部门分别在不同的楼层。", "storeys", 5),
    ("甲、乙、丙、丁、戊五人身高各不相同。", "queue", 5),
    ("甲、乙、丙、丁、戊、己六名同学围坐在篝火旁，面向篝火。甲的两侧是乙和丙。", "ring", 6),
    ("Six flower pots, A, B, C, D, E and F, are arranged on a three-story shelf, with two on each story.", "shelf", 6),
    ("Three people, A, B and C, sit at a round table with four seats. A is opposite B.", "ring", 4)])
def test_scenes_are_recognised(scene: str, kind: str, size: int) -> None:
    language = language_of(scene)
    cast = find_cast(clean(scene, language), "", language)
    assert cast is not None
    layout = find_layouts(cast.veil(clean(scene, language)), cast)[0]
    assert (layout.kind, layout.size) == (kind, size)


def test_left_on_a_ring_is_anywhere_on_that_side_and_on_a_shelf_the_column() -> None:
    assert ring(6).relation("side", "左")[0] == 0b110
    assert ring(6).relation("step", "左")[0] == 0b10
    shelf = grid("shelf", 3, 2, "左右上下", from_bottom=True)
    assert shelf.relation("side", "左")[3] == 0b010101
    assert shelf.relation("side", "左上")[3] == 0b1
    assert shelf.relation("beside")[2] == 0b011001


def test_pictures_show_every_name() -> None:
    from xml.etree import ElementTree

    text = RING + "(3)韩湘子坐在蓝采和的左边第1个位置；(4)曹国舅在张果老的右边第1个位置。"
    puzzle = Puzzle("own", text, (Question("谁坐在蓝采和的对面？", {}),))
    answer = solve_puzzle(puzzle, pictures=1).answers[0]
    stated = "".join(ElementTree.fromstring(answer.pictures[0]).itertext())
    assert all(name in stated for name in ("蓝采和", "吕洞宾", "何仙姑", "韩湘子", "曹国舅", "张果老"))


def test_damaged_items_are_named_and_the_others_solved(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    good = {"id": "good", "instruction": "单选题", "text": RING, "question": "蓝采和在()",
            "options": {"A": "吕洞宾的旁边", "B": "何仙姑的旁边", "C": "何仙姑的对面", "D": NONE}}
    rows = [json.dumps(good), json.dumps(good | {"id": "half", "text": "甲\ud800"}), "{", "[1]",
            json.dumps(good | {"id": "long", "text": "甲" * 100_000}), json.dumps(
                good | {"id": "empty", "options": {}, "text": ""}), json.dumps(
                good | {"id": "mute", "options": {"A": "", "B": "。"}})]
    file.write_text("\n".join(rows), encoding="utf-8")
    solutions = [solve_puzzle(p) for p in read_puzzles(file)]
    assert [s.id for s in solutions] == ["good", "half", f"{file}:3", f"{file}:4", "long", "empty", "mute"]
    assert [s.answers[0].status for s in solutions] == ["solved"] + ["unread"] * 6
