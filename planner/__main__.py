"""``planner`` and ``python -m planner``."""

from __future__ import annotations

import gc
import os
import signal
import sys

from planner.origin import safe_path


def main() -> None:
    """Run the command line; until it is loaded, Ctrl-C ends the program without a word."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed: else the next file that is opened gets its number
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))
    sys.path[:] = safe_path()
    gc.set_threshold(100_000)  # what is imported stays; looking through it took a tenth
    from planner.cli.main import main as command

    signal.signal(signal.SIGINT, before)
    try:
        command()
    finally:
        gc.freeze()  # else it would be searched once more, for a tenth of a small task's time


if __name__ == "__main__":
    main()
