"""Own one private directory and watch the engines that run in it.

A script of its own (``supervisor.py DIRECTORY PARENT``), run with the interpreter's ``-I -S``
flags; only the standard library, nothing of this project is imported, and of that library little
(half of a small task's time would be imports). It makes the directory, says ``{"ready": True}``,
and reads one object per line (marshalled, as hexadecimal digits) from standard input: a command
with its limits. It starts the command in a new session, holds it to its limits on wall time and
memory (resident sum of the process tree), reaps every descendant, and answers with two lines: the
process id at the start, and what happened. The line ``stop`` ends the command early.

At the line ``end`` or the end of its input, when its parent dies in any way, or when it is told
to stop, it ends the engine, removes the directory, and leaves.
"""

import _signal as signal  # type: ignore[import-not-found]
import ctypes
import marshal
import os
import resource
import select
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PAGE = resource.getpagesize()
SPARE_CPU_S = 60


class Stopped(Exception):
    """Told to stop, or the parent died."""


class Quiet:
    """``contextlib.suppress``, whose module is long in coming."""

    def __init__(self, *errors: type[BaseException]) -> None:
        self.errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self.errors)


told: list[int] = []
"""The signals received so far: the input's end and a signal often come at the same moment, so a
signal must not raise wherever this process happens to be."""


def stop(signum: int, _frame: object) -> None:
    """Note a signal; the next wait for input raises :class:`Stopped`."""
    told.append(signum)


def prctl(option: int, value: int) -> None:
    """Ask the kernel for a favour; systems other than Linux don't know any."""
    with Quiet(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


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
    """Start the command in its own session; return its process id.

    Should this process be killed, the kernel kills the engine; the limit on processor time ends
    what nobody is left to end.
    """
    command = [str(word) for word in spec["command"]]  # type: ignore[attr-defined]
    mother = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
        signal.set_wakeup_fd(-1)
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(signum, signal.SIG_DFL)
        os.setsid()
        os.chdir(str(spec["cwd"]))
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_FSIZE, int(spec["file_mb"]) << 20)  # type: ignore[call-overload]
        seconds = float(spec["deadline"]) - time.monotonic()  # type: ignore[arg-type]
        limit(resource.RLIMIT_CPU, int(max(seconds, 0)) * (os.cpu_count() or 1) + SPARE_CPU_S)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        log = os.open(str(spec["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        if os.getppid() == mother:
            os.execvpe(command[0], command, dict(spec["env"]))  # type: ignore[call-overload]
    except BaseException as error:
        os.write(2, f"cannot start {command[0]}: {error}\n".encode())
    os._exit(127)


def limit(kind: int, value: int) -> None:
    """Lower a limit; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def kill_all(group: int = 0) -> None:
    """End and reap every descendant; orphans come to us because we are a subreaper."""
    if group > 1:
        with Quiet(OSError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(400):
        for pid in tree(os.getpid()):
            with Quiet(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


class Watch:
    """Standard input and the end of children, both waited for at once."""

    def __init__(self) -> None:
        self.text = b""
        self.reading, self.writing = os.pipe()
        for end in (self.reading, self.writing):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.writing, warn_on_full_buffer=False)

    def line(self, wait_s: float | None = None) -> str | None:
        """Return the next line; None where a child ended or time is up before it is there."""
        while b"\n" not in self.text:
            if told:
                raise Stopped
            ready, _, _ = select.select([0, self.reading], [], [], wait_s)
            if 0 in ready:
                fresh = os.read(0, 65536)
                if not fresh:
                    raise Stopped
                self.text += fresh
                continue
            if ready:
                os.read(self.reading, 4096)
            if wait_s is not None:
                return None
        found, _, self.text = self.text.partition(b"\n")
        return found.decode()

    def follow(self, pid: int, deadline: float, memory: int) -> dict[str, object]:
        """Wait for the command until ``deadline`` (monotonic clock); return how it ended."""
        begun, peak, pause, code = time.monotonic(), 0, 0.005, None
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
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
            if self.line(min(pause, left)) == "stop":
                status = "interrupted"
                break
            pause = min(pause * 1.5, 0.1)
        wall = time.monotonic() - begun
        kill_all(pid)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = spent.ru_utime + spent.ru_stime - before.ru_utime - before.ru_stime
        return {"status": status, "code": code, "wall_s": wall, "cpu_s": cpu,
                "peak_mb": max(peak / 2**20, spent.ru_maxrss / 1024)}


def say(data: dict[str, object]) -> None:
    """Write one line; a parent that has gone is noticed by its end of our input."""
    with Quiet(BrokenPipeError):
        os.write(1, marshal.dumps(data).hex().encode() + b"\n")


def remove(directory: str) -> None:
    """Remove the directory with whatever an engine left there, however deep or locked."""
    for _ in range(20):
        try:
            with os.scandir(directory) as entries:
                for entry in entries:
                    with Quiet(OSError):
                        os.unlink(entry.path)
            os.rmdir(directory)
        except FileNotFoundError:
            return
        except OSError:
            import subprocess

            for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
                subprocess.run([*command, directory], check=False, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
            time.sleep(0.01)


def serve(watch: Watch) -> None:
    """Run commands until the input ends."""
    while True:
        line = watch.line()
        if line == "end":
            return
        if not line or line == "stop":
            continue
        spec = marshal.loads(bytes.fromhex(line))
        pid = start(spec)
        say({"pid": pid})
        say(watch.follow(pid, float(spec["deadline"]), int(spec["memory_mb"]) << 20))


def main() -> None:
    """Make the directory given as the first argument and serve the parent given as the second."""
    directory, parent = sys.argv[1], int(sys.argv[2])
    for signum in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
    try:
        if os.getppid() != parent:
            raise Stopped
        os.mkdir(directory, 0o700)
        say({"ready": True})
        serve(Watch())
    except Stopped:
        pass
    finally:
        kill_all()
        remove(directory)
    os._exit(0)


if __name__ == "__main__":
    main()
