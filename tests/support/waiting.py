"""Waiting for what other processes do."""

import time
from collections.abc import Callable
from contextlib import suppress

import psutil


def wait_until(condition: Callable[[], bool], patience_s: float = 60.0) -> None:
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "the condition never came true"
        time.sleep(0.02)


def alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
