"""The examples run as they are, and say what the docs say they do."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from commands import python
from tables import cases

ROOT = Path(__file__).resolve().parents[1]
SAID = cases(__file__)["said"]


@pytest.mark.parametrize("name", SAID)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    done = python(ROOT / "examples" / name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert SAID[name] in done.stdout


def test_a_notebook_works_among_folders_of_our_packages_names(tmp_path: Path) -> None:
    """The kernel's folder comes before what is installed; the site's build runs all notebooks."""
    pytest.importorskip("nbclient")
    for name in ("domains", "benchmarks", "translators", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('not ours')\n")
    spec = spec_from_file_location("notebooks", ROOT / ".ci/notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(notebooks := module_from_spec(spec))
    page = notebooks.page(notebooks.executed(ROOT / "docs/notebooks/planner.ipynb", tmp_path))
    assert "SOLVED_OPTIMALLY, 9 actions" in page
    assert "<svg" in page
    assert "7.0)" in page
