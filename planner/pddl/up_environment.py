"""unified-planning's environment, with its own validators and compilers but no engines of others.

Made the usual way it imports every engine that is installed, Fast Downward's, SymK's and
pyperplan's wrappers (GPL) with them. Here engines are programs of their own
(:mod:`planner.engines`), so none is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unified_planning.environment import Environment

__all__ = ["up_environment"]


def up_environment() -> Environment:
    """Return the global environment, silent; one that the caller made before is taken as it is."""
    from unified_planning.engines import factory
    from unified_planning.environment import get_environment

    engines = factory.DEFAULT_ENGINES
    factory.DEFAULT_ENGINES = {name: place for name, place in engines.items()
                               if place[0].startswith("unified_planning.")}
    try:
        found: Environment = get_environment()
    finally:
        factory.DEFAULT_ENGINES = engines
    found.credits_stream = None
    return found
