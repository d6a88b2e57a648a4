"""Use an installation as a stranger does, outside the tree: ``python .ci/installed.py [PYTHON]``.

Solves samples of three kinds and plays one episode with the ``planner`` of an interpreter (this
one, unless another is named). Exit code 0 if every command does what it should.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

COMMANDS = (
    "--version",
    "samples --out samples",
    "solve samples/competition/plate.xml samples/competition/circle.xml",
    "solve samples/pddl/parcels.pddl --domain samples/pddl/parcels-domain.pddl --optimal",
    "validate samples/pddl/gripper-domain.pddl samples/pddl/gripper.pddl "
    "samples/pddl/gripper.plan",
    "run rescue --scene 1 --agents 2 --seed 0 --render pictures --trace t.jsonl",
    "space solve samples/space/puzzles.json",
)


def main() -> int:
    """Run the commands in an empty folder; return 1 at the first that fails."""
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    with tempfile.TemporaryDirectory(prefix="installed-") as folder:
        for line in COMMANDS:
            done = subprocess.run([python, "-P", "-m", "planner", *line.split()], cwd=folder,
                                  text=True, capture_output=True, timeout=300, check=False)
            print(f"{'ok' if done.returncode == 0 else 'FAILED'}: planner {line}", flush=True)
            if done.returncode:
                print(done.stdout[-2000:], done.stderr[-2000:])
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
