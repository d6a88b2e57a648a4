"""The command line of spatial text."""

from pathlib import Path

from commands import Done, planner

MINI = Path(__file__).parent / "data" / "mini"


def space(*arguments: object) -> Done:
    return planner("space", *arguments)


def test_score_prints_the_figures_as_json() -> None:
    file = MINI / "task1_dev.jsonl"
    result = space("score", "--task", "1", file, file, "--json", "-").data
    assert result["strict"]["macro_f1"] == result["loose"]["micro_f1"] == 1.0
    assert result["status"] == "Accepted"


def test_solve_answers_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_text("甲、乙、丙三人站成一排。甲在乙的左边，丙在最右边。谁在最左边？\n答案：甲\n", encoding="utf-8")
    shown = space("solve", str(file))
    assert shown.returncode == 0, shown.stderr
    assert "答案：甲" in shown.stdout
    assert "由「" in shown.stdout
    assert "accuracy 1.000" in shown.stdout


def test_unread_sentences_are_declared_with_exit_1(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_text("甲、乙、丙三人站成一排。甲的左膀右臂是乙。谁在最左边？", encoding="utf-8")
    shown = space("solve", str(file))
    assert shown.returncode == 1
    assert "看不懂" in shown.stdout


def test_wrong_files_exit_3_without_traceback(tmp_path: Path) -> None:
    file = tmp_path / "p.txt"
    file.write_bytes(b"\x80\x81\x00")
    for arguments in (("solve", str(file)), ("score", "--task", "2", str(file), str(file)),
                      ("evaluate", "--task", "1", "--data", str(tmp_path)), ("rank", str(file))):
        shown = space(*arguments)
        assert shown.returncode == 3, (arguments, shown.stderr)
        assert "Traceback" not in shown.stderr


def test_evaluate_prints_published_figures_and_caveats() -> None:
    shown = space("evaluate", "--task", "3", "--data", str(MINI))
    assert shown.returncode == 0, shown.stderr
    assert "37.40" in shown.stdout
    assert "not the official score" in shown.stdout
