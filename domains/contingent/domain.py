"""Contingent PDDL as a plug-in (``planner.domain``): hidden worlds, played by ``planned``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planner.cases import option
from planner.domain import Domain, FileHead
from planner.errors import UsageError


@dataclass(frozen=True)
class ContingentCase:
    """A problem with unknowns, in one or several hidden worlds.

    The hidden world is drawn with ``seed``. ``worlds`` plays that many: each one there is where
    there are no more, else draws with the seeds from ``seed`` on. ``hidden`` is a file that lists
    them; ``world`` one of those worlds, by its number.
    """

    problem: Path = option(help="PDDL problem with unknown, oneof, or in its :init.",
                           positional=True)
    domain: Path | None = option(None, help="PDDL domain (domain.pddl or d.pddl beside it).",
                                 positional=True)
    worlds: int = option(1, help="Hidden worlds to play, one after the other.", minimum=1)
    hidden: Path | None = option(None, help="File that lists hidden worlds: (:hidden ATOM …).")
    world: int = option(-1, help="Number of a hidden world (-1: drawn with the seed).")
    seed: int = option(0, help="Seed of the hidden world.")
    max_steps: int = option(500, help="Actions at most.", minimum=1)

    @property
    def label(self) -> str:
        """Name the case for people.

        >>> ContingentCase(Path("p.pddl"), world=1).label
        'p world 1'
        """
        where = f"world {self.world}" if self.world >= 0 else f"seed {self.seed}"
        return f"{'/'.join(self.problem.with_suffix('').parts[-2:])} {where}"

    @property
    def domain_file(self) -> Path:
        """Return the domain's file; raises :class:`UsageError` where there is none."""
        beside = [self.problem.with_name(name) for name in ("domain.pddl", "d.pddl")]
        found = self.domain or next((p for p in beside if p.exists()), None)
        if found is None or not found.exists():
            raise UsageError(f"{self.problem}: no domain.pddl beside it; name it after the problem")
        return found


def is_mine(head: FileHead) -> bool:
    """Say whether a file is a PDDL problem in which something is unknown."""
    from planner.pddl.reader import is_contingent  # commands without PDDL start without it

    return head.suffix == ".pddl" and is_contingent(head.text)


DOMAIN: Domain[ContingentCase] = Domain(
    name="contingent",
    summary="PDDL with unknowns and observing actions, played in hidden worlds.",
    case_type=ContingentCase,
    recognise=is_mine,
    load=ContingentCase,
    environment="domains.contingent.environment:open_case",
    bridge="domains.contingent.bridge:ContingentBridge",
    several="domains.contingent.environment:several",
    suites=Path(__file__).parent / "suites",
    sample=Path(__file__).parent / "suites" / "contingent" / "unix" / "p2.pddl",
)
