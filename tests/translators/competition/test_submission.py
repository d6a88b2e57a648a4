"""``planner lint FOLDER``: twenty planted errors are found, the certain ones corrected."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.cli.main import main
from translators.competition.generate.problems import generate
from translators.competition.lint.fixing import fixed
from translators.competition.lint.linter import lint_data

COUNT = 5


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a submission of five problems in each stage in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("team")
    for stage in (1, 2):
        place = folder / f"stage{stage}"
        place.mkdir()
        for problem in generate(COUNT, 11, stage=stage, plain=True):
            (place / problem.name).write_text(problem.text, encoding="utf-8")
        names = "".join(f"{p.name}\n" for p in sorted(place.glob("*.xml")))
        (place / "test.list").write_text(names, encoding="utf-8")
    return folder


def lint(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["lint", "--expected", str(COUNT), *map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)
    return change


OFF, ON = (f'mis="{word}" err="{word}" ans="{word}"' for word in ("off", "on"))
CERTAIN: list[tuple[str, Callable[[str], str], str]] = [
    ("stage1/01.xml", replaced(OFF, ON), "R2"),
    ("stage1/01.xml", replaced("(size 1 big)", "(size 1 BIG)"), "R16"),
    ("stage1/02.xml", replaced(")))\n(:", "))))\n(:"), "R15"),
    ("stage1/02.xml", replaced("(sort 1 human)", "(sort 1 humann)"), "R16"),
    ("stage1/03.xml", replaced(".\n</nl>", "\n</nl>"), "R17"),
    ("stage1/03.xml", replaced("(size 1 big)", "(size 1 Big)"), "R16"),
    ("stage1/04.xml", replaced("<nl>\n", "<nl>\nPl&ease "), "R1"),
    ("stage2/01.xml", replaced(ON, OFF), "R2"),
    ("stage2/02.xml", replaced("(size 1 big)", "(size 1 bigg)"), "R16"),
    ("stage2/03.xml", replaced("))))\n(:", ")))\n(:"), "R15"),
    ("stage2/05.xml", replaced(" container))))", " Container))))"), "R16"),
]
OTHERS: list[tuple[str, Callable[[str], str], str]] = [
    ("stage1/05.xml", replaced("(hold ", "(weight "), "R8"),
    ("stage1/05.xml", replaced("(at 1 ", "(at 1 9"), "R19"),
    ("stage2/02.xml", replaced("</nl>", "Go to the human.\n</nl>"), "R17"),
    ("stage2/04.xml", replaced("<info>", "<info>\n(at 2 77)"), "R20"),
]


def plant(folder: Path, errors: list[tuple[str, Callable[[str], str], str]]) -> int:
    planted = 0
    for name, change, _ in errors:
        path = folder / name
        try:
            path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        except AssertionError:
            continue  # this problem does not have what would be spoilt
        planted += 1
    return planted


def test_a_clean_submission(clean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["lint", "--expected", str(COUNT), str(clean)])
    assert (end.value.code or 0) == 0, capsys.readouterr().out


def test_planted_errors_are_found_and_certain_ones_corrected(
    clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "team"
    shutil.copytree(clean, folder)
    certain, others = plant(folder, CERTAIN), plant(folder, OTHERS)
    assert (certain, others) >= (9, 3)
    one, two = folder / "stage1", folder / "stage2"
    shutil.copy(one / "04.xml", one / "05b.xml")  # a name that is no number, a repeated problem
    (two / "05.xml").rename(two / "07.xml")  # a gap, a wrong list, no counterpart
    (one / "test.list").write_text("01.xml\n02.xml\n09.xml\n", encoding="utf-8")
    code, out, _ = lint(capsys, folder)
    assert code == 1
    for rule in ("R1", "R2", "R15", "R16", "R17", "R24", "R25", "R26", "R27"):
        assert f"{rule} " in out, rule
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    code, out, err = lint(capsys, "--fix", folder)
    assert code == 1
    assert "+++ b/01.xml" in out
    assert "--yes" in err
    assert before == {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    page = tmp_path / "page.html"
    lint(capsys, "--fix", "--yes", "--report", page, folder)
    left = Counter(f.rule for p in sorted(folder.rglob("*.xml"))
                   for f in lint_data(p.read_bytes(), str(p), stage=int(p.parent.name[-1])))
    assert not left.keys() & {"R1", "R2", "R15", "R16"}
    assert (one / "test.list").read_text() == "01.xml\n02.xml\n03.xml\n04.xml\n05.xml\n05b.xml\n"
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "Certain corrections" in text
    assert "R26" in text


def test_a_correction_is_made_only_if_its_finding_goes(clean: Path) -> None:
    data = (clean / "stage1" / "01.xml").read_bytes()
    spoilt = data.replace(b"<nl>\n", b"<nl>\nThe human is closed. ")
    assert fixed(spoilt, "x", stage=1, profile=None) == spoilt  # which side is wrong is not certain
    spoilt = data.replace(b"(size 1 big)", b"(size 1 BIG)")
    assert fixed(spoilt, "x", stage=1, profile=None) == data
    assert lint_data(data, "x", stage=1) == ()


def test_an_empty_folder_and_a_missing_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "none"):
        code, _, err = lint(capsys, path)
        assert code == 3
        assert str(path) in err


def test_the_same_sentence_for_two_instructions(
    clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = ("(:task (goto X) (:cond (sort X bed)))", "(:task (goto X) (:cond (sort X sofa)))")
    for number, item in enumerate((items[0], items[0], items[1]), 1):
        (tmp_path / f"{number}.xml").write_text(
            "<test><env mis='off' err='off' ans='off'><info>(hold 0) (plate 0) (at 0 1)</info>"
            f"</env><instr>(:ins {item})</instr><nl>Go to the bed.</nl></test>", encoding="utf-8")
    _, out, _ = lint(capsys, tmp_path)
    assert out.count("R28 warning") == 1
    assert "3.xml:1:" in out
