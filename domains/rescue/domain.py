"""Search and rescue as a plug-in (``planner.domain``)."""

from __future__ import annotations

from pathlib import Path

from domains.rescue.case import RescueCase, is_rescue
from planner.domain import Domain, PolicySpec

HERE = Path(__file__).parent
EPISODE = "domains.rescue.episode"

DOMAIN: Domain[RescueCase] = Domain(
    name="rescue",
    summary="Search and rescue by several robots under partial observability (LLaMAR's SAR).",
    case_type=RescueCase,
    recognise=is_rescue,
    load="domains.rescue.case:load_case",
    compile=f"{EPISODE}:compiled",
    environment=f"{EPISODE}:open_environment",
    bridge="domains.rescue.bridge.bridge:make_bridge",
    describe=f"{EPISODE}:describe",
    draw="benchmarks.report.film:Film",
    policies={
        "symbolic": PolicySpec(f"{EPISODE}:symbolic", "this project's planner"),
        "greedy": PolicySpec(f"{EPISODE}:greedy", "the domain's own script"),
        "replay": PolicySpec(f"{EPISODE}:replay", "the actions of a recorded run", "FILE"),
    },
    wording="domains.rescue.wording:words",
    recorded="domains.rescue.recorded:recorded",
    recorded_trace="domains.rescue.reconstruct:recorded_trace",
    recorded_note="Recorded runs: search & rescue had a cap of 35 steps, and their action parser "
                  "offered only the regions lit at the start; cases pair by scene, seed and team "
                  "size, where fires start alike but random exploration differs.",
    published=HERE / "published.toml",
    interface="domains.rescue.interface:INTERFACE",
    pddl=HERE / "domain.pddl",
    suites=HERE / "suites",
    sample=HERE / "scenes" / "scene_1.toml",
)
