"""A headless AI2-THOR: real iTHOR floor plans behind the unmodified ``ai2thor`` client.

Two ways in:

* :class:`Engine` is the plain library: ``reset(scene)``, ``act(action)`` → metadata per agent.
* :func:`controller` gives the ``ai2thor`` client's ``Controller`` with this engine, or Unity,
  behind it; :func:`command_line` is the value of ``local_executable_path`` for a stock one, and
  :func:`stand_in` serves code that makes its own (``python -m domains.household.thor SCRIPT``).

This package imports nothing heavy; names are resolved on first use.
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["Engine", "Scene", "SceneStore", "command_line", "controller", "open_store", "stand_in"]

_HOME = {"Engine": "engine", "Scene": "scene", "SceneStore": "scenes.store",
         "command_line": "protocol.client", "controller": "protocol.client",
         "open_store": "scenes.store", "stand_in": "protocol.client"}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
