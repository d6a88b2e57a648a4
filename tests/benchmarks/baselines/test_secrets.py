"""Keys and passwords: sent where they were given for, shown and written nowhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import planner
from model_server import ModelServer, serving
from tables import cases

from benchmarks.baselines.chat import Endpoint, Settings
from benchmarks.baselines.key_host import key_for
from benchmarks.secrets import hidden, masked
from planner.errors import ComponentError, UsageError

CASES = cases(__file__)
KEY = "sk-very/secret+4711=="
ASK = [{"role": "user", "content": "hello"}]
SUITE = Path(__file__).with_name("secrets.toml").read_text(encoding="utf-8")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(ModelServer(["401"])) as found:
        yield found


def bench(tmp_path: Path, suite: str, *more: str, **environment: str) -> tuple[int, str]:
    """Run bench in an environment without keys but those given; return code and all output."""
    (tmp_path / "lm.toml").write_text(suite)
    done = planner("bench", str(tmp_path / "lm.toml"), "--jobs", "0", "--out",
                   str(tmp_path / "runs"), *more, **environment)
    return done.returncode, done.stdout + done.stderr


def written(folder: Path) -> str:
    return "\n".join(p.read_text() for p in sorted(folder.rglob("*")) if p.is_file())


def test_an_echoed_key_is_nowhere(tmp_path: Path, server: ModelServer) -> None:
    code, shown = bench(tmp_path, SUITE, PLANNER_LM_KEY=KEY, PLANNER_LM_URL=server.url)
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert code == 5
    assert "http 401" in shown
    everything = shown + written(tmp_path / "runs")
    assert "[hidden]" in everything
    assert KEY not in everything
    assert "secret" not in everything


def test_an_answer_that_echoes_the_key_is_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_LM_KEY", KEY)
    with serving(ModelServer(["echo"])) as server:
        monkeypatch.setenv("PLANNER_LM_URL", server.url)
        answer = Endpoint(Settings(endpoint=server.url)).ask("greet", ASK)
    assert "Bearer [hidden]" in answer.text
    assert KEY not in answer.text


def test_a_password_in_the_address_is_nowhere(tmp_path: Path, server: ModelServer) -> None:
    url = server.url.replace("http://", "http://me:hunter22@")
    code, shown = bench(tmp_path, SUITE, PLANNER_LM_URL=url)
    assert server.headers[0]["Authorization"] == "Basic bWU6aHVudGVyMjI="
    assert code == 5
    everything = shown + written(tmp_path / "runs")
    assert "hunter22" not in everything
    assert "bWU6aHVudGVyMjI=" not in everything
    suite = SUITE + f'endpoint = "{url}"\n'
    code, shown = bench(tmp_path, suite, "--resume")
    everything = shown + written(tmp_path / "runs")
    assert "hunter22" not in everything
    assert json.loads((tmp_path / "runs/runs/llamar/a/result.json").read_text())[
        "case"]["endpoint"] == server.url.replace("http://", "http://[hidden]@")


def test_a_suite_cannot_choose_who_gets_the_key(tmp_path: Path, server: ModelServer) -> None:
    suite = SUITE + f'endpoint = "{server.url}"\n'
    code, shown = bench(tmp_path, suite, PLANNER_LM_KEY=KEY)
    assert code == 2
    assert "--allow-host" in shown
    assert server.requests == []
    assert not (tmp_path / "runs").exists()
    host = server.url.split("/")[2]
    code, shown = bench(tmp_path, suite, "--allow-host", host, PLANNER_LM_KEY=KEY)
    assert code == 5
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(("url", "environment", "sent"), CASES["hosts"])
def test_a_key_is_bound_to_its_host(url: str, environment: dict[str, str], sent: bool) -> None:
    environment = {**environment, "PLANNER_LM_KEY": KEY}
    if sent:
        assert key_for(url, environment) == KEY
    else:
        with pytest.raises(UsageError):
            key_for(url, environment)


def test_openais_key_is_for_openai() -> None:
    assert key_for("https://api.openai.com/v1", {"OPENAI_API_KEY": KEY}) == KEY
    with pytest.raises(UsageError):
        key_for("http://api.openai.com/v1", {"OPENAI_API_KEY": KEY})
    assert key_for("http://anywhere", {}) == ""


@pytest.mark.parametrize("spelling", [
    KEY, "sk-very\\/secret+4711==", "sk-very%2Fsecret%2B4711%3D%3D",
    "c2stdmVyeS9zZWNyZXQrNDcxMT09"])
def test_every_spelling_is_masked(spelling: str) -> None:
    assert hidden(f"a {spelling} b", environment={"PLANNER_LM_KEY": KEY}) == "a [hidden] b"


def test_placeholder_keys_leave_texts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_LM_KEY", "none")
    assert masked({"none": ["none", 1]}) == {"none": ["none", 1]}


def test_a_wrong_header_does_not_show_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_LM_KEY", "abc\ndef-secret")
    with serving(ModelServer()) as server:
        monkeypatch.setenv("PLANNER_LM_URL", server.url)
        with pytest.raises(ComponentError) as caught:
            Endpoint(Settings(endpoint=server.url, lm_attempts=1)).ask("greet", ASK)
    assert "secret" not in str(caught.value)
