"""The one tree of errors a caller can meet.

::

    PlannerError                exit  what happened
    ├── UsageError              2     the call itself is wrong (unknown name, bad combination)
    ├── InputError              3     an input file or text is wrong
    │   └── SourceError         3     … at a known file, line and column
    ├── LimitError              4     a limit was hit before any answer existed
    │   └── MemoutError         4     … a limit on memory
    ├── ComponentError          5     an engine, environment or endpoint crashed
    │   └── MissingError        5     … or an optional one is missing; says how to install it
    ├── AgentError              5     an agent raised, or returned what no policy may return
    └── UnsupportedError        6     not supported or not judged; names the feature and what could

Solver outcomes ("unsolvable", "timeout") are values, not errors; see ``planner.engines``.
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple


class ExitCode(IntEnum):
    """Exit codes of the ``planner`` command (``docs/exit-codes.md``)."""

    OK = 0
    NEGATIVE = 1
    USAGE = 2
    INPUT = 3
    LIMIT = 4
    COMPONENT = 5
    UNSUPPORTED = 6
    INTERRUPTED = 130


class PlannerError(Exception):
    """Report a condition the caller can act on; the text is meant for a person."""

    exit_code: ExitCode = ExitCode.NEGATIVE


class UsageError(PlannerError):
    """Report a call that cannot mean anything (unknown name, options that exclude each other)."""

    exit_code = ExitCode.USAGE


class InputError(PlannerError):
    """Report an input that cannot be read."""

    exit_code = ExitCode.INPUT


class LimitError(PlannerError):
    """Report a limit on time, memory, nesting or size that was hit before any answer existed."""

    exit_code = ExitCode.LIMIT


class MemoutError(LimitError):
    """Report that a job took more memory than it may."""


class ComponentError(PlannerError):
    """Report a crash of an engine, environment or endpoint; the text says where its log lies."""

    exit_code = ExitCode.COMPONENT


class MissingError(ComponentError):
    """Report an optional component that is not installed, with the command that installs it."""


class AgentError(PlannerError):
    """Report an agent that raised or broke the interface of policies; the text says what it wants.

    The agent is at fault, not the planner: its episode is a failure and counts as one.
    """

    exit_code = ExitCode.COMPONENT


class UnsupportedError(PlannerError):
    """Report what is not supported or cannot be judged.

    The text names the feature and, where there is one, what could do it.
    """

    exit_code = ExitCode.UNSUPPORTED


class Span(NamedTuple):
    """Place in a source text: 1-based ``line`` and ``column``, ``length`` in characters."""

    line: int
    column: int
    length: int = 1


class SourceError(InputError):
    """Report a defect at a place in a source text.

    ``str()`` gives ``file:line:column: message``, then the line and a caret under the place,
    then what was expected, if known. Long lines are cut around the caret (100 characters).

    >>> print(SourceError("unknown word 'cuo'", "a.xml", Span(2, 5, 3), line_text="(at cuo)",
    ...                   expected="a number"))
    a.xml:2:5: unknown word 'cuo'
      (at cuo)
          ^^^
      expected: a number
    """

    def __init__(
        self, message: str, source: str, span: Span, *, line_text: str = "", expected: str = "",
    ) -> None:
        self.message = message
        self.source = source
        self.span = span
        self.line_text = line_text
        self.expected = expected
        super().__init__(self._render())

    @classmethod
    def in_text(
        cls, message: str, source: str, text: str, span: Span, *, expected: str = ""
    ) -> SourceError:
        """Build the error with the offending line looked up in ``text``."""
        lines = text.splitlines()
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        return cls(message, source, span, line_text=line, expected=expected)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.message, self.source, self.span,
                       line_text=self.line_text, expected=self.expected), ()

    def _render(self) -> str:
        parts = [f"{self.source}:{self.span.line}:{self.span.column}: {self.message}"]
        if self.line_text:
            text, offset = _window(self.line_text.replace("\t", " "), self.span.column - 1)
            caret = "^" * max(1, min(self.span.length, len(text) - offset))
            parts += [f"  {text}", f"  {' ' * offset}{caret}"]
        if self.expected:
            parts.append(f"  expected: {self.expected}")
        return "\n".join(parts)


def _window(line: str, offset: int, width: int = 100) -> tuple[str, int]:
    """Cut ``line`` to ``width`` characters around ``offset``; return it and the new offset."""
    offset = min(offset, len(line))
    start = 0 if len(line) <= width else max(0, min(offset - width // 2, len(line) - width))
    shown = "".join(c if c.isprintable() else "·" for c in line[start : start + width])
    return shown, offset - start


def remedy(extra: str) -> str:
    """Return the command that installs what an extra consists of, from any package index.

    The packages are named, not the extra of this distribution: an installation from a checkout or
    a wheel has no index to find it on.
    """
    from importlib import metadata

    mark = f'extra == "{extra}"'
    wanted = [line.replace(f" and {mark}", "").partition(f"; {mark}")[0]
              for line in metadata.requires("lmfree-planner") or () if mark in line]
    return "pip install " + " ".join(f"'{w}'" for w in wanted if "lmfree-planner" not in w)
