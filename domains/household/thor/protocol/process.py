"""The engine as a process behind the stock client's two pipes.

Run by path: ``Controller(local_executable_path=command_line())``. The order matters, because the
client waits for ever where a pipe is not opened: the pipe to the client is opened before
anything that can fail, then the first message goes out unasked, and only then is the pipe from
the client opened.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any

_HEADER = struct.Struct("!BI")
_METADATA, _ACTION, _END = 1, 2, 255
_IMAGES = {"image": 4, "image_ids": 9, "image-thirdParty-camera": 10,
           "image_thirdParty_image_ids": 14}
_LIMIT = 64_000_000
Images = dict[str, list[bytes]]  # by the client's names for them


def main() -> int:
    """Serve one client until it goes; returns the exit status."""
    if os.environ.get("AI2THOR_SERVER_TYPE", "FIFO") != "FIFO":
        sys.stderr.write("the headless engine speaks the FIFO protocol only\n")
        return 2
    try:
        to_client = os.environ["AI2THOR_FIFO_SERVER_PIPE_PATH"]
        from_client = os.environ["AI2THOR_FIFO_CLIENT_PIPE_PATH"]
    except KeyError as error:
        sys.stderr.write(f"{error.args[0]} is not set: the ai2thor client starts this program\n")
        return 2
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the user's Ctrl-C is meant for the client
    parent = os.getppid()
    threading.Thread(target=_follow_parent, args=(parent,), daemon=True).start()
    output = open(to_client, "wb")  # noqa: SIM115 (open until the process ends)
    folder = os.path.dirname(os.path.abspath(__file__))  # must not shadow other modules
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != folder]
    sys.path.insert(0, os.path.abspath(os.path.join(folder, "..", "..", "..", "..")))
    act, images = _engine()
    try:
        _write(output, act({"action": "Pass"}, 0), {})
        with open(from_client, "rb") as source:
            while (action := _read(source)) is not None:
                _write(output, act(action, _sequence(action)), images())
    except BrokenPipeError:
        os._exit(0)  # the client is gone
    return 0


def _engine() -> tuple[Callable[[dict[str, Any], int], bytes], Callable[[], Images]]:
    """Make the engine; if that fails, every message tells why."""
    import msgpack

    from domains.household.thor.bodies.metadata import ActionOutcome, blank
    from domains.household.thor.engine import Engine

    pack: Callable[[Any], bytes] = msgpack.Packer().pack

    def failed(text: str, sequence: int) -> bytes:
        """Pack a message whose error makes the client raise ``ValueError`` at once."""
        events = [blank(ActionOutcome("", False, text, "InvalidAction"))]
        return pack({"agents": events, "thirdPartyCameras": [], "activeAgentId": 0,
                     "sequenceId": sequence})

    try:
        engine = Engine()
    except Exception as error:
        text = f"the headless engine could not start: {type(error).__name__}: {error}"
        return (lambda action, sequence: failed(text, sequence)), dict

    def act(action: dict[str, Any], sequence: int) -> bytes:
        try:
            return pack(engine.message(sequence, engine.act(action)))
        except Exception as error:  # a defect here must reach the user as an error, not a hang
            return failed(f"defect in the headless engine: {type(error).__name__}: {error}",
                          sequence)

    return act, engine.images


def _read(source: IO[bytes]) -> dict[str, Any] | None:
    """Read one action; None where the client is gone or speaks another protocol."""
    action: dict[str, Any] | None = None
    while True:
        header = source.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None
        kind, length = _HEADER.unpack(header)
        if kind == _END:
            return action if action is not None else {"action": ""}
        if length > _LIMIT:
            return None
        body = source.read(length)
        if len(body) < length:
            return None
        if kind == _ACTION:
            try:
                document = json.loads(body)
            except (ValueError, RecursionError):
                document = {}
            action = document if isinstance(document, dict) else {}


def _sequence(action: dict[str, Any]) -> int:
    """Return an action's number; 0 for anything that is none (of 64 bits)."""
    found = action.get("sequenceId", 0)
    good = isinstance(found, int) and not isinstance(found, bool) and abs(found) < 2**63
    return found if good else 0


def _write(output: IO[bytes], body: bytes, images: Images) -> None:
    frames = [_HEADER.pack(_METADATA, len(body)), body]
    for kind, image in ((kind, image) for kind, row in images.items() for image in row):
        frames += [_HEADER.pack(_IMAGES[kind], len(image)), image]
    output.write(b"".join([*frames, _HEADER.pack(_END, 0)]))
    output.flush()


def _follow_parent(parent: int) -> None:
    """End when the client's process is gone, even while a pipe is being opened."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())
