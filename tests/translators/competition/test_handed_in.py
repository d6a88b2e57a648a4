"""``planner submission``: what is handed in by the rules of 2026, in English and Chinese."""

from __future__ import annotations

import re
import shutil
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from domains.competition.messages import chosen, translated
from planner.cli.main import main
from planner.errors import UsageError
from translators.competition.generate.problems import generate
from translators.competition.lint.draft import rules
from translators.competition.lint.linter import lint_data

COUNT = 30


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a submission in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("handed") / "team"
    folder.mkdir()
    for number, problem in enumerate(generate(COUNT, 3, stage=2, family="rules2026"), 1):
        (folder / f"07-{number:02}.xml").write_text(problem.text, encoding="utf-8")
    return folder


def submit(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = 0
    try:
        main(["submission", *map(str, arguments)])
    except SystemExit as end:
        code = int(end.code or 0)
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def sub(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        found = re.subn(pattern, new, text, count=1)
        assert found[1], pattern
        return found[0]
    return change


OPPOSITE = {"opened": "closed", "closed": "opened"}
PLANTED: list[tuple[str, Callable[[str], str]]] = [
    ("R1", sub(r"<extra>.*</extra>", "")),
    ("R1", sub(r"(<nl>\n\w+)", r"\1&")),
    ("R2", sub('ans="on"', 'ans="off"')),
    ("R3", sub(r"(\(sort 2 .*)\n(\(sort 3 .*)", r"\2\n\1")),
    ("R4", sub(r"(\(hold \d+\)) (\(plate \d+\))", r"\2 \1")),
    ("R5", sub(r" \(color \d+ \w+\)", "")),
    ("R6", sub(r"(\(size 1 big\)) \(at 1 \d+\)", r"\1")),
    ("R7", sub(r" \(type \d+ container\)", "")),
    ("R8", sub(r"\(size 1 big\)", "(size 1 big) (size 1 big)")),
    ("R8", sub(r"\(hold ", "(weight ")),
    ("R9", sub("<mis>", "<mis>(size 1 big)")),
    ("R9", sub("<mis>", "<mis>(hold 0)")),
    ("R10", sub(r"<w>(\([^)]*\))", r"<w>\1\1")),
    ("R10", sub(r"<w>\([^)]*\)", "<w>")),
    ("R10", sub(r"<r>(\(at \d+ \d+\))(.*)</r>\n<w>\([^)]*\)", r"<r>\1\2</r>\n<w>\1")),
    ("R11", sub("<extra>", "<extra>(at 1 1)")),
    ("R12", sub(r"\(:info \((opened|closed) X", lambda m: f"(:info ({OPPOSITE[m[1]]} X")),
    ("R13", sub(r" \(type Y container\)", "")),
    ("R13", sub(r"\(:task \(open X\)", "(:task (open x)")),
    ("R14", sub(r"(\(:task [^\n]*?) \(color X \w+\)", r"\1")),
    ("R14", sub(r"(\(:cons_not[^\n]*?) \(color X \w+\)", r"\1")),
    ("R15", sub(r"\(:task [^\n]*", r"\g<0>)")),
    ("R15", sub(r"(\(:cons_[^\n]*)\)", r"\1")),
    ("R15", sub(r"\n\)\n</instr>", "\n))\n</instr>")),
    ("R16", sub(r"\(sort X (\w)(\w+)\)", lambda m: f"(sort X {m[1].upper()}{m[2]})")),
    ("R16", sub(r"<nl>\n", "<nl>\nGoto the human.\n")),
    ("R17", sub(r"\.\n</nl>", "\n</nl>")),
    ("R17", sub(r"(?s)<nl>.*</nl>", "<nl></nl>")),
    ("R17", sub(r"(?s)<nl>\n[^\n]*\n", "<nl>\n")),
    ("R17", sub(r"</nl>", "Go to the human.\n</nl>")),
    ("R18", sub(r"<nl>\n(\w)", r"<nl>\n\1#")),
    ("R19", sub(r"\(:ins\n", "(:ins\n(:task (goto X) (:cond (sort X closet) (color X blue)))\n")),
    ("R20", sub(r"\(hold \d+\)", "(hold 2)")),
    ("R20", sub("<info>", "<info>\n(at 2 77)")),
    ("R21", sub(r"\(at 3 \d+\)(.*)\n", r"(at 3 2)\1\n")),
    ("R22", sub(r"(?s)\(:ins.*?</instr>", "(:ins\n)\n</instr>")),
    ("R22", sub(r"(?s)(\(:task [^\n]*\n)", r"\1" * 20)),
    ("R23", sub(r"(\(:task [^\n]*\n)", r"\1\1")),
    ("R23", sub(r"(\(:cons_[^\n]*\n)", r"\1\1")),
    ("R23", sub(r"\(:ins\n", "(:ins\n(:cons_not (:task (putdown X) (:cond {small}))) \n")),
    ("R23", sub(r"\(:ins\n", "(:ins\n(:task (puton X Y) (:cond {small} {other}))\n")),
    ("R29", sub(r"\(:ins\n", "(:ins\n(:task (goto X) (:cond {inside}))\n")),
]


def filled(text: str) -> str:
    """Name objects of the file where a planted fault needs some."""
    def words(number: str, variable: str = "X") -> str:
        sort, color = (re.search(rf"\({name} {number} (\w+)\)", text) for name in
                       ("sort", "color"))
        assert sort is not None
        assert color is not None
        return f"(sort {variable} {sort[1]}) (color {variable} {color[1]})"

    smalls = re.findall(r"\(size (\d+) small\)", text)
    info = text[: text.index("</info>")]
    inside = re.search(r"\(inside (\d+) \d+\)", info)
    loose = [n for n in smalls if f"(hold {n})" not in text and f"(plate {n})" not in text]
    assert inside or "{inside}" not in text
    return (text.replace("{small}", words(loose[0])).replace("{other}", words(loose[1], "Y"))
            .replace("{inside}", words(inside[1]) if inside else ""))


@pytest.mark.parametrize(("rule", "change"), PLANTED)
def test_what_the_rule_book_fines_is_an_error(
    clean: Path, rule: str, change: Callable[[str], str]
) -> None:
    for path in sorted(clean.glob("*.xml")):
        text = path.read_text(encoding="utf-8")
        try:
            spoilt = filled(change(text))
        except AssertionError:
            continue
        found = {f.rule for f in lint_data(spoilt.encode(), "x", profile="2026")
                 if f.severity == "error"}
        if rule in found:
            return
    raise AssertionError(f"{rule} is not found")


def test_a_clean_folder_is_packed(clean: Path, tmp_path: Path,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("07.zip", "07.tar.gz"):
        code, out = submit(capsys, clean, "--archive", tmp_path / name, "--seconds", "0")
        assert (code, "nothing found" in out) == (0, True), out
    with zipfile.ZipFile(tmp_path / "07.zip") as packed:
        assert packed.namelist() == [f"07-{n:02}.xml" for n in range(1, COUNT + 1)]
        one = packed.read("07-01.xml")
    with tarfile.open(tmp_path / "07.tar.gz") as packed_too:
        entry = packed_too.extractfile("07-01.xml")
        assert entry is not None
        assert entry.read() == one == (clean / "07-01.xml").read_bytes()


def test_names_number_repeats_and_full_marks(clean: Path, tmp_path: Path,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "team"
    shutil.copytree(clean, folder)
    (folder / "07-02.xml").rename(folder / "08-02.xml")
    (folder / "07-03.xml").rename(folder / "3.xml")
    (folder / "07-04.xml").unlink()
    shutil.copy(folder / "07-05.xml", folder / "07-31.xml")
    (folder / "07-06.xml").write_text(
        "<test><env mis='on' err='on' ans='on'><info>(hold 0) (plate 0) (at 0 1)\n(sort 1 human) "
        "(size 1 big) (at 1 1)</info><mis></mis><err><r></r><w></w></err><extra></extra></env>"
        "<instr>(:ins (:task (goto X) (:cond (sort X human))))</instr>"
        "<nl>Go to the human.</nl></test>", encoding="utf-8")
    page = tmp_path / "page.html"
    code, out = submit(capsys, folder, "--report", page, "--archive", tmp_path / "x.zip",
                       "--seconds", "0.3")
    assert code == 1
    for said in ("another draw number", "'3.xml' is not draw number", "no problem of number",
                 "this problem equals 07-05.xml", "best score 140 with the bonus is below 200",
                 "nominal score 40 is outside", "is not written"):
        assert said in out, said
    assert not (tmp_path / "x.zip").exists()
    assert "best" in page.read_text(encoding="utf-8")
    code, out = submit(capsys, folder, "--language", "zh", "--report", page, "--seconds", "0")
    assert code == 1
    for said in ("错误", "与 07-05.xml 相同", "抽签号"):
        assert said in out
    text = page.read_text(encoding="utf-8")
    assert "<html lang=zh>" in text
    assert "发现的问题" in text


def test_every_message_of_a_planted_fault_is_in_the_catalogue(clean: Path) -> None:
    """But for what the readers of instructions and sentences say of unreadable text."""
    for path in sorted(clean.glob("*.xml"))[:8]:
        text = path.read_text(encoding="utf-8")
        for rule, change in PLANTED:
            try:
                spoilt = filled(change(text))
            except AssertionError:
                continue
            for found in lint_data(spoilt.encode(), "x", profile="2026"):
                said = translated(found.message, "zh")
                read = found.rule in ("R1", "R13", "R17")
                assert read or said != found.message, (rule, found.message)
    assert all(translated(rule.title, "zh") != rule.title for rule in rules().values())


def test_the_catalogue_keeps_what_varies() -> None:
    from domains.competition import messages

    path = Path(messages.__file__).with_name("messages.toml")
    for text, said in tomllib.loads(path.read_text(encoding="utf-8"))["zh"].items():
        holes = text.count("{}")
        assert {int(n) for n in re.findall(r"\{(\d+)\}", said)} == set(range(holes)), text


def test_the_language_is_the_one_asked_for_or_that_of_the_shell() -> None:
    assert chosen("zh", {}) == "zh"
    assert chosen("", {"LANG": "zh_CN.UTF-8"}) == "zh"
    assert chosen("", {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}) == "en"
    assert chosen("en", {"LANG": "zh_CN.UTF-8"}) == "en"
    with pytest.raises(UsageError):
        chosen("fr", {})
