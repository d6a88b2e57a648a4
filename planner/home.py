"""Whether our import packages are ours: another distribution or folder may have taken a name."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

__all__ = ["PACKAGES", "WAY_OUT", "claim", "misplaced"]

PACKAGES = ("planner", "domains", "translators", "benchmarks")
WAY_OUT = ("rename that folder, or install into a virtual environment of its own: "
           "python3 -m venv planner-env && planner-env/bin/pip install lmfree-planner")
MARK = b"lmfree-planner"
"""Stands in the first lines of each package's ``__init__.py``."""


def misplaced() -> list[str]:
    """Return which packages come from elsewhere, or were overwritten by another distribution."""
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    found = []
    for name in PACKAGES:
        place, ours = _place(name), os.path.join(home, name)
        if place != ours:
            found.append(f"{name} is taken from {place or 'nowhere'}, not from {ours}")
        elif not _marked(ours):
            found.append(f"{name} in {ours} was overwritten by another distribution{_owners(name)}")
    return found


def claim() -> None:
    """Import our packages from where they lie, before a folder of the same name is found.

    In a notebook or a script the folder one stands in comes first. What is imported already stays;
    what another distribution has overwritten is not run.
    """
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    for name in PACKAGES:
        spec = None if name in sys.modules else PathFinder.find_spec(name, [home])
        if spec is not None and spec.loader is not None and _marked(os.path.join(home, name)):
            module = sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(module)


def _place(name: str) -> str:
    module = sys.modules.get(name)
    if module is not None:
        places = list(getattr(module, "__path__", ()))
        return os.path.realpath(places[0]) if places else str(getattr(module, "__file__", ""))
    spec = PathFinder.find_spec(name)
    if spec is None:
        return ""
    places = list(spec.submodule_search_locations or ())
    return os.path.realpath(places[0]) if places else str(spec.origin)


def _marked(folder: str) -> bool:
    try:
        with open(os.path.join(folder, "__init__.py"), "rb") as stream:
            return MARK in stream.read(400)
    except OSError:
        return False


def _owners(name: str) -> str:
    others = sorted({d for d in _distributions().get(name, []) if d != "lmfree-planner"})
    return f" ({', '.join(others)})" if others else ""


@cache
def _distributions() -> Mapping[str, list[str]]:
    from importlib.metadata import packages_distributions  # reads every installed record

    return packages_distributions()
