"""Plans as data: sequential and joint; IPC text and JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from planner.errors import SourceError, Span

_NUMBER = r"(?:[0-9]{1,18}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:e[-+]?[0-9]{1,2})?(?![\w.])"
_COST = re.compile(rf";\s*cost\s*=\s*({_NUMBER})", re.IGNORECASE)
_PRICED = re.compile(r"(\[\s*D:[^;\]]*);[^\]]*\]", re.IGNORECASE)
"""A duration with a cost, as LPG prints it (``[D:2.0; C:0.1]``): no comment begins there."""
_TIMED = re.compile(
    rf"^({_NUMBER})\s*:\s*(\([^()]*\))\s*(?:\[(?:d:)?\s*({_NUMBER})[^\]]*\]\)?)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One ground action; ``line`` is its line in the plan file (0 where there is none).

    ``start`` and ``duration`` are those of a plan in time, None in a sequence; an action that
    takes no time has a start only.
    """

    name: str
    arguments: tuple[str, ...] = ()
    line: int = 0
    start: Fraction | None = None
    duration: Fraction | None = None

    @classmethod
    def of(cls, text: str) -> Step:
        """Read ``(name argument …)``; nothing at all gives an empty name."""
        name, *words = text.strip().strip("()").lower().split() or [""]
        return cls(name, tuple(words))

    def __str__(self) -> str:
        """Return IPC text, e.g. ``(move l1 l2)`` or ``1.5: (move l1 l2) [2]``."""
        words = f"({' '.join((self.name, *self.arguments))})"
        lasting = "" if self.duration is None else f" [{number_text(self.duration)}]"
        return words if self.start is None else f"{number_text(self.start)}: {words}{lasting}"


@dataclass(frozen=True)
class Plan:
    """A plan in an order in which it can be executed; ``cost`` as stated with it, or None.

    ``times`` are the joint steps of the actions where several may be done at once, else empty.
    """

    steps: tuple[Step, ...]
    cost: float | None = None
    times: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.steps)

    def lines(self) -> tuple[str, ...]:
        """Return a line for each action: ``(move a b)``, in joint steps ``0: (move a b)``."""
        if not self.times:
            return tuple(map(str, self.steps))
        return tuple(f"{time:.12g}: {step}"
                     for time, step in zip(self.times, self.steps, strict=True))

    def joint(self) -> list[tuple[Step, ...]]:
        """Return the joint steps; without times each action is one."""
        times = self.times or range(len(self.steps))
        pairs = groupby(zip(times, self.steps, strict=True), lambda pair: pair[0])
        return [tuple(step for _, step in group) for _, group in pairs]


def number_text(value: Fraction) -> str:
    """Return a number exactly, as a decimal; one that never ends to 40 places.

    >>> number_text(Fraction(3, 2)), number_text(Fraction(-12345678))
    ('1.5', '-12345678')
    """
    if value.denominator == 1:
        return str(value.numerator)
    digits = 0
    while digits < 40 and (value * 10**digits).denominator != 1:
        digits += 1
    whole, part = divmod(abs(round(value * 10**digits)), 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}d}"


def parse_ipc(text: str, source: str = "plan", *, timed: bool = False) -> Plan:
    """Read IPC plan text: one ``(action argument …)`` per line, comments after ``;``.

    Time stamps (``0: (a b) [1]``) must not decrease; they are kept as the plan's ``times`` where
    each action has one. A stated cost that is not a number is dropped. With ``timed`` they are kept
    with the steps, may stand in any order, and all steps or none have one. Raises
    :class:`SourceError`.

    >>> [str(s) for s in parse_ipc("(Move A B)\\n; cost = 3 (general cost)\\n").steps]
    ['(move a b)']
    >>> str(parse_ipc("0.5: (GO R A) [D:2.0; C:0.1]  ; as LPG prints it", timed=True).steps[0])
    '0.5: (go r a) [2]'
    >>> str(parse_ipc("1e-5: (GO R A) [2E12]", timed=True).steps[0])
    '0.00001: (go r a) [2000000000000]'
    """
    steps: list[Step] = []
    cost = None
    times: list[float] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        stated = _COST.match(raw.strip())
        if stated:
            cost = float(stated.group(1))
        line = _PRICED.sub(r"\1]", raw).split(";", 1)[0].strip()
        stamp = _TIMED.match(line)
        if stamp and not timed and times and float(stamp.group(1)) < times[-1]:
            raise SourceError("this step is earlier than the one before it", source,
                              Span(number, 1, len(stamp.group(1))), line_text=raw,
                              expected="steps in the order of their time stamps")
        if stamp:
            line = stamp.group(2)
            times.append(float(stamp.group(1)))
        if not line:
            continue
        words = line[1:-1].lower().split()
        if not (line.startswith("(") and line.endswith(")")) or not words or "(" in line[1:]:
            raise SourceError("not a plan step", source, Span(number, 1, min(len(raw), 80) or 1),
                              line_text=raw, expected="(action argument …)")
        if timed and steps and (stamp is None) != (steps[0].start is None):
            raise SourceError("some steps have a time and some have none", source,
                              Span(number, 1, len(raw)), line_text=raw,
                              expected="START: (action argument …) [DURATION]")
        lasting = (Fraction(stamp[1]), Fraction(stamp[3]) if stamp[3] else None) if (
            stamp and timed) else (None, None)
        steps.append(Step(words[0], tuple(words[1:]), number, *lasting))
    kept = not timed and len(times) == len(steps)
    return Plan(tuple(steps), cost, tuple(times) if kept else ())


def to_ipc(plan: Plan) -> str:
    """Return IPC plan text; the inverse of :func:`parse_ipc`."""
    lines = list(plan.lines())
    if plan.cost is not None:
        lines.append(f"; cost = {plan.cost:.15g} (general cost)")
    return "\n".join(lines) + "\n"
