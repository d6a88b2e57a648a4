"""A scripted language model that puts things into the fridge, from a prompt's words alone."""

import json
import re
from collections.abc import Collection


def household_model(text: str) -> str:
    """Answer a prompt of LLaMAR about "Put the …, and … in the fridge" as free text.

    What was put away, and how often it was asked, stands in the shared memory, the only thing the
    model carries along.
    """
    team, task = (re.search(pattern, text, re.MULTILINE) for pattern in (
        r"robots called ([\w, ]+)\.", r"^Task: Put (.*) in the fridge"))
    if team is None or task is None:
        return "I am not sure what you mean."
    robots = team[1].split(", ")
    wanted = [word.title() for word in re.findall(r"\w+", task[1]) if word not in ("the", "and")]
    memory = re.search(r"^Shared memory: put away (.*) after (\d+)$", text, re.MULTILINE)
    stored = set(json.loads(memory[1])) if memory else set()
    turn = int(memory[2]) + 1 if memory else 0
    if '"plan"' in text:
        done = re.search(r"^Completed subtasks: (.*)$", text, re.MULTILINE)
        left = [thing for thing in wanted if not done or _subtask(thing) not in done[1]]
        return json.dumps({"reason": "what is left", "plan": list(map(_subtask, left))})
    held = {robot: _told(text, robot, r"state: .*holding (\w+)\.") for robot in robots}
    stored -= {name.rpartition("_")[0] for name in held.values()}
    if '"completed subtasks"' in text:
        return f"Well: {json.dumps({'completed subtasks': list(map(_subtask, sorted(stored)))})}"
    chosen = {}
    for number, robot in enumerate(robots):
        mine = [thing for thing in wanted[number::len(robots)] if thing not in stored]
        chosen[robot] = _act(text, robot, held[robot], mine, turn)
        if chosen[robot].startswith("put "):
            stored.add(held[robot].rpartition("_")[0])
    said = {"memory": f"put away {json.dumps(sorted(stored))} after {turn}", "action": chosen}
    return f"```json\n{json.dumps(said)}\n```"


def _subtask(thing: str) -> str:
    return f"put the {thing} in the fridge"


def _told(text: str, robot: str, what: str) -> str:
    found = re.search(rf"^{robot}(?:'s)? {what}", text, re.MULTILINE)
    return found[1] if found else ""


def _act(text: str, robot: str, held: str, mine: Collection[str], turn: int) -> str:
    names = _told(text, robot, r"perceives: I see (.*)\.$").split(", ")
    last = _told(text, robot, r"last action: I tried (\S+) and was successful")
    tried = _told(text, robot, r"last action: I tried (\S+)")
    targets = ("Fridge",) if held != "nothing" else mine
    target = next((n for n in names if n.rpartition("_")[0] in targets), "")
    if held != "nothing" and tried.startswith("OpenObject(Fridge"):
        return f"put {held} into {target}"
    if not target:
        look = "turn to the right, Rotate(Right)" if turn % 5 else "explore the room"
        return look if targets else "make room, Move(Back)"
    if last != f"NavigateTo({target})":
        return f"navigate to {target}"
    return f"open {target}" if held != "nothing" else f"pick up {target}"
