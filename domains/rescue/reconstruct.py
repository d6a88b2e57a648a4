"""Rebuild the frames of a recorded rescue run by executing its actions again.

Fixed objects, lights and supplies replay exactly; where an Explore led and which unlit region got
which number depended on the recording process, so positions after the first Explore are a likely
course, not the recorded one. Success flags and words shown are always the recorded ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domains.rescue.recorded import CAP, read_trajectory, trajectory_files

NOTE = ("Recorded run of a language model. The picture is rebuilt by executing its actions again; "
        "after the first Explore positions are approximate.")


def recorded_trace(data: Path, case_id: str) -> list[dict[str, Any]]:
    """Return trace lines (``docs/trace.md``) with frames for a recorded episode."""
    from domains.rescue.world.environment import RescueEnvironment
    from domains.rescue.world.scene_file import shipped_scene

    parts = dict(part.rsplit("-", 1) for part in case_id.split("."))
    scene, seed, agents = int(parts["scene"]), int(parts["seed"]), int(parts["agents"])
    path = next(p for *key, p in trajectory_files(data) if key == [agents, seed, scene])
    environment = RescueEnvironment(shipped_scene(str(scene)), agents, max_steps=CAP + 1)
    environment.reset(seed=seed)
    names = environment.possible_agents
    lines: list[dict[str, Any]] = [{
        "kind": "header", "domain": "rescue", "policy": "LLaMAR (recorded)", "seed": seed,
        "agents": names, "instruction": environment.briefing().instruction, "max_steps": CAP,
        "case": case_id, "frame": environment.frame(), "note": NOTE,
    }]
    for number, step in enumerate(read_trajectory(path), start=1):
        environment.step(dict(zip(names, step.actions)))
        lines.append({
            "kind": "step", "step": number, "actions": dict(zip(names, step.actions)),
            "success": dict(zip(names, step.success)), "failure": {},
            "reasons": dict(zip(names, step.words)), "replan": "", "notes": {},
            "frame": environment.frame(),
        })
    return lines
