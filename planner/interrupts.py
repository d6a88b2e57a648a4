"""Let computations end in order at Ctrl-C, with what they have found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def deferred() -> Iterator[Callable[[], bool]]:
    """Turn the first interrupt (SIGINT) into an answer: yield a function that says if it came.

    The handler that was there before is called all the same; a ``KeyboardInterrupt`` it raises is
    kept back the first time. Outside the main thread, or where interrupts are ignored, nothing is
    changed.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    came: list[int] = []

    def note(number: int, frame: object) -> None:
        came.append(number)
        try:
            before(number, frame)  # type: ignore[arg-type]
        except KeyboardInterrupt:
            if len(came) > 1:
                raise

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(came)
    finally:
        signal.signal(signal.SIGINT, before)
