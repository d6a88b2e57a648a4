"""Shared fixtures."""

import importlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from planner.discovery import discover

ROOT = Path(__file__).resolve().parent.parent

DATA = ROOT.parent / "shared" / "data"
if DATA.is_dir():  # development data, for tests only; inherited by what they start
    os.environ.setdefault("PLANNER_DATA", str(DATA))
    os.environ.setdefault("PLANNER_SCENES", str(DATA / "thor"))

# The program is started hundreds of times: it is compiled once, also where images forbid that.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples in every run, and none refused because the machine is busy.
settings.register_profile("same", derandomize=True, deadline=None,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("same")


def pytest_configure() -> None:
    """Take Ctrl-C as in a terminal: what a shell starts in the background ignores it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def install(source: Path, target: Path) -> None:
    """Install a distribution into a folder, without its dependencies and without the network."""
    copy = target.with_name("source")
    shutil.copytree(source, copy)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--target", str(target), str(copy)], check=True)


@pytest.fixture(scope="session")
def corridor_plugin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the plug-in of ``examples`` for this process and those started from it."""
    site = tmp_path_factory.mktemp("plugin") / "site"
    install(ROOT / "examples" / "plugins" / "corridor", site)
    with pytest.MonkeyPatch.context() as patch:
        before = os.environ.get("PYTHONPATH", "")
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(site), before])))
        patch.syspath_prepend(str(site))
        importlib.invalidate_caches()
        discover.cache_clear()
        yield site
    discover.cache_clear()


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the data folder beside the project; skip tests that need it where it is absent."""
    if not DATA.is_dir():
        pytest.skip("the development data beside the project (../shared/data) are not here")
    return DATA


@pytest.fixture
def engine() -> object:
    """Return the simulator's stand-in with one agent in the shipped kitchen."""
    from kitchen import kitchen

    return kitchen(1)


@pytest.fixture(scope="module", autouse=True)
def _smallest_world(request: pytest.FixtureRequest) -> None:
    """Give the tests of the benchmark tools the smallest world, the corridor."""
    if {"benchmarks", "plugins"} & set(request.path.parts):
        request.getfixturevalue("corridor_plugin")
