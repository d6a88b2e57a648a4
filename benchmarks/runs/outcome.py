"""How a run can end, and what follows from it (the table of ``docs/suites.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.errors import (
    AgentError,
    InputError,
    LimitError,
    MemoutError,
    MissingError,
    PlannerError,
    UnsupportedError,
    UsageError,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to end.

    ``counts``: the run says something about the method and enters averages; otherwise it is *no
    result*, only shown and counted as such. ``retried``: ``--resume`` runs it again.
    ``explained``: it was foreseen. ``error``: what a run raises that ends so, and whatever is more
    special and ends in no way of its own.
    """

    meaning: str
    counts: bool = True
    retried: bool = False
    explained: bool = True
    error: type[PlannerError] | None = None


KINDS: dict[str, Kind] = {
    "finished": Kind("the episode ended by itself or at its step budget"),
    "time-limit": Kind("the run's own wall clock limit was hit", error=LimitError),
    "memory-limit": Kind("the run's own memory limit was hit", error=MemoutError),
    "input": Kind("the method could not read the case and says why", error=InputError),
    "unsupported": Kind("the method says that it cannot take this case", error=UnsupportedError),
    "usage": Kind("the case or policy cannot mean anything", counts=False, retried=True,
                  error=UsageError),
    "missing": Kind("a module, engine or file is not there", counts=False, retried=True,
                    error=MissingError),
    "component": Kind("an engine, environment or endpoint failed", counts=False, retried=True,
                      error=PlannerError),
    "model-time": Kind("the wall clock limit ended a run that waits for a language model",
                       counts=False, retried=True),
    "worker-lost": Kind("the worker died repeatedly on this run", counts=False, retried=True,
                        explained=False),
    "begins-done": Kind("the referee calls the task done before anybody acts", counts=False),
    "agent": Kind("the agent raised, or returned what no policy may return; counts as a failure",
                  retried=True, error=AgentError),
    "crashed": Kind("an exception nobody foresaw; counts as a failure", retried=True,
                    explained=False),
}
RETRIED = frozenset(name for name, kind in KINDS.items() if kind.retried)


def retried(named: Sequence[str], resume: bool) -> frozenset[str]:
    """Return the outcomes that ``--resume`` runs again, with those that ``--retry`` names."""
    for name in named:
        if name not in KINDS:
            raise UsageError(f"--retry: no outcome {name!r}; known: {', '.join(KINDS)}")
    if named and not resume:
        raise UsageError("--retry needs --resume")
    return RETRIED | set(named)


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended; ``message`` is for a person."""

    name: str = "finished"
    message: str = ""

    @property
    def kind(self) -> Kind:
        """Return what follows from it."""
        return KINDS[self.name]


FINISHED = RunOutcome()
