"""Options of the command line made from the fields of a case type, and what the shell completes.

Typer writes the scripts (``planner --install-completion``; ``_PLANNER_COMPLETE=source_bash``
prints one) and calls ``planner`` with the words typed so far in the environment.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cases import CaseField, build, fields_of, plain
from planner.domain import load_part
from planner.errors import InputError, UsageError

_NUMBER = re.compile(r"-?[0-9]{1,18}")


def case_parameters(case_type: type[Any], *, arguments: bool) -> list[inspect.Parameter]:
    """Return a parameter for each visible field, None where it is not given.

    ``arguments`` includes positional and required fields; without, a file has given them.
    """
    found = []
    for field in fields_of(case_type).values():
        if field.hidden or (field.positional and not arguments):
            continue
        about = field.help + ("" if field.default in (None, "", False, {}, ())
                              else f" [default: {field.default}]")
        mark: Any
        if field.positional:
            mark = typer.Argument(help=about, metavar=field.name.upper())
        elif Mapping in field.kinds:
            mark = typer.Option(field.option, help=about, metavar="NAME=VALUE")
        else:
            mark = typer.Option(field.option, help=about,
                                autocompletion=among(partial(_known, field)))
        needed = field.required and arguments
        kind = _kind(field)
        found.append(inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if needed else None,
            annotation=Annotated[kind if needed else kind | None, mark]))
    return found


def case_with(case_type: type[Any], given: Mapping[str, Any], base: Any = None) -> Any:
    """Make a case from what the command line gave, on top of a case read from a file.

    Raises :class:`UsageError` for a wrong value.
    """
    known = fields_of(case_type)
    values = {} if base is None else plain(base)
    values |= {name: _value(known[name], text) for name, text in given.items()
               if text is not None and text != []}
    try:
        return build(case_type, values)
    except InputError as error:
        raise UsageError(str(error)) from None


def _known(field: CaseField) -> Iterable[str]:
    return tuple(load_part(field.known)() if field.known else field.choices)


def _kind(field: CaseField) -> Any:
    if Mapping in field.kinds:
        return list[str]
    kinds = [k for k in field.kinds if k is not type(None)]
    return kinds[0] if len(kinds) == 1 and kinds[0] in (bool, int, float, str, Path) else str


def _value(field: CaseField, text: Any) -> Any:
    if Mapping in field.kinds:
        return dict(_pair(field, item) for item in text)
    if isinstance(text, str) and int in field.kinds and _NUMBER.fullmatch(text):
        return int(text)
    return text


def _pair(field: CaseField, item: str) -> tuple[str, Any]:
    name, sign, value = item.partition("=")
    try:
        return name, json.loads(value) if sign else True
    except ValueError:
        raise UsageError(f"{field.option} {item}: the value is a number, true or false") from None


def among(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return what completes a value to one of some names, which are asked for only then."""
    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


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
