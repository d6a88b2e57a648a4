"""The endpoint's bad days: retries, budgets, transcripts."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, serving

from benchmarks.baselines.answers import find_object
from benchmarks.baselines.chat import BudgetError, Endpoint, Settings, Transcript, settings_from
from planner.errors import ComponentError, InputError

ASK = [{"role": "user", "content": "hello"}]


def hello(prompt: str) -> str:
    return "hello yourself"


def endpoint(server: ModelServer, waits: list[float], **more: Any) -> Endpoint:
    record = more.pop("record", None)
    settings = Settings(**{"endpoint": server.url, "lm_timeout_s": 60.0, **more})
    return Endpoint(settings, record, sleep=waits.append)


def test_retries_until_an_answer_and_waits_as_asked(tmp_path: Path) -> None:
    faults = ["500", "429", "cut", "short"]
    waits: list[float] = []
    with serving(ModelServer(faults, hello)) as server:
        answer = endpoint(server, waits, record=tmp_path / "chat.jsonl").ask("greet", ASK)
    assert (answer.text, answer.attempts) == ("hello yourself", 5)
    assert waits == [1.0, 7.0, 4.0, 8.0]
    line = json.loads((tmp_path / "chat.jsonl").read_text())
    assert [e["kind"] for e in line["errors"]] == [
        "http 500", "http 429", "malformed", "connection"]


@pytest.mark.parametrize(("faults", "more", "words", "waited"), [
    (["hang", "hang"], {"lm_timeout_s": 0.2, "lm_attempts": 2},
     r"timeout: no answer within 0\.2 s", [1.0]),
    (["stream"], {"lm_timeout_s": 0.2, "lm_attempts": 1}, "timeout", []),
    (["401"], {}, "http 401", []),  # what cannot pass is not retried
])
def test_a_server_that_never_answers_is_left(
    faults: list[str], more: dict[str, Any], words: str, waited: list[float]
) -> None:
    waits: list[float] = []
    with serving(ModelServer(faults, hello)) as server:
        with pytest.raises(ComponentError, match=words):
            endpoint(server, waits, **more).ask("greet", ASK)
        server.release.set()
    assert (waits, len(server.requests)) == (waited, 1 + len(waited))


def test_an_answer_that_drips_is_left() -> None:
    """The clock is the test's: every look at it is 100 s later."""
    minutes = itertools.count(0, 100)
    with serving(ModelServer(model=hello)) as server:
        chat = endpoint(server, [], lm_attempts=1)
        chat.clock = lambda: float(next(minutes))
        with pytest.raises(ComponentError, match="timeout"):
            chat.ask("greet", ASK)


def test_budget_and_cost() -> None:
    waits: list[float] = []
    with serving(ModelServer(model=hello)) as server:
        chat = endpoint(server, waits, lm_budget_tokens=5, lm_price_in=1e6, lm_price_out=2e6)
        assert chat.ask("greet", [{"role": "user", "content": "x" * 20}]).cost_usd == 5 + 2 * 3
        with pytest.raises(BudgetError, match="8 tokens"):
            chat.ask("greet", ASK)


def test_replay_is_equal_byte_for_byte_and_notices_changes(tmp_path: Path) -> None:
    first, second = tmp_path / "chat.jsonl", tmp_path / "again.jsonl"
    with serving(ModelServer(["500", "", "uncounted"], hello)) as server:
        chat = endpoint(server, [], record=first)
        live = [chat.ask("greet", ASK), chat.ask("part", [{"role": "user", "content": "bye"}])]
    assert live[1].tokens == 0
    replay = Transcript(chat.settings, first, second)
    assert [replay.ask("greet", ASK), replay.ask("part", [{"role": "user", "content": "bye"}])
            ] == live
    assert second.read_bytes() == first.read_bytes()
    first.write_text(first.read_text().replace("hello your", "\\ud800"))
    assert Transcript(chat.settings, first, second).ask("greet", ASK).text == "\ud800self"
    with pytest.raises(InputError, match="asks on"):
        replay.ask("greet", ASK)
    with pytest.raises(InputError, match="something else"):
        Transcript(chat.settings, first).ask("part", ASK)


def test_settings_come_from_the_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_LM_MODEL", "m")
    found = settings_from({"endpoint": "http://x/v1", "temperature": 0, "lm_attempts": 2})
    assert (found.endpoint, found.model, found.temperature, found.lm_attempts) == (
        "http://x/v1", "m", 0, 2)
    for key, value in (("lm_attempts", "many"), ("lm_attempts", 0), ("lm_timeout_s", float("inf")),
                       ("lm_price_in", -1.0), ("temperature", float("nan"))):
        with pytest.raises(InputError, match=f"^{key} must be"):
            settings_from({key: value})


@pytest.mark.parametrize(("text", "expected"), [
    ('{"a": "b"}', {"a": "b"}),
    ("Well: {'a': 'it\\'s', 'c': [1, 2,],} ok", {"a": "it's", "c": [1, 2]}),
    ('```json\n{"a": {"b": "}"}}\n```', {"a": {"b": "}"}}),
    ('{"a": "cut of', {"a": "cut of"}),
    ('{"a": ["x", "y', {"a": ["x", "y"]}),
    ("{Alice will go} then {\"a\": 1}", {"a": 1}),
    ("{'a': {'a set'}} or {'a': ('x',)}", {"a": ["x"]}),
    ("no object", None), ("{" * 5000, None),
])
def test_objects_are_found_in_any_wrapping(text: str, expected: Any) -> None:
    assert find_object(text) == expected
