"""Call a command with plain arguments without Typer, whose import takes longer than a small task.

What a command takes is declared once, with ``typer.Option`` and ``typer.Argument``. Whatever is
not plain (help, an unknown option, a value that is wrong or missing) is left to Typer, which says
what is the matter.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

__all__ = ["lazy", "plain_call"]

_PLAIN = frozenset({"help", "min", "max", "metavar", "show_default", "autocompletion"})


def lazy(name: str) -> Any:
    """Return a module that is imported when something of it is first used."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return importlib.import_module(name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class _Declared:
    """Stands for ``typer`` where a declaration is read."""

    def __init__(self, *names: Any, **facts: Any) -> None:
        self.names, self.facts = names, facts


class _Option(_Declared):
    pass


class _Typer:
    Option, Argument = _Option, _Declared


_Place = tuple[str, Any, _Declared]


def plain_call(command: Callable[..., Any], words: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the keyword arguments that the words of a command line mean, None if not plain."""
    parameters = inspect.signature(command).parameters
    space = {**command.__globals__, "typer": _Typer}
    options: dict[str, _Place] = {}
    places: list[_Place] = []
    for name, parameter in parameters.items():
        kind, declared = get_args(eval(parameter.annotation, space))
        if not isinstance(declared, _Option):
            places.append((name, kind, declared))
        for word in declared.names or (f"--{name.replace('_', '-')}",):
            options[word] = (name, kind, declared)
    found = {name: p.default for name, p in parameters.items() if p.default is not p.empty}
    try:
        found |= _placed(places, _options(options, list(words), found))
    except ValueError:
        return None
    return found if len(found) == len(parameters) else None


def _options(
    options: Mapping[str, _Place], words: list[str], found: dict[str, Any]
) -> list[str]:
    """Take the options and their values from the words; return the others."""
    others: list[str] = []
    while words:
        word, sign, text = words.pop(0).partition("=")
        if not word.startswith("-"):
            others.append(word + sign + text)
            continue
        name, kind, declared = options.get(word, ("", bool, _Option()))
        if kind is not bool and isinstance(declared, _Option) and (sign or words):
            found[name] = _value(kind, text if sign else words.pop(0), declared)
        elif kind is bool and declared.names and not sign:
            found[name] = True
        else:
            raise ValueError(word)
    return others


def _placed(places: Sequence[_Place], words: list[str]) -> dict[str, Any]:
    """Give the words without a name to the arguments in order."""
    found: dict[str, Any] = {}
    for name, kind, declared in places:
        if words and kind == list[Path]:
            found[name], words = [Path(word) for word in words], []
        elif words:
            found[name] = _value(kind, words.pop(0), declared)
    if words:
        raise ValueError(words)
    return found


def _value(kind: Any, text: str, declared: _Declared) -> Any:
    """Return what a word means; raises where it is not plainly that."""
    simple = next((k for k in get_args(kind) if k is not NoneType), kind)
    plain = simple in (str, int, float, Path) and get_origin(kind) is not list
    if not plain or (text.startswith("-") and text != "-") or not _PLAIN.issuperset(declared.facts):
        raise ValueError(text)
    value = simple(text)
    low, high = declared.facts.get("min"), declared.facts.get("max")
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        raise ValueError(text)
    return value
