"""A key that may lie behind its own door, step by step (in a clone: the rooms are a test's).

Room 0 has open doors to rooms 1 and 3 and a locked one to room 2, where the team has to go. The key
lies in room 1, in room 2 behind the door that it opens, or in room 3; the weights are 2, 9 and 1.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / room) for room in ("support", "attacks")]

from hidden_rooms import Plan  # noqa: E402
from impossible import play  # noqa: E402

doors = ((0, 1, True), (0, 2, False), (0, 3, True))
plan = Plan(rooms=4, doors=doors, places=((1, 2, 3),), fits=(1,), goal=2, weights=((2, 9, 1),))
record, steps, _ = play(plan, world=((3,), frozenset()))
for step in steps[:-1]:
    notes = step["notes"]
    print(*step["actions"].values(), "|", *(f"assumed {' '.join(a['atoms'])} {a['weight']:.2f}"
                                            for a in notes["assumed"]), "|", step["replan"])
    for look in notes.get("looking", ()):
        print("   test", look["what"], f"chance {look['chance']:.2f}, {look['steps']} steps, "
              f"{look['expected']:.2f} expected")
print("solved" if record.success else "not solved", "in", record.steps - record.trailing_done)
