"""A real HTTP server on loopback that plays a language model, badly if asked to."""

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def corridor_model(text: str) -> str:
    """Answer a prompt about the corridor like a clumsy but willing model."""
    agents = re.search(r"robots called ([\w, ]+)\.", text)
    names = agents.group(1).split(", ") if agents else []
    if '"plan"' in text:
        return '```json\n{"reason": "boxes wait", "plan": ["visit the boxes"]}\n```'
    if '"completed subtasks"' in text:
        return "{'reason': 'none yet', 'completed subtasks': []}"
    actions = {}
    for name in names:
        seen = re.search(rf'{name} perceives: .*?"here": "(\w*)", "visited": (\[.*?\])', text)
        box = seen.group(1) if seen and seen.group(1) not in seen.group(2) else ""
        actions[name] = f"visit {box}" if box else "move to the right"
    return json.dumps({"reason": "onward", "action": actions})


class ModelServer:
    """Serve completions; ``faults`` are used up one per request, then all is well."""

    def __init__(
        self, faults: Sequence[str] = (), model: Callable[[str], str] = corridor_model,
        retry_after_s: int = 7, delay_s: float = 0.0,
    ) -> None:
        self.faults, self.model, self.retry_after_s = list(faults), model, retry_after_s
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.lock = threading.Lock()
        self.release, self.delay_s = threading.Event(), delay_s
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer.lock:
                    outer.requests.append(body)
                    outer.headers.append(dict(self.headers))
                    fault = outer.faults.pop(0) if outer.faults else ""
                with contextlib.suppress(OSError):
                    outer.respond(self, body, fault)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler

    def respond(self, handler: BaseHTTPRequestHandler, body: dict[str, Any], fault: str) -> None:
        prompt = "\n".join(str(m["content"]) for m in body["messages"])
        texts = {"nonsense": "Purple elephants sing quietly.", "refusal": "I'm sorry, I can't.",
                 "open": '{"reason": "cut off in the mid', "empty": ""}
        text = texts.get(fault) if fault in texts else self.model(prompt)
        if fault == "echo":
            text = f"you said {dict(handler.headers)}"
        used = (-1, -1) if fault == "uncounted" else (len(prompt) // 4, len(text or "") // 4)
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}],
                             "usage": dict(zip(("prompt_tokens", "completion_tokens"), used))})
        time.sleep(self.delay_s)
        if fault == "hang":
            self.release.wait(60)
        if fault == "no choices":
            answer = '{"choices": []}'
        if fault == "cut":
            answer = answer[: len(answer) // 2]
        if fault == "stream":
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.end_headers()
            while not self.release.wait(0.02):
                handler.wfile.write(b'data: {"choices": [{"delta": {"content": "a"}}]}\n\n')
            return
        status = int(fault) if fault.isdecimal() else 200
        if status == 401:
            answer = f"bad key, you sent {dict(handler.headers)} to {handler.path}"
        data = answer.encode()
        handler.send_response(status)
        if status == 429:
            handler.send_header("Retry-After", str(self.retry_after_s))
        handler.send_header("Content-Length", str(len(data) + (50 if fault == "short" else 0)))
        handler.end_headers()
        handler.wfile.write(data)


@contextlib.contextmanager
def serving(server: ModelServer) -> Iterator[ModelServer]:
    thread = threading.Thread(target=server.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.server.shutdown()
        server.server.server_close()
        thread.join()
