"""Ask a language model behind an OpenAI-compatible endpoint; record and replay every exchange.

The transcript is JSON lines, one per exchange: the request, every failed attempt, the answer, its
tokens and seconds. A replay needs no endpoint and writes the same bytes again. The key comes from
the environment, goes only to the host it was given for (:mod:`benchmarks.baselines.key_host`) and
is never recorded, also where an endpoint echoes it (:mod:`benchmarks.secrets`).
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from benchmarks.baselines.key_host import DEFAULT_URL, key_for
from benchmarks.secrets import URL_VARIABLE, hidden, without_credentials
from planner.cases import build, option
from planner.errors import ComponentError, InputError, LimitError, MissingError, remedy
from planner.files import read_text

Messages = Sequence[Mapping[str, Any]]
MODEL_VARIABLE = "PLANNER_LM_MODEL"
RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
MAX_ANSWER_BYTES = 2_000_000
MAX_TRANSCRIPT_BYTES = 200_000_000
MAX_WAIT_S = 60.0
MAX_TOKENS = 10**12
"""Most tokens of an answer or a question that an endpoint is believed."""


class BudgetError(LimitError):
    """Report that the tokens or the money granted to a policy are used up."""


@dataclass(frozen=True)
class Settings:
    """How to reach a model and what it may use, under the keys of a suite's case."""

    endpoint: str = option(DEFAULT_URL, help="Address, as of an OpenAI-compatible service.")
    model: str = option("default", help="Name of the model.")
    temperature: float = option(0.7, help="As the service has it.", minimum=0, maximum=1e9)
    lm_timeout_s: float = option(120.0, help="Longest wait.", unit="s", minimum=1e-3, maximum=1e9)
    lm_attempts: int = option(5, help="Requests per exchange.", minimum=1)
    lm_backoff_s: float = option(1.0, help="First wait; it doubles.", unit="s", minimum=0)
    lm_budget_tokens: int = option(2_000_000, help="Tokens of an episode.", minimum=0)
    lm_budget_usd: float = option(10.0, help="Price of an episode.", unit="US$", minimum=0)
    lm_price_in: float = option(0.0, help="US$ per million tokens asked.", minimum=0)
    lm_price_out: float = option(0.0, help="US$ per million tokens answered.", minimum=0)
    lm_images: bool = option(False, help="Send the robots' pictures along.")
    lm_answer_tokens: int = option(1000, help="Longest answer.", unit="tokens", minimum=0)
    lm_parse_retries: int = option(2, help="Asked again without the object asked for.", minimum=0)
    lm_view_chars: int = option(6000, help="Letters about all robots' views.", minimum=0)
    lm_prompts: str = option("", help="TOML file of prompts of one's own, in the place of ours.")


@dataclass(frozen=True, slots=True)
class Answer:
    """The model's words with what they cost; ``attempts`` counts the requests it took."""

    text: str
    tokens: int
    cost_usd: float
    attempts: int


class Chat:
    """Something that answers within a budget; every exchange goes into ``record``."""

    def __init__(self, settings: Settings, record: Path | None = None) -> None:
        self.settings, self.record = settings, record
        self.tokens, self.usd = 0, 0.0

    def ask(self, purpose: str, messages: Messages, max_tokens: int = 0) -> Answer:
        """Answer the messages.

        Raises BudgetError, and ComponentError with the endpoint's last reason.
        """
        settings = self.settings
        if self.tokens >= settings.lm_budget_tokens or self.usd >= settings.lm_budget_usd:
            raise BudgetError(f"budget used up: {self.tokens} tokens, {self.usd:.4f} US$")
        line = self.exchange(purpose, {
            "model": settings.model, "messages": [dict(m) for m in messages],
            "temperature": settings.temperature,
            "max_tokens": max_tokens or settings.lm_answer_tokens})
        if self.record is not None:
            with self.record.open("a", encoding="utf-8", newline="",
                                  errors="backslashreplace") as stream:  # half characters
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        found, errors = line["answer"], line["errors"]
        if found is None:
            last = errors[-1] if errors else {"kind": "none", "message": ""}
            raise ComponentError(
                f"endpoint {without_credentials(settings.endpoint)} gave no answer in "
                f"{len(errors)} attempts; the last: {last['kind']}: {last['message']}")
        cost = (found["prompt_tokens"] * settings.lm_price_in
                + found["completion_tokens"] * settings.lm_price_out) / 1e6
        tokens = found["prompt_tokens"] + found["completion_tokens"]
        self.tokens += tokens
        self.usd += cost
        return Answer(found["text"], tokens, cost, len(errors) + 1)

    def exchange(self, purpose: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the line of the transcript for a request."""
        raise NotImplementedError


class Endpoint(Chat):
    """A live endpoint. ``sleep`` and ``clock`` are arguments so that tests needn't wait."""

    def __init__(
        self, settings: Settings, record: Path | None = None, *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(settings, record)
        self.sleep, self.clock = sleep, clock
        self.key = key_for(settings.endpoint)

    def exchange(self, purpose: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Ask once, retrying what may pass."""
        errors: list[dict[str, Any]] = []
        started = self.clock()
        answer: dict[str, Any] | None = None
        for attempt in range(self.settings.lm_attempts):
            answer, error, wait = self._attempt(request)
            if answer is not None:
                break
            errors.append(error)
            if not error["retry"]:
                break
            if attempt + 1 < self.settings.lm_attempts:
                self.sleep(min(MAX_WAIT_S, max(wait, self.settings.lm_backoff_s * 2**attempt)))
        return {"purpose": purpose, "request": request, "errors": errors, "answer": answer,
                "seconds": round(self.clock() - started, 6)}

    def _attempt(
        self, request: Mapping[str, Any]
    ) -> tuple[dict[str, Any] | None, dict[str, Any], float]:
        """Send one request; return the answer or the error, and the wait the server asks for."""
        httpx = _httpx()
        try:
            status, wait, body = self._send(request)
        except httpx.TimeoutException:
            return None, _error("timeout", f"no answer within {self.settings.lm_timeout_s:g} s"), 0
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            text = self._hidden(f"{type(error).__name__}: {error}")
            return None, _error("connection", text), 0
        if status != 200:
            text = self._hidden(body.decode("utf-8", "replace"))[:200]
            return None, _error(f"http {status}", text, retry=status in RETRIED), wait
        try:
            found = _content(json.loads(body))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError,
                OverflowError) as error:
            text = self._hidden(f"{type(error).__name__}: {error}")
            return None, _error("malformed", text[:200]), 0
        return {**found, "text": self._hidden(found["text"])}, {}, 0

    def _hidden(self, text: str) -> str:
        """Mask what is secret, and half characters, which no file can hold."""
        return hidden(text, self.settings.endpoint).encode("utf-8", "replace").decode()

    def _send(self, request: Mapping[str, Any]) -> tuple[int, float, bytes]:
        httpx = _httpx()
        url = self.settings.endpoint.rstrip("/") + "/chat/completions"
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        deadline = self.clock() + self.settings.lm_timeout_s
        body = bytearray()
        with httpx.stream("POST", url, json=request, headers=headers, trust_env=False,
                          verify=_trusted(), timeout=self.settings.lm_timeout_s) as response:
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > MAX_ANSWER_BYTES:
                    raise ValueError(f"answer larger than {MAX_ANSWER_BYTES} bytes")
                if self.clock() > deadline:
                    raise httpx.ReadTimeout("the answer drips")
            wait = response.headers.get("retry-after", "")
            seconds = float(wait) if re.fullmatch(r"\d{1,6}", wait, re.ASCII) else 0.0
            return response.status_code, seconds, bytes(body)


class Transcript(Chat):
    """A recorded conversation that answers again; ``record`` receives the same lines."""

    def __init__(self, settings: Settings, source: Path, record: Path | None = None) -> None:
        super().__init__(settings, record)
        text = read_text(source, MAX_TRANSCRIPT_BYTES, expected="a transcript as UTF-8 text")
        self.source, self._lines, self._next = source, StringIO(text).readlines(), 0

    def exchange(self, purpose: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the recorded line; raises InputError when the request differs."""
        place = f"{self.source}:{self._next + 1}"
        if self._next >= len(self._lines):
            raise InputError(f"{place}: the transcript ends here but the policy asks on")
        line = _exchange(self._lines[self._next], place)
        if line["purpose"] != purpose or line["request"].get("messages") != request["messages"]:
            raise InputError(f"{place}: the policy now asks something else ({purpose}); the "
                             "transcript belongs to another version, case or seed")
        self._next += 1
        return line


def _exchange(raw: str, place: str) -> dict[str, Any]:
    """Read a line of a transcript; raises InputError when it is not a whole exchange."""
    try:
        line = json.loads(raw)
        sound = isinstance(line["request"], dict) and all(
            isinstance(error["kind"], str) and isinstance(error["message"], str)
            for error in line["errors"])
        if answer := line["answer"]:
            sound = sound and isinstance(answer["text"], str) and all(
                type(answer[key]) is int and 0 <= answer[key] <= MAX_TOKENS
                for key in ("prompt_tokens", "completion_tokens"))
        if not sound or not isinstance(answer, dict | type(None)) or "purpose" not in line:
            raise ValueError("request, errors or answer have the wrong shape")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{place}: not an exchange: {error}") from None
    return dict(line)


def settings_from(given: Mapping[str, Any]) -> Settings:
    """Read settings; what is not said of endpoint and model, the environment says.

    Raises :class:`InputError` for an unknown key and for a value that means nothing.
    """
    known = {"endpoint": os.environ.get(URL_VARIABLE), "model": os.environ.get(MODEL_VARIABLE)}
    return build(Settings, {k: v for k, v in {**known, **given}.items()
                            if v not in (None, "")})


def _content(body: Any) -> dict[str, Any]:
    """Take the text and the usage out of a completion; a refusal is an answer, too.

    Less than no tokens (-1 is some servers' "not known") are none.
    """
    message = body["choices"][0]["message"]
    text = message.get("content") or message.get("refusal")
    if isinstance(text, list):
        text = "".join(part.get("text", "") for part in text)
    if not isinstance(text, str):
        raise ValueError("no text in the answer")
    usage = body.get("usage") or {}
    return {"text": text, **{key: min(max(0, int(usage.get(key) or 0)), MAX_TOKENS)
                             for key in ("prompt_tokens", "completion_tokens")}}


def _error(kind: str, message: str, retry: bool = True) -> dict[str, Any]:
    return {"kind": kind, "message": message, "retry": retry}


@cache
def _trusted() -> Any:
    """Read the certificates once: that takes longer than many a request."""
    return _httpx().create_ssl_context(trust_env=False)


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise MissingError("policies that ask a language model need httpx: " +
                           remedy("lm")) from error
    return httpx
