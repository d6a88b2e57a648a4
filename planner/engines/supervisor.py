"""Watch one engine process: a script of its own, run with the interpreter's ``-I -S`` flags.

It starts the command in a new session, holds it to its limits on wall time and memory (resident
sum of the process tree), reaps every descendant, and prints one JSON line about what happened.
When its own parent dies, or it is told to stop, it ends the engine, removes the directory it was
given, and leaves. Only the standard library; nothing of this project is imported.
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PAGE = resource.getpagesize()


class Stopped(Exception):
    """Told to stop, or the parent died."""


def stop(_signal: int, _frame: object) -> None:
    """Turn a signal into :class:`Stopped`."""
    raise Stopped


def tree(root: int) -> list[int]:
    """Return all living descendants of ``root`` (not itself)."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        fresh = children(waiting.pop())
        found += fresh
        waiting += fresh
    return found


def children(pid: int) -> list[int]:
    """Return the children of all threads of a process; none where it is gone."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as stream:
                found += [int(word) for word in stream.read().split()]
    except OSError:
        lists = os.path.exists(f"/proc/{pid}/task/{pid}/children")
        if os.path.exists(f"/proc/{pid}") and not lists:
            return scan(pid)
    return found


def scan(pid: int) -> list[int]:
    """Find children by reading every process: for kernels that keep no lists of children."""
    found: list[int] = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stream:
                    if int(stream.read().rpartition(")")[2].split()[1]) == pid:
                        found.append(int(name))
            except OSError:
                continue
    return found


def resident(pids: list[int]) -> int:
    """Return the resident bytes of the given processes."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/statm") as stream:
                total += int(stream.read().split()[1]) * PAGE
        except (OSError, IndexError):
            continue
    return total


def start(spec: dict[str, object]) -> int:
    """Start the command in its own session; return its process id."""
    command = [str(word) for word in spec["command"]]  # type: ignore[attr-defined]
    pid = os.fork()
    if pid:
        return pid
    try:
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
            signal.signal(signum, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.setsid()
        os.chdir(str(spec["cwd"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        size = int(spec["file_mb"]) << 20  # type: ignore[call-overload]
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        os.dup2(os.open(str(spec["stdout"]), flags, 0o600), 1)
        os.dup2(os.open(str(spec["stderr"]), flags, 0o600), 2)
        os.execvpe(command[0], command, dict(spec["env"]))  # type: ignore[call-overload]
    except BaseException as error:
        os.write(2, f"cannot start {command[0]}: {error}\n".encode())
        os._exit(127)


def kill_all() -> None:
    """End and reap every descendant; orphans come to us because we are a subreaper."""
    for _ in range(200):
        for pid in tree(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def watch(pid: int, deadline: float, memory: int) -> dict[str, object]:
    """Wait for the command until ``deadline`` (monotonic clock); return how it ended."""
    begun, peak, pause, code = time.monotonic(), 0, 0.005, None
    status = "exited"
    while code is None:
        done, raw, _ = os.wait4(pid, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(raw)
            break
        used = resident(tree(os.getpid()))
        peak = max(peak, used)
        left = deadline - time.monotonic()
        if left <= 0 or used > memory:
            status = "timeout" if left <= 0 else "memout"
            break
        signal.sigtimedwait([signal.SIGCHLD], min(pause, left))
        pause = min(pause * 1.5, 0.1)
    wall = time.monotonic() - begun
    kill_all()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"status": status, "code": code, "wall_s": wall,
            "cpu_s": spent.ru_utime + spent.ru_stime,
            "peak_mb": max(peak / 2**20, spent.ru_maxrss / 1024)}


def main() -> None:
    """Run the command described by the JSON on standard input."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, stop)
    spec = json.loads(sys.stdin.readline())
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    except (OSError, AttributeError):
        pass
    try:
        if os.getppid() != spec["parent"]:
            raise Stopped
        result = watch(start(spec), float(spec["deadline"]), int(spec["memory_mb"]) << 20)
    except Stopped:
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(signum, signal.SIG_IGN)
        kill_all()
        shutil.rmtree(spec["cwd"], ignore_errors=True)
        raise SystemExit(1) from None
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
