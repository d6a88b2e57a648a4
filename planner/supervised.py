"""The process that does a supervised job: ``supervised.py NUMBER PARENT FILE``.

FILE holds the pickled call, NUMBER is an open connection (:func:`planner.supervision.work`).
"""

import sys
from pathlib import Path

from planner.supervision import work

if __name__ == "__main__":
    work(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]).read_bytes())
