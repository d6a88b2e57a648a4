"""Let computations end in order at Ctrl-C, with what they have found."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any


class Interruption:
    """What Ctrl-C (SIGINT) means within ``with``: the first one is noted, the second ends all.

    Called, it says whether one came; ``count`` says how often. Within :meth:`solving` the first one
    raises ``KeyboardInterrupt``, too; whoever holds a plan catches it and returns the plan. The
    handler that was there before is called all the same. Outside the main thread, or where
    interrupts are ignored (a job in the background), nothing is changed.
    """

    def __init__(self) -> None:
        self.count = 0
        self._solving = False
        self._before: Any = None

    def __call__(self) -> bool:
        """Say whether an interrupt came."""
        return self.count > 0

    def __enter__(self) -> Interruption:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if not ignored and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def solving(self) -> Iterator[None]:
        """Let an interrupt in, while a file is being solved."""
        self._solving = True
        try:
            yield
        finally:
            self._solving = False

    def _note(self, number: int, frame: object) -> None:
        self.count += 1
        with contextlib.suppress(KeyboardInterrupt):
            if callable(self._before):
                self._before(number, frame)
        if self._solving or self.count > 1:
            raise KeyboardInterrupt
