"""What the shell can complete besides options: suites, engines, policies, domains, scenes.

Typer writes the scripts (``planner --install-completion``; ``_PLANNER_COMPLETE=source_bash``
prints one) and calls ``planner`` with the words typed so far in the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from planner.cases import CaseField
from planner.domain import load_part

__all__ = ["ENGINES", "FORMS", "POLICIES", "SUITES", "among", "of_field"]


def among(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return what completes a value to one of some names, which are asked for only then."""
    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def of_field(field: CaseField) -> Callable[[str], list[str]]:
    """Return what completes a field of a case."""
    return among(lambda: load_part(field.known)() if field.known else field.choices)


def _suites() -> Iterable[str]:
    from benchmarks.suite import suite_files

    return suite_files()


def _engines() -> Iterable[str]:
    from planner.discovery import discover
    from planner.engines import ENGINES as SPECS

    return ["auto", *SPECS, *(n for d in discover().domains.values() for n in d.engines)]


def _policies() -> Iterable[str]:
    from planner.discovery import discover
    from planner.execution.episode import policy_names

    return dict.fromkeys(name for domain in discover().domains.values()
                         if domain.has("environment") for name in policy_names(domain))


SUITES, ENGINES, POLICIES = among(_suites), among(_engines), among(_policies)
FORMS = {"against": among(lambda: ("published", "recorded")),
         "gate": among(lambda: ("text", "json", "junit", "github"))}
