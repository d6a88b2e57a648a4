"""Sound inputs for every reader: files of this repository and small texts in the right form."""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["ACTIONS", "MESSAGES", "PDDL_DOMAIN", "PDDL_PROBLEM"]

_ROOT = Path(__file__).parents[2]
PDDL_DOMAIN = """(define (domain tiny) (:requirements :adl :action-costs)
 (:types cell box - object) (:constants home - cell)
 (:predicates (at ?b - box ?c - cell) (next ?a ?b - cell) (open ?b - box))
 (:functions (total-cost) - number (length ?a ?b - cell) - number)
 (:action push :parameters (?b - box ?x ?y - cell)
  :precondition (and (at ?b ?x) (or (next ?x ?y) (next ?y ?x)) (not (= ?x ?y)))
  :effect (and (at ?b ?y) (not (at ?b ?x)) (when (open ?b) (not (open ?b)))
   (forall (?o - box) (when (at ?o ?y) (open ?o))) (increase (total-cost) (length ?x ?y)))))"""
PDDL_PROBLEM = """(define (problem one) (:domain tiny) (:objects b c - box x y - cell)
 (:init (at b x) (at c home) (next x y) (next y home) (= (total-cost) 0) (= (length x y) 2)
  (= (length y x) 2) (= (length y home) 1.5) (= (length home y) 1.5))
 (:goal (and (at b home) (exists (?o - box) (open ?o)) (imply (open b) (at c home))))
 (:metric minimize (total-cost)))"""
ACTIONS = ("NavigateTo(ReservoirUtah)", "Move(East)", "PickUp(LostPersonTimmy)", "Idle", "Done")
MESSAGES = ({"role": "user", "content": "go"},)


def _lines(*texts: str) -> list[bytes]:
    return [text.encode() for text in texts]


def _files(pattern: str, most: int = 4000) -> list[bytes]:
    found = [path.read_bytes()[:most] for path in sorted(_ROOT.glob(pattern))]
    assert found, f"no file {pattern}"
    return found


def pddl_domains() -> list[bytes]:
    """Domains."""
    return [PDDL_DOMAIN.encode(), *(d for d in _files("domains/pddl/suites/pddl/*/domain.pddl"))]


def pddl_problems() -> list[bytes]:
    """Problems of the domain above."""
    return _lines(PDDL_PROBLEM)


def plans() -> list[bytes]:
    """Plan files and logs of engines."""
    return _lines("(push b x y)\n(push b y home)\n; cost = 3.5 (general cost)\n",
                  "0: (push b x y) [1]\n0.5: (PUSH B Y HOME) [1.0]\n",
                  "Solution found!\nPlan cost: 3\nSearch stopped without finding a solution.\n"
                  "search exit code: 12\nProblem unsolvable\nunsolvable\nOutOfMemoryError\n")


def competition_files() -> list[bytes]:
    """Problem files of the competition."""
    return [file.read_bytes() for file in
            sorted((_ROOT / "domains/competition/problems").glob("[cfinpst]*.xml"))]


def told() -> list[bytes]:
    """Stated worlds, as the platform sends the facts of the shipped files."""
    found = []
    for file in competition_files():
        facts = re.search(r"<info>(.*?)</info>", file.decode(), re.S)
        found += [f"(:domain {' '.join(facts[1].split())})".encode()] if facts else []
    return found


def instructions() -> list[bytes]:
    """Tasks, infos and constraints."""
    return _lines(
        "(:ins (:task (puton X Y) (:cond (sort X can) (sort Y table) (color X red)))"
        " (:info (on X Y) (:cond (sort X can) (sort Y couch)))"
        " (:cons_not (:task (pickup X) (:cond (sort X bottle))))"
        " (:cons_notnot (:info (near X Y) (:cond (sort X book) (sort Y human)))))",
        "(:task (give human X) (:cond (sort X bread)))\n(:task (goto X) (:cond (sort X sofa)))",
        "(:cons_not (:info (opened X) (:cond (sort X refrigerator) (type X container))))")


def english() -> list[bytes]:
    """Sentences of the competition."""
    return _lines(
        "Put the red can on the table. Give me the bottle.",
        "There must be no book near the couch. The door of the closet must not be opened.",
        "Do not pick up the green cup which is on the desk. The bread is in the refrigerator.",
        "Move to the sofa. Take the remote control out of the cupboard.")


def competition_plans() -> list[bytes]:
    """Plans in the platform's words."""
    return _lines("Move 4\nPickUp 3\nToPlate 3\nFromPlate 3\nPutIn 3 5\nTakeOut 3 5\nOpen 5\n"
                  "Close 5\nPutDown 3\nAskLoc 7\nSense\n")


def frames() -> list[bytes]:
    """Binary frames of the platform's protocol."""
    from domains.competition.referee.frames import encode_reply, encode_request

    return [encode_request("Move", 4), encode_request("PutIn", 3, 5), encode_request("AskLoc", 2),
           encode_reply(True), encode_reply("at(3,4)"), encode_reply([1, 2, 3]),
            encode_reply(None), encode_reply([])]


def payloads() -> list[bytes]:
    """Frames without their length."""
    return [frame[4:] for frame in frames()]


def tests() -> list[bytes]:
    """The message that opens a problem."""
    return [b"<test><name>a.xml</name><es>" + env + b"</es><ts>" + text + b"</ts></test>"
            for env in told()[:2] for text in instructions()[:2]]


def stdio() -> list[bytes]:
    """Return dialogues of the line protocol."""
    return [b"NAME a.xml\nENV " + env.replace(b"\n", b" ") + b"\nTASK 2\n"
            + instructions()[0] + b"\n" + instructions()[1] + b"\n" for env in told()[:2]]


def answers() -> list[bytes]:
    """Answers to questions."""
    return _lines("at(3,4)", "inside(3,7)", "not_known", "at( 3 , 12 )")


def addresses() -> list[bytes]:
    """Addresses of servers."""
    return _lines("127.0.0.1:7932", "[::1]:7932", "host.example:80")


def scenes() -> list[bytes]:
    """Rescue scenes."""
    return _files("domains/rescue/scenes/*.toml", 100_000)


def recordings() -> list[bytes]:
    """Return recorded trajectories and traces."""
    table = ("Step,Pre-Action,Action,Success,Coverage,Transport Rate,Finished\n"
             "1,\"['go north', 'wait']\",\"['Move(North)', 'Idle']\",\"[True, True]\",0.5,0.25,"
             "False\n2,\"['a', 'b']\",\"['Idle', 'Done']\",\"[False, True]\",1.0,1.0,True\n")
    return [table.encode(), *traces()[:1]]


def household_cases() -> list[bytes]:
    """Household tasks."""
    return _lines('name = "one"\ninstruction = "Put all groceries in the fridge"\n'
                  'floor_plan = "FloorPlan1"\nagents = 2\nmax_steps = 30\nseed = 1\n'
                  'clairvoyant = true\nfailure_rate = 0.1\n')


def household_files() -> list[bytes]:
    """Household tasks for the offline commands."""
    return _lines('name = "one"\ninstruction = "Put all groceries in the fridge"\n'
                  'floor_plan = "FloorPlan1"\nagents = 2\nmax_steps = 30\nseed = 1\n')


def household_actions() -> list[bytes]:
    """Actions as a policy says them."""
    return _lines("PutObject(Fridge_1)", "LookUp(30)", "Move(Ahead)", "Done", "Rotate( Left )")


def rescue_actions() -> list[bytes]:
    """Actions as a policy says them."""
    return _lines("UseSupply(CaldorFire, Sand)", "NavigateTo(ReservoirUtah)", "Move(North)", "Done")


def household_sentences() -> list[bytes]:
    """Household instructions."""
    return _lines(
        "Put all groceries in the fridge", "Turn off the lamp and close the laptop",
        "Slice the apple, then throw it in the trash", "Clear the table and tidy up the room.",
        "Put two pens in the drawer next to the bed", "Wash the plates; put the mug in the sink")


def teams() -> list[bytes]:
    """Team files."""
    return _lines('[robots.Alice]\nverbs = ["PickupObject", "PutObject"]\nlifts = ["Apple"]\n'
                  '[robots.Bob]\nverbs = ["OpenObject"]\n')


def any_files() -> list[bytes]:
    """Files of every kind, as a user might name them."""
    return [*household_cases(), *scenes()[:2], *suites()[:2], *competition_files()[:2]]


def suites() -> list[bytes]:
    """Suites of runs that need no data from outside."""
    return [file for file in _files("domains/*/suites/*.toml") if b"[[files]]" not in file]


@cache
def stored_runs() -> list[Any]:
    """Make runs of a rescue scene."""
    return [run for run, _ in _made()]


@cache
def _made() -> list[tuple[Any, tuple[bytes, bytes]]]:
    from benchmarks.execute import Task, execute
    from benchmarks.runs.store import Store
    from benchmarks.suite import Run, find_suite, load_suite

    made = []
    with tempfile.TemporaryDirectory() as folder:
        suite = load_suite(find_suite("smoke"))
        store = Store.create(Path(folder) / "RUNS", {"suite": "smoke"}, resume=False)
        runs: list[Run] = suite.runs(["greedy"])
        for run in runs[:2]:
            execute(Task(str(store.root), run, suite.run, suite.limits, {}))
            stored = store.read(run.key)
            here = store.runs / run.key
            trace = (here / "trace.jsonl").read_bytes().split(b"\n")[:6]
            made.append((stored, ((here / "result.json").read_bytes(), b"\n".join(trace))))
    return made


def results() -> list[bytes]:
    """Return records of runs."""
    return [json.dumps(replace(run, algorithm="a", case_id="b").to_json(), indent=1).encode()
            for run in stored_runs()]


def traces() -> list[bytes]:
    """Traces of runs."""
    return [files[1] for _, files in _made()]


def transcripts() -> list[bytes]:
    """Return recorded exchanges with a language model."""
    line = {"purpose": "plan", "request": {"model": "m", "messages": list(MESSAGES)},
            "answer": {"text": "{'Alice': 'Idle'}", "prompt_tokens": 12, "completion_tokens": 3},
            "errors": [{"kind": "timeout", "message": "late"}]}
    return _lines(json.dumps(line) + "\n" + json.dumps(line) + "\n")


def model_answers() -> list[bytes]:
    """Return what language models say."""
    return _lines('```json\n{"Alice": "NavigateTo(ReservoirUtah)", "Bob": "Idle"}\n```',
                  "Sure! {'Alice': 'Move(East)', 'Bob': ['pick up timmy', 3],} good luck",
                  "I would move east, it's the best. {\"plan\": {\"a\": [1, 2, {\"b\": null}]}}")


def baselines() -> list[bytes]:
    """Baselines of the gate."""
    runs = {run.key: {"solved": True, "L": 6, "L_high": 7.5, "TR": 1.0, "TR_low": 0.95}
            for run in stored_runs()}
    return [json.dumps({"format": 1, "suite": "smoke", "cases": runs}).encode()]


def simulator_actions() -> list[bytes]:
    """Frames that the simulator's client sends."""
    found = b""
    for action in ({"action": "Initialize", "gridSize": 0.25, "sequenceId": 1},
                   {"action": "PickupObject", "objectId": "Apple|1|2|3", "sequenceId": 2}):
        body = json.dumps(action).encode()
        found += b"\x02" + len(body).to_bytes(4, "big") + body + b"\xff\x00\x00\x00\x00"
    return [found]


@cache
def metadata() -> list[bytes]:
    """Return recorded metadata of a room."""
    from domains.household.thor.scenes.rooms import read_room, room_names

    found = []
    for name in room_names():
        scene = read_room(name)
        event = {"sceneName": "FloorPlan1_physics", "objects": list(scene.objects)[:12],
                 "sceneBounds": scene.bounds,
                 "agent": {"position": {"x": 0.0, "y": 0.9, "z": 0.25}, "rotation": {"y": 90}}}
        found.append(json.dumps([{"metadata": event}]).encode())
    return found


def beside() -> dict[str, bytes]:
    """Files that readers want to find beside a mutant, by their path in its folder."""
    return {
        "STORE/reachable.json": b'{"plans": {"FloorPlan1": {"points": [[0, 0.25], [0.25, 0.25]]}}}',
        "RUNS/sweep.json": b'{"format": 1, "suite": "mutants"}',
        "RUNS/runs/a/b/trace.jsonl": traces()[0],
    }


def space_items() -> list[bytes]:
    """Items of the spatial tasks."""
    item = {"qid": "1-1", "context": "桌子上有一本书，书的左边是杯子。",
            "results": [[{"role": "空间实体", "fragment": {"text": "书", "idxes": [6]}}]],
            "outputs": [{"role": 1, "fragment": {"text": "桌子上", "idxes": [0, 1, 2]}}]}
    return [json.dumps(item, ensure_ascii=False).encode() + b"\n"
            + json.dumps({**item, "qid": "1-2"}).encode() + b"\n"]


def space_puzzles() -> list[bytes]:
    """Puzzles as JSON items and as plain text."""
    item = {"qid": "p1", "text": "甲乙丙三人从左到右坐成一排。甲在乙的左边，丙在最右边。",
            "question": "谁坐在中间？", "option": {"A": "甲", "B": "乙", "C": "丙"},
            "answer": ["B"]}
    plain = (_ROOT / "tests/translators/space/data/puzzle.txt")
    return [json.dumps(item, ensure_ascii=False).encode(), json.dumps([item, item]).encode(),
            *([plain.read_bytes()] if plain.exists() else [])]


def space_scores() -> list[bytes]:
    """Scores of systems."""
    return _lines("system,1,2,3\nours,0.5,0.6,0.7\nother,0.4,-,0.1\n")


def space_models() -> list[bytes]:
    """Weights of a model."""
    return _lines('{"bias": 0.5, "left": -1.25, "right": 3}')
