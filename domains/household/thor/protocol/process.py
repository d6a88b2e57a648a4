"""The engine as a process behind the stock client's two pipes.

Run by path: ``Controller(local_executable_path=command_line())``. The order matters, because the
client waits for ever where a pipe is not opened: the pipe to the client is opened before
anything that can fail, then the first message goes out unasked, and only then is the pipe from
the client opened. The client cannot tell a dead engine from a slow one, so a small guard process
holds the pipe too: if the engine dies, the guard answers the pending action and all later ones
with a clear error, until the client closes its pipes or is gone.
"""

from __future__ import annotations

import json
import mmap
import os
import select
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any

_HEADER = struct.Struct("!BI")
_METADATA, _ACTION, _END = 1, 2, 255
_IMAGES = {"image": 4, "image_ids": 9, "image_thirdParty_image_ids": 14}
_IDLE, _ACTING, _WRITING = 0, 1, 2
_LIMIT = 64_000_000
_BOARD = struct.Struct("!Bqqq")  # state, sequence, length of the message, how much is written
_DATA, _BOARD_BYTES = 64, 16_000_000  # the message follows; untouched pages cost nothing
_CHUNK = 4096  # a pipe takes so much whole or not at all
Images = dict[str, list[bytes]]  # by the client's names for them
_LOST = "the headless engine process has ended; make a new Controller"


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
    output = open(to_client, "wb", buffering=0)  # noqa: SIM115 (open until the process ends)
    board = mmap.mmap(-1, _BOARD_BYTES)
    _note(board, _ACTING, 0)  # the first message is owed
    _start_guard(output, board, from_client)
    _leave_package_folder()
    act, images = _engine()
    _write(output, board, 0, act({"action": "Pass"}, 0), {})
    with open(from_client, "rb") as source:
        while (action := _read(source)) is not None:
            sequence = _sequence(action)
            _note(board, _ACTING, sequence)
            message = act(action, sequence)
            _write(output, board, sequence, message, images())
    return 0


def _leave_package_folder() -> None:
    """Import by package name: a script's own folder must not shadow other modules."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != folder]
    sys.path.insert(0, os.path.abspath(os.path.join(folder, "..", "..", "..", "..")))


def _engine() -> tuple[Callable[[dict[str, Any], int], bytes], Callable[[], Images]]:
    """Load the engine; if that fails, every message tells why."""
    try:
        import msgpack

        from domains.household.thor.engine import Engine

        engine, packer = Engine(), msgpack.Packer()
    except Exception as error:
        text = f"the headless engine could not start: {type(error).__name__}: {error}"
        return (lambda action, sequence: _failure(text, sequence)), dict

    def act(action: dict[str, Any], sequence: int) -> bytes:
        try:
            packed: bytes = packer.pack(engine.message(sequence, engine.act(action)))
            return packed
        except Exception as error:  # a defect here must reach the user as an error, not a hang
            return _failure(f"defect in the headless engine: {type(error).__name__}: {error}",
                            sequence)

    return act, engine.images


def _read(source: IO[bytes], start: bytes = b"") -> dict[str, Any] | None:
    """Read one action; None where the client is gone or speaks another protocol."""
    action: dict[str, Any] | None = None
    while True:
        header, start = start + source.read(_HEADER.size - len(start)), b""
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


def _write(
    output: IO[bytes], board: mmap.mmap, sequence: int, body: bytes, images: Images
) -> None:
    frames = [_HEADER.pack(_METADATA, len(body)), body]
    for kind, image in ((kind, image) for kind, row in images.items() for image in row):
        frames += [_HEADER.pack(_IMAGES[kind], len(image)), image]
    frames.append(_HEADER.pack(_END, 0))
    data = b"".join(frames)
    kept = len(data) <= _BOARD_BYTES - _DATA
    if kept:
        board[_DATA : _DATA + len(data)] = data
    _note(board, _WRITING, sequence, len(data) if kept else -1)
    _send(output, board, data, 0)
    _note(board, _IDLE, sequence)


def _send(output: IO[bytes], board: mmap.mmap, data: bytes, begin: int) -> None:
    """Write from ``begin`` on in pieces, noting how far it got, so that the guard can go on."""
    view = memoryview(data)
    try:
        while begin < len(data):
            begin += output.write(view[begin : begin + _CHUNK])
            struct.pack_into("!q", board, 17, begin)
    except BrokenPipeError:
        os._exit(0)


def _failure(text: str, sequence: int) -> bytes:
    """Pack a message whose error makes the client raise ``ValueError`` at once."""
    metadata: dict[str, Any] = {
        "objects": [], "agent": None, "agentId": 0, "inventoryObjects": [],
        "thirdPartyCameras": [], "colors": None, "sceneName": "", "lastAction": "",
        "lastActionSuccess": False, "errorMessage": text, "errorCode": "InvalidAction",
        "actionReturn": None, "screenWidth": 300, "screenHeight": 300,
    }
    import msgpack

    packed: bytes = msgpack.packb({
        "agents": [metadata], "thirdPartyCameras": [], "activeAgentId": 0,
        "sequenceId": sequence})
    return packed


def _note(board: mmap.mmap, state: int, sequence: int, length: int = 0) -> None:
    _BOARD.pack_into(board, 0, state, sequence, length, 0)


def _start_guard(output: IO[bytes], board: mmap.mmap, from_client: str) -> None:
    """Fork the guard, which lives as long as the engine and then stands in for it."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(reading)  # the engine keeps ``writing`` open as its sign of life
        return
    status = 0
    try:
        os.close(writing)
        # open from the start: a client that writes to a dead engine must not meet a broken pipe
        source = os.fdopen(os.open(from_client, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0)
        os.read(reading, 1)
        _stand_in(output, board, source)
    except BaseException:
        status = 1
    os._exit(status)


def _stand_in(output: IO[bytes], board: mmap.mmap, source: IO[bytes]) -> None:
    """Answer for a dead engine until the client has closed its end.

    The engine may have died with an action just read, so the next one is answered before it is
    seen: an idle client finds that answer when it asks.
    """
    state, sequence, length, written = _BOARD.unpack_from(board, 0)
    if _gone(output) or (state == _WRITING and length < 0):
        return  # too long a message was cut in the middle: it cannot be completed
    if state == _WRITING:
        _send(output, board, board[_DATA : _DATA + length], written)
    _leave_package_folder()
    answered = sequence if state == _ACTING else sequence + 1
    _write(output, board, answered, _failure(_LOST, answered), {})
    while not _gone(output):
        ready, _, _ = select.select([source], [], [], 0.5)
        header = source.read(1) if ready else None
        if not header:
            time.sleep(0.05)
            continue
        os.set_blocking(source.fileno(), True)
        action = _read(source, header)
        if action is None:
            return
        sequence = _sequence(action)
        if sequence != answered:
            _write(output, board, sequence, _failure(_LOST, sequence), {})
        answered = -1
        os.set_blocking(source.fileno(), False)


def _gone(output: IO[bytes]) -> bool:
    """Tell whether the client has closed its end of the pipe."""
    poll = select.poll()
    poll.register(output.fileno(), select.POLLOUT)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _follow_parent(parent: int) -> None:
    """End when the client's process is gone, even while a pipe is being opened."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())
