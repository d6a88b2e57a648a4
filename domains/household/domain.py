"""Household tasks as a plug-in (``planner.domain``)."""

from __future__ import annotations

from pathlib import Path

from domains.household.case import HouseholdCase, is_household
from planner.domain import Domain

HERE = Path(__file__).parent
EPISODE = "domains.household.episode"

DOMAIN: Domain[HouseholdCase] = Domain(
    name="household",
    summary="Household tasks from English sentences, by several robots (MAP-THOR, AI2-THOR).",
    case_type=HouseholdCase,
    recognise=is_household,
    load="domains.household.case:load_case",
    compile=f"{EPISODE}:compiled",
    environment=f"{EPISODE}:open_environment",
    bridge=f"{EPISODE}:bridge",
    describe=f"{EPISODE}:describe",
    final_state=f"{EPISODE}:final_state",
    draw="benchmarks.report.film:Film",
    remarks="domains.household.referee.judge:remarks",
    retired={"symbolic": "planned"},
    capabilities={"scenes": "Household scenes: list, fetch, dump, show.|"
                            "domains.household.commands.scenes:app"},
    wording="domains.household.wording:words",
    explain="domains.household.referee.explaining:explain",
    recorded="domains.household.referee.tasks:recorded",
    published=HERE / "published.toml",
    interface="domains.household.wording:INTERFACE",
    pddl=HERE / "domain.pddl",
    suites=HERE / "suites",
)
