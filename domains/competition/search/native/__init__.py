"""The search compiled to machine code, where the installation could build it.

``setup.py`` lets mypyc compile the modules named here, from the same Python files, into this
directory. They are used only if they were built from exactly the files that are there now: the
library carries a checksum of the sources in its name. After an edit, without a compiler, or with
``PLANNER_PURE_PYTHON=1`` the Python files run, with the same answers, about three times slower.
"""

from __future__ import annotations

import importlib
import os
import sys
import zlib
from collections.abc import MutableSequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

__all__ = ["MODULES", "SWITCH", "library", "running", "switched_off", "use"]

MODULES = (
    "astar", "beam", "bound", "costs", "extras", "goals", "layout", "literals", "moves", "options",
    "shares", "truths",
)
"""Modules of the search that are compiled, together."""
SWITCH = "PLANNER_PURE_PYTHON"
"""Environment variable: anything but nothing or 0 keeps to the Python files."""

_HERE = Path(__file__).parent


def library(sources: Path) -> str:
    """Return the name of the library that belongs to the modules in a directory."""
    sums = 0
    for name in MODULES:
        sums = zlib.crc32((sources / f"{name}.py").read_bytes(), sums)
    return f"search_{sums:08x}__mypyc"


def use(package: str, path: MutableSequence[str]) -> bool:
    """Let a package take its modules from here, if they are there and up to date.

    ``path`` is the package's ``__path__``. The modules are imported at once; if one cannot be
    loaded (another C library, a build that was cut short) nothing is changed. Returns whether
    they are in use.
    """
    if switched_off():
        return False
    suffix = EXTENSION_SUFFIXES[0]
    if not (_HERE / f"{MODULES[0]}{suffix}").exists():
        return False
    before = set(sys.modules)
    path.insert(0, str(_HERE))
    try:
        name = library(_HERE.parent)
        _load(name, _HERE / f"{name}{suffix}")
        for module in MODULES:
            found = importlib.import_module(f"{package}.{module}")
            if not str(found.__file__).endswith(suffix):
                raise ImportError(f"{module} is not compiled")
    except (ImportError, OSError):
        path.remove(str(_HERE))
        for module in set(sys.modules) - before:
            if module.startswith(f"{package}."):
                del sys.modules[module]
        return False
    return True


def switched_off() -> bool:
    """Tell whether :data:`SWITCH` forbids the compiled modules."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def running() -> bool:
    """Tell whether the compiled modules are the ones in use."""
    module = sys.modules.get("domains.competition.search.astar")
    return module is not None and not str(module.__file__).endswith(".py")


def _load(name: str, file: Path) -> None:
    """Load the library all modules share; they ask for it by its plain name."""
    loader = ExtensionFileLoader(name, str(file))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    sys.modules[name] = module


def doctor() -> list[tuple[str, str, str, str]]:
    """Tell ``planner doctor`` how the search runs; both ways give the same answers."""
    if running():
        return [("search", "compiled", "ok", "")]
    if switched_off():
        return [("search", f"pure Python ({SWITCH} is set)", "ok", "")]
    return [("search", "pure Python, about three times slower", "missing",
             "install a C compiler and install the package again; make does it after an edit")]
