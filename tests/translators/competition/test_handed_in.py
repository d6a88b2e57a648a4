"""``planner submission``: what is handed in by the rules of 2026, in English and Chinese."""

import re
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from commands import Done, planner

from domains.competition.messages import chosen, translated
from planner.errors import UsageError
from translators.competition.generate.problems import generate
from translators.competition.lint.draft import RULES

COUNT = 30


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a submission in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("handed") / "team"
    folder.mkdir()
    for number, problem in enumerate(generate(COUNT, 3, stage=2, family="rules2026"), 1):
        (folder / f"07-{number:02}.xml").write_text(problem.text, encoding="utf-8")
    return folder


def submit(*arguments: object) -> Done:
    return planner("submission", *arguments)


def test_a_clean_folder_is_packed(clean: Path, tmp_path: Path) -> None:
    for name in ("07.zip", "07.tar.gz"):
        done = submit(clean, "--archive", tmp_path / name, "--seconds", "0")
        assert (done.returncode, "nothing found" in done.stdout) == (0, True), done
    with zipfile.ZipFile(tmp_path / "07.zip") as packed:
        assert packed.namelist() == [f"07-{n:02}.xml" for n in range(1, COUNT + 1)]
        one = packed.read("07-01.xml")
    with tarfile.open(tmp_path / "07.tar.gz") as packed_too:
        entry = packed_too.extractfile("07-01.xml")
        assert entry is not None
        assert entry.read() == one == (clean / "07-01.xml").read_bytes()


def test_names_number_repeats_and_full_marks(clean: Path, tmp_path: Path) -> None:
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
    done = submit(folder, "--report", page, "--archive", tmp_path / "x.zip", "--seconds", "0.05")
    assert done.returncode == 1
    for said in ("another draw number", "'3.xml' is not draw number", "no problem of number",
                 "this problem equals 07-05.xml", "best score 140 with the bonus is below 200",
                 "nominal score 40 is outside", "is not written"):
        assert said in done.stdout + done.stderr, said
    assert not (tmp_path / "x.zip").exists()
    assert "best" in page.read_text(encoding="utf-8")
    done = submit(folder, "--language", "zh", "--report", page, "--seconds", "0")
    assert done.returncode == 1
    for said in ("错误", "与 07-05.xml 相同", "抽签号"):
        assert said in done.stdout + done.stderr
    text = page.read_text(encoding="utf-8")
    assert "<html lang=zh>" in text
    assert "发现的问题" in text


def test_the_catalogue_has_every_rule_and_keeps_what_varies() -> None:
    assert all(translated(rule.title, "zh") != rule.title for rule in RULES.values())
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
