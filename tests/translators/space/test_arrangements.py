"""Arrangement puzzles: made ones of twelve kinds with one solution by brute force, and own ones."""

from __future__ import annotations

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
from translators.space.arrangements.solve import language_of, solve_puzzle

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


ROW = "甲、乙、丙、丁四人从左到右站成一排。"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (ROW + "甲在乙的左边，乙在丙的左边，丁在最右边。", "谁在最左边？", "甲"),
        (ROW + "甲不是在最左边就是在最右边。乙在最左边。丙和丁相邻，丙在丁的左边。", "左起第二个是谁？", "丙"),
        (ROW + "甲既不在最左边也不在最右边，乙在甲的左边且与甲相邻，丙在丁的右边，乙不在最左边。", "最右边的是谁？", "丙"),
        (ROW + "除非甲在最左边，否则乙在最左边。乙不在最左边。丙和丁之间隔着乙。丁不在最右边。", "丁排在第几个位置？", "左起第2个"),
        (ROW + "甲在左起第一个。", "共有多少种不同的站法？", "6"),
        (ROW + "乙在甲的左边，左起第三个是丁，丙在最右边。", "谁在最左边？", "乙"),
        (ROW, "共有多少种不同的站法，使得甲和乙相邻？", "12"),
        ("甲、乙、丙、丁四人围坐在圆桌旁，面朝中心。", "有多少种不同的坐法？", "6"),
        (ROW + "甲在乙的左边，乙在丙的左边，丁在最右边。", "甲和丙相邻吗？", "否"),
        ("甲、乙、丙、丁四人围坐在圆桌旁，背对桌子。甲的左边是乙，乙的左边是丙。", "甲的右边是谁？", "丁"),
        ("甲、乙、丙、丁、戊五人站成一排，从左到右依次是丙、甲、戊、乙、丁。", "谁在最右边？", "丁"),
        ("甲、乙、丙、丁四人围坐圆桌，面朝中心，按顺时针方向依次坐着甲、丙、乙、丁。", "甲的对面是谁？", "乙"),
    ],
)
def test_own_puzzles(text: str, question: str, answer: str) -> None:
    assert solve(text, question) == ("solved", (answer,))


BOARD = "某公司六位部门经理李雷、韩梅梅、林涛、魏华、安娜、露西围坐于圆桌前开会，全部面向圆桌。"


def test_a_name_said_once_is_cut_off_what_stands_before_it() -> None:
    text = BOARD + "韩梅梅在林涛左边紧邻的位置，林涛夹在韩梅梅、魏华两人之间。"
    options = {"A": "0", "B": "一", "C": "两"}
    assert solve(text, "韩梅梅和林涛之间隔着()个位置。", **options) == ("solved", ("A",))
    assert solve(text, "韩梅梅和魏华之间隔着()个位置。", **options) == ("solved", ("B",))


def test_statements_about_three_people_are_no_orders() -> None:
    text = BOARD + "韩梅梅在林涛左边紧邻的位置，林涛在魏华左边紧邻的位置。"
    options = {"A": "韩梅梅和魏华之间夹着林涛", "B": "林涛和魏华之间夹着韩梅梅", "D": "以上选项都不是"}
    assert solve(text, "关于他们的位置，下列叙述正确的有()", **options) == ("solved", ("A",))


def test_which_ways_all_look_is_no_order_of_the_six() -> None:
    text = ("甲、乙、丙、丁、戊、己六个人绕圆桌而坐，脸朝桌子中心，六人分别面朝东、西、东南、西南、东北、西北方向，组成一个正六边形。"
            "甲面朝东，乙在甲的对面。")
    assert solve(text, "乙面朝()。", A="西", B="东南") == ("solved", ("A",))


@pytest.mark.parametrize(("question", "options", "answer"), [
    ("从右到左的顺序依次是（ ）。", {"A": "丁丙乙甲", "B": "甲丙乙丁"}, "A"),
    ("甲是否在乙的左边？", {}, "是"), ("丁能否在最左边？", {}, "否"), ("丁在第几个位置？", {}, "左起第4个")])
def test_yes_or_no_where_and_orders_are_choices(question: str, options: dict[str, str], answer: str) -> None:
    assert solve(ROW + "甲在最左边，乙在丙的左边，丁在最右边。", question, **options) == ("solved", (answer,))


def test_traditional_characters_are_folded_with_a_note() -> None:
    text = "甲、乙、丙、丁、戊、己六個人圍坐在圓桌旁，面朝圓心。乙在甲的對面，丙在甲的左邊緊鄰的位置，丁在甲的順時針方向第2個座位。"
    item = {"instruction": "單選題", "text": text, "question": "乙的左邊第2個位置是（）", "answer": "B",
            "options": {"A": "丁", "B": "甲的右邊第1個位置", "C": "與丙相鄰的人", "D": "以上選項都不是"}}
    solution = solve_puzzle(puzzle_of(item, "own"))
    assert (solution.answers[0].answer, solution.answers[0].sure) == (("B",), True)
    assert "简体" in solution.answers[0].notes[0]
    assert not solve_puzzle(Puzzle("own", ROW + "甲著急，在最左边。", (Question("谁在最左边？", {}),))).answers[0].notes


def test_nobody_is_placed_beside_himself_and_no_clue_alone_is_a_contradiction() -> None:
    table = "甲、乙、丙、丁四人坐在长桌两侧，每侧两人，面对面而坐，长边分别位于南侧和北侧。"
    assert solve(table + "甲和乙相邻，且在乙的左边。甲坐在北侧。", "甲是否面朝南？") == ("solved", ("是",))
    assert solve(table + "甲坐在乙的左边第二个位置。", "甲的对面是谁？")[0] == "unread"


def test_what_follows_the_gap_is_never_dropped() -> None:
    text = "A three-tier stand has a left and a right slot on each tier. It holds six pots: rose, lotus, dahlia, lilac, aster and hyacinth. "
    clue = "The rose is directly above the lotus. The lotus is on the middle tier."
    found = solve(text + clue, "The rose is directly above the (), two tiers up.", A="lotus", B="lilac", C="None of the above")
    assert found[1] != ("A",)


def test_the_east_of_a_shelf_is_told_in_any_words() -> None:
    shelf = "一个三层花架，每层两个格子，左边的格子在东侧，右边的格子在西侧，放着甲、乙、丙、丁、戊、己六盆花，每格一盆。"
    options = {"A": "左边", "B": "右边"}
    assert solve(shelf + "甲在乙的西侧。", "甲在乙的()。", **options) == ("solved", ("B",))


def test_options_by_what_must_can_and_cannot_be() -> None:
    text = ROW + "甲在乙的左边，丁在最右边。"
    options = {"A": "甲在最左边", "B": "丙在最右边", "C": "丙在第三个位置"}
    assert solve(text, "下列哪项不可能成立？", **options) == ("solved", ("B",))
    assert solve(text, "下列哪些可能成立？", **options) == ("solved", ("A", "C"))
    assert solve(text, "下列哪项一定成立？", **options, D="以上都不对")[1] == ("D",)


def test_what_cannot_be_read_is_quoted_and_nothing_is_claimed() -> None:
    text = ROW + "甲和乙的关系很微妙。"
    found = solve_puzzle(Puzzle("own", text, (Question("谁在最左边？", {}),)))
    assert found.answers[0].status == "unread"
    assert "甲和乙的关系很微妙" in "".join(found.answers[0].reason)


def test_contradictions_and_open_puzzles_are_said() -> None:
    assert solve(ROW + "甲在最左边，甲在最右边。", "谁在最左边？")[0] == "contradiction"
    assert solve(ROW + "甲在乙的左边。", "谁在最左边？")[0] == "undetermined"


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
                                  "甲乙丙站成一排。" + "如果" * 4_000 + "谁？", "甲乙丙站成一排。" + "1" * 9_000 + "个位置，谁在左边？",
                                  "Tom is next to " * 900 + "who?"])
def test_strange_files_end_with_a_message(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.txt"
    file.write_text(text, encoding="utf-8")
    try:
        for puzzle in read_puzzles(file):
            assert all(a.status != "solved" for a in solve_puzzle(puzzle).answers)
    except PlannerError as error:
        assert "p.txt" in str(error)  # noqa: PT017


RING = ("蓝采和、吕洞宾、何仙姑、韩湘子、曹国舅和张果老六人围坐在圆桌旁，面朝圆心。已知："
        "(1)吕洞宾的左边紧接着的是蓝采和；(2)何仙姑坐在吕洞宾的正对面；")
NONE = "以上选项都不是"


def chosen(text: str, stem: str, several: bool | None, *options: str) -> tuple[str, str, bool]:
    given = dict(zip("ABCD", [*options, NONE], strict=False))
    answer = solve_puzzle(Puzzle("own", text, (Question(stem, given, several),))).answers[0]
    return answer.status, "".join(answer.answer), answer.sure


def test_single_and_multiple_choice_with_an_unread_clue() -> None:
    unread = RING + "(3)韩湘子和曹国舅情同手足；"
    options = "何仙姑的右斜对面", "吕洞宾的旁边", "何仙姑的右边第1个位置"
    stem = "蓝采和坐在()"
    assert chosen(RING, stem, True, *options)[2]
    assert chosen(unread, stem, True, *options)[::2] == ("unread", False)
    assert chosen(unread, stem, False, options[1], "曹国舅的对面", "韩湘子的左边") == ("solved", "A", True)
    assert chosen(unread, stem, False, "曹国舅的对面", "韩湘子的左边", "张果老的右边")[::2] == ("unread", False)


@pytest.mark.parametrize("move", ["甲和他右边的人交换了座位", "甲向右移动了两个位置", "整个队伍倒过来"])
def test_moves_are_unread(move: str) -> None:
    text = ROW + f"从左到右依次是甲、乙、丙、丁。后来{move}。"
    assert solve(text, "现在左起第1个是谁？")[0] == "unread"


def test_an_unread_clause_that_may_move_somebody_makes_no_choice_sure() -> None:
    row = "甲、乙、丙、丁四人从左到右站成一排。甲在最左边。丁昨天把座位让给了丙的邻座。"
    item = Puzzle("own", row, (Question("最左边的是()", {"A": "甲", "B": "乙"}, several=False),))
    answer = solve_puzzle(item).answers[0]
    assert (answer.status, answer.sure) == ("unread", False)


def test_a_contradiction_is_never_said_while_something_is_unread() -> None:
    text = RING + "(3)何仙姑和吕洞宾相邻；"
    assert chosen(text, "蓝采和坐在()", False, "吕洞宾的旁边", "何仙姑的旁边")[0] == "contradiction"
    assert chosen(text + "(4)韩湘子情同手足；韩湘子隔着很远；", "蓝采和坐在()", False, "吕洞宾的旁边",
                  "何仙姑的旁边")[0] == "unread"


def test_a_side_without_seats_is_no_place_at_a_table() -> None:
    text = ("甲、乙、丙、丁四人坐在长方形桌子的两条长边，长边分别位于南侧和北侧，每边两人，面对面而坐。"
            "甲坐在北侧；乙坐在甲的左边。")
    item = Puzzle("own", text, (Question("甲坐在()", {"A": "东侧", "B": "西侧", "C": "北侧"}, several=False),))
    assert solve_puzzle(item).answers[0].answer == ("C",)


@pytest.mark.parametrize(("scene", "kind", "size"), [
    ("甲、乙、丙、丁、戊五个人肩并肩坐在一条长凳上。", "row", 5),
    ("某公司有五层办公楼，甲、乙、丙、丁、戊五个部门分别在不同的楼层。", "storeys", 5),
    ("甲、乙、丙、丁、戊五人身高各不相同。", "queue", 5),
    ("甲、乙、丙、丁、戊、己六名同学围坐在篝火旁，面向篝火。甲的两侧是乙和丙。", "ring", 6),
    ("Six flower pots, A, B, C, D, E and F, are arranged on a three-story shelf, with two on each story.", "shelf", 6)])
def test_scenes_are_recognised(scene: str, kind: str, size: int) -> None:
    language = language_of(scene)
    cast = find_cast(clean(scene, language), "", language)
    assert cast is not None
    layout = find_layouts(cast.veil(clean(scene, language)), cast)[0]
    assert (layout.kind, layout.size) == (kind, size)


@pytest.mark.parametrize("facing", ["全部面朝圆圈外侧", "背靠着大树", "所有人都背对着中间的火堆"])
def test_facing_away_in_any_wording(facing: str) -> None:
    ring = f"甲、乙、丙、丁、戊、己六人围成一圈坐着，{facing}。甲左边紧接着的是乙。"
    assert solve(ring, "甲的逆时针方向第一个是谁？") == ("solved", ("乙",))


def test_a_clause_about_somebodys_neighbours_takes_no_subject_from_before() -> None:
    ring = ("甲、乙、丙、丁、戊、己六人围坐在圆桌旁，面朝圆心。丁的左边第1个位置是乙，和丙相邻的是甲和戊，"
            "甲在丙的左边紧邻位置。")
    assert solve(ring, "戊坐在丙的()", A="右边紧邻位置", B="对面") == ("solved", ("A",))


def test_a_name_inside_a_word_is_no_name() -> None:
    text = ("子、丑、寅、卯四人坐在长方形桌子的两条长边，长边分别位于南侧和北侧，每边两人，面对面而坐。"
            "卯面朝南；寅面朝南；丑不坐在卯的对面。")
    assert solve(text, "丑坐在桌子的()", A="南侧", B="北侧") == ("solved", ("A",))


def test_right_is_a_side_before_it_is_a_judgement() -> None:
    shelf = ("A three-tier shelf has two slots per tier (left and right), holding six flower pots: azalea, camellia, "
             "lotus, daisy, iris and peony. Daisy is on the right side of the middle tier. Lotus is directly above daisy. "
             "Peony is diagonally below lotus on an adjacent tier.")
    assert solve(shelf, "Which flower is to the upper right of peony? ()", A="lotus", B="daisy") == ("solved", ("A",))


def test_an_open_facing_is_what_the_clues_leave_of_it() -> None:
    ring = "甲、乙、丙、丁四人围坐在圆桌旁。甲左边紧接着的是乙。"
    assert solve(ring + "丙的左边紧接着的是丁。", "丙的对面是谁？", A="甲", B="乙") == ("solved", ("A",))
    outward = ring + "甲逆时针方向第一个是乙。丙的左边紧接着的是丁。"
    assert solve(outward, "丙逆时针方向第一个是谁？", A="丁", B="乙") == ("solved", ("A",))
    assert solve(ring + "丙的左边紧接着的是丁。", "丙逆时针方向第一个是谁？", A="丁", B="乙")[0] == "undetermined"
    assert solve(outward + "甲的对面是乙。", "丙的对面是谁？", A="甲", B="乙")[0] == "contradiction"


@pytest.mark.parametrize(("scene", "clue", "stem", "options", "agree"), [
    ("一个三层花架，每层两格，左边一格，右边一格，放着甲、乙、丙、丁、戊、己六盆花。{}", "甲在乙的西侧。", "甲在乙的（）",
     {"A": "左边", "B": "右边"}, "左边一格靠西。"),
    ("一个三层花架，每层两格，左边一格，右边一格，放着甲、乙、丙、丁、戊、己六盆花。{}", "甲在第一层。", "甲在（）",
     {"A": "顶层", "B": "底层"}, "从下到上依次为第一层到第三层。"),
    ("甲、乙、丙、丁四人坐在长桌两侧，每侧两人，相对而坐。{}", "甲在乙的正北方。", "甲在乙的（）",
     {"A": "对面", "B": "旁边"}, "长边分别位于南侧和北侧。")])
def test_a_side_that_is_not_told_is_a_guess(
        scene: str, clue: str, stem: str, options: dict[str, str], agree: str) -> None:
    def found(stated: str) -> tuple[str, bool, bool]:
        item = Puzzle("own", scene.format(stated) + clue, (Question(stem, options | {"D": NONE}, several=False),))
        answer = solve_puzzle(item).answers[0]
        return answer.status, answer.guess, answer.sure

    assert found("") == ("undetermined", True, False)
    assert found(agree) == ("solved", False, True)


def test_a_doubtful_layout_is_unread() -> None:
    text = "甲、乙、丙、丁、戊、己六盆花放在三层花架上，每层若干格。已知甲在乙的左边。"
    assert chosen(text, "甲在()", False, "乙的左边", "乙的右边")[0] == "unread"


def test_compass_marks_fix_the_turn_of_a_ring() -> None:
    text = ("甲、乙、丙、丁、戊、己六人围坐在圆桌旁，面朝圆心，六人的朝向分别是东、东北、西北、西、西南、东南。"
            "已知甲面朝东。乙坐在甲的正对面。丙在甲的左边第1个位置。")
    assert chosen(text, "丙()", False, "面朝东南", "面朝东北", "面朝西") == ("solved", "A", True)
    assert chosen(text, "乙在()", True, "甲的正东方", "甲的对面", "丙的西边") == ("solved", "AB", True)


def test_left_on_a_ring_is_anywhere_on_that_side_and_on_a_shelf_the_column() -> None:
    assert ring(6).relation("side", "左")[0] == 0b110
    assert ring(6).relation("step", "左")[0] == 0b10
    shelf = grid("shelf", 3, 2, "左右上下", from_bottom=True)
    assert shelf.relation("side", "左")[3] == 0b010101
    assert shelf.relation("side", "左上")[3] == 0b1
    assert shelf.relation("beside")[2] == 0b011001


def test_pictures_show_every_name(tmp_path: Path) -> None:
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
