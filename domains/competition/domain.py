"""The home-service-robot competition as a plug-in (``planner.domain``)."""

from __future__ import annotations

from pathlib import Path

from domains.competition.case import CompetitionCase, is_problem
from planner.domain import Domain, PolicySpec

HERE = Path(__file__).parent
EPISODE = "domains.competition.episode"
TEXT, LIVE = "translators.competition.commands", "domains.competition.commands"

DOMAIN: Domain[CompetitionCase] = Domain(
    name="competition",
    summary="The home-service-robot competition: rewarded tasks and constraints, one robot.",
    case_type=CompetitionCase,
    recognise=is_problem,
    load="domains.competition.case:CompetitionCase",
    environment=f"{EPISODE}:open_environment",
    compile="translators.competition.compile:translation",
    solver="translators.competition.solving:solve",
    draw_plan="domains.competition.plan_picture:draw_plan",
    judge="domains.competition.judging:judge",
    policies={
        "belief": PolicySpec(f"{EPISODE}:belief", "this project's player: asks, looks, acts"),
        "told": PolicySpec(f"{EPISODE}:told", "takes the stated world for true"),
    },
    bridge="domains.competition.bridge.bridge:CompetitionBridge",
    remarks=f"{EPISODE}:remarks",
    wording="domains.competition.wording:words",
    capabilities={
        "score": f"Score a plan with the competition's referee.|{TEXT}.score:command",
        "lint": "Check competition problem files against the submission rules.|"
                f"{TEXT}.lint:command",
        "submission": "Check what a team hands in, and pack it.|"
                      f"{TEXT}.submission:command",
        "generate": f"Make problem files.|{TEXT}.generate:app",
        "play": "Play competition problems (files, stdio or the platform).|"
                f"{LIVE}.play:command",
        "bundle": "Pack all that a machine without network needs to play.|"
                  f"{LIVE}.bundle:command",
        "serve": "Serve the competition's platform, or plans (--pddl, --mcp).|"
                 f"{LIVE}.serve:command",
    },
    doctor="domains.competition.search.native:doctor",
    engines={"reward-search": "A* over rewards, anytime, with a proof (the default)"},
    interface="domains.competition.wording:INTERFACE",
    pddl=HERE / "domain.pddl",
    recorded="domains.competition.recorded_games:recorded",
    recorded_note="ATRI's runs: one of each problem, on the official platform.",
    published=HERE / "published.toml",
    suites=HERE / "suites",
    sample=HERE / "problems" / "plate.xml",
)
