"""Run somebody's script on the headless engine, unchanged: ``python -m domains.household.thor``.

``SCRIPT ARGUMENT...`` follow; whatever ``ai2thor.controller.Controller`` the script makes has this
engine behind it.
"""

import os
import runpy
import sys

from domains.household.thor.protocol.client import stand_in
from planner.errors import UsageError

if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise UsageError("python -m domains.household.thor SCRIPT [ARGUMENT...]")
    del sys.argv[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    with stand_in():
        runpy.run_path(sys.argv[0], run_name="__main__")
