"""Child processes that do not outlive their parent, however that ends."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing import connection

__all__ = ["die_with", "die_with_parent"]

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Make this process (a child made by ``multiprocessing``) end when its parent has ended.

    On Linux the kernel kills it; the thread that made it counts as the parent, so that thread
    must live as long as the child is needed. Elsewhere a thread waits for the parent's end.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None, "not a child process"
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() == parent.pid and sys.platform == "linux":
        return
    threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def die_with(parent: int) -> None:
    """Make this process, a child of ``parent`` made in any way, end when that has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
