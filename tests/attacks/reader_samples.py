"""Sound inputs for every reader: files of this repository and small texts in the right form."""

import json
import re
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
PDDL_DOMAIN = (_ROOT / "tests/support/worlds/tiny.pddl").read_text(encoding="utf-8")
MESSAGES = ({"role": "user", "content": "go"},)
"""Those of the transcripts."""
TEXTS: Mapping[str, Sequence[str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def said(name: str) -> list[bytes]:
    return [text.encode() for text in TEXTS[name]]


def _files(pattern: str) -> list[bytes]:
    found = [path.read_bytes()[:100_000] for path in sorted(_ROOT.glob(pattern))]
    assert found, f"no file {pattern}"
    return found


def pddl_domains() -> list[bytes]:
    return [PDDL_DOMAIN.encode(), *(
        file[:4000] for file in _files("domains/pddl/suites/pddl/*/domain.pddl"))]


def competition_files() -> list[bytes]:
    return _files("domains/competition/problems/[cfinpst]*.xml")


def told() -> list[bytes]:
    facts = (re.search(r"<info>(.*?)</info>", f.decode(), re.S) for f in competition_files())
    return [f"(:domain {' '.join(found[1].split())})".encode() for found in facts if found]


def frames() -> list[bytes]:
    from domains.competition.referee.frames import encode_reply, encode_request

    return [encode_request("Move", 4), encode_request("PutIn", 3, 5), encode_request("AskLoc", 2),
            *map(encode_reply, (True, "at(3,4)", [1, 2, 3], None, []))]


def payloads() -> list[bytes]:
    return [frame[4:] for frame in frames()]


def opening_messages() -> list[bytes]:
    return [b"<test><name>a.xml</name><es>" + env + b"</es><ts>" + text + b"</ts></test>"
            for env in told()[:2] for text in said("instructions")[:2]]


def stdio() -> list[bytes]:
    two = b"\n".join(said("instructions")[:2])
    return [b"NAME a.xml\nENV " + env.replace(b"\n", b" ") + b"\nTASK 2\n" + two + b"\n"
            for env in told()[:2]]


def scenes() -> list[bytes]:
    return _files("domains/rescue/scenes/*.toml")


def suites() -> list[bytes]:
    return [file[:4000] for file in _files("domains/*/suites/*.toml") if b"[[files]]" not in file]


def any_files() -> list[bytes]:
    """Return files of every kind, as a user might name them."""
    return [*said("household cases"), *scenes()[:2], *suites()[:2], *competition_files()[:2]]


@cache
def _made() -> list[tuple[Any, bytes]]:
    """Return two runs of a rescue scene with the beginnings of their traces."""
    from benchmarks.execute import Task, execute
    from benchmarks.runs.store import Store
    from benchmarks.suite import find_suite, load_suite

    made = []
    with tempfile.TemporaryDirectory() as folder:
        suite = load_suite(find_suite("smoke"))
        store = Store.create(Path(folder) / "RUNS", {"suite": "smoke"}, resume=False)
        for run in suite.runs(["greedy"])[:2]:
            execute(Task(str(store.root), run, suite.run, {}))
            trace = (store.runs / run.key / "trace.jsonl").read_bytes().split(b"\n")[:6]
            made.append((store.read(run.key), b"\n".join(trace)))
    return made


def stored_runs() -> list[Any]:
    return [run for run, _ in _made()]


def traces() -> list[bytes]:
    return [trace for _, trace in _made()]


def results() -> list[bytes]:
    return [json.dumps(replace(run, algorithm="a", case_id="b").to_json(), indent=1).encode()
            for run in stored_runs()]


def baselines() -> list[bytes]:
    runs = {run.key: {"solved": True, "L": 6, "L_high": 7.5, "TR": 1.0, "TR_low": 0.95}
            for run in stored_runs()}
    return [json.dumps({"format": 1, "suite": "smoke", "cases": runs}).encode()]


def simulator_actions() -> list[bytes]:
    found = b""
    for action in ({"action": "Initialize", "gridSize": 0.25, "sequenceId": 1},
                   {"action": "PickupObject", "objectId": "Apple|1|2|3", "sequenceId": 2}):
        body = json.dumps(action).encode()
        found += b"\x02" + len(body).to_bytes(4, "big") + body + b"\xff\x00\x00\x00\x00"
    return [found]


@cache
def metadata() -> list[bytes]:
    from domains.household.thor.scenes.rooms import read_room, room_names

    found = []
    for scene in map(read_room, room_names()):
        event = {"sceneName": "FloorPlan1_physics", "objects": list(scene.objects)[:12],
                 "sceneBounds": scene.bounds,
                 "agent": {"position": {"x": 0.0, "y": 0.9, "z": 0.25}, "rotation": {"y": 90}}}
        found.append(json.dumps([{"metadata": event}]).encode())
    return found


def beside() -> dict[str, bytes]:
    """Return files that readers want to find beside a mutant, by their path in its folder."""
    return {
        "STORE/reachable.json": b'{"plans": {"FloorPlan1": {"points": [[0, 0.25], [0.25, 0.25]]}}}',
        "RUNS/sweep.json": b'{"format": 1, "suite": "mutants"}',
        "RUNS/runs/a/b/trace.jsonl": traces()[0],
    }
