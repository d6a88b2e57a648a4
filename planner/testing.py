"""Check that a domain keeps its contract, as PettingZoo's API test does for an environment.

A distribution runs it on its own declaration::

    from planner.testing import check_domain
    from my_world import DOMAIN

    def test_domain() -> None:
        check_domain(DOMAIN)
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from planner.cases import build, fields_of, plain
from planner.discovery import contract_breach, missing_parts
from planner.domain import Domain, FileHead, load_part
from planner.environment import Briefing, Environment, Scorecard
from planner.errors import InputError
from planner.execution.actor.model import Model, flaw
from planner.execution.actor.policy import planned
from planner.execution.episode import request, run
from planner.execution.trace import EpisodeRecord
from planner.pddl import read_texts
from planner.solving import SolveOptions, solve_case

STEPS = 4
PLANNING = 10.0
README_ROWS = ("agents", "actions", "observation", "history")


def check_domain(
    domain: Domain[Any], case: Any = None, *, engine: str = "auto", time_limit: float = 30.0
) -> None:
    """Raise AssertionError, with what is wrong, if a domain breaks its contract.

    ``case`` is what is tried; by default the domain's sample, else a case of defaults only.
    Checked are: the declaration and every part it names; that a case is stored and read again,
    and unknown keys refused; that the sample is recognised, and not just anything; that PDDL is
    readable and solved by ``engine``; the environment's shape, determinism, and JSON-like
    observations; that a bridge's problem and ground actions are those of its PDDL, and that it
    bears late and contradictory observations; each policy of its own (``planned`` with a bridge),
    twice with the same result; every suite; every command; the README's table.
    """
    breach = contract_breach(domain, domain.name)
    assert not breach, breach
    assert not missing_parts(domain), f"no module {', '.join(missing_parts(domain))}"
    nobodys = FileHead(Path("nobodys"), "")
    assert not domain.recognise(nobodys), "recognise: it claims an empty file without a suffix"
    if domain.sample is not None:
        assert domain.recognise(FileHead.of(domain.sample)), f"{domain.sample} is not recognised"
    if case is None:
        case = domain.read(domain.sample) if domain.sample else domain.case_type()
    _check_case(domain, case)
    if domain.has("describe"):
        assert isinstance(domain.part("describe")(case)["text"], str), "describe: no text"
    if domain.has("compile"):
        _check_pddl(domain, case, SolveOptions(engine, time_limit))
    if domain.has("environment"):
        _check_environment(domain, case)
        if domain.has("bridge"):
            _check_bridge(domain, case)
            _check_disorder(domain, case)
        for name, spec in domain.players.items():
            if not spec.argument:
                _check_policy(domain, case, name)
    for part in domain.capabilities.values():
        assert callable(load_part(part)) or load_part(part) is not None, part
    _check_suites(domain)


def _check_case(domain: Domain[Any], case: Any) -> None:
    assert isinstance(case, domain.case_type), f"{case!r} is no {domain.case_type.__name__}"
    values = json.loads(json.dumps(plain(case)))
    assert build(domain.case_type, values) == case, "a case is not what was stored of it"
    try:
        build(domain.case_type, {**values, "no such key": 1})
    except InputError:
        return
    raise AssertionError("a case takes any key")


def _check_pddl(domain: Domain[Any], case: Any, options: SolveOptions) -> None:
    translation = domain.translate(case)
    task = read_texts(translation.domain, translation.problem)
    unknown = set(translation.names) - set(task.objects)
    assert len(unknown) < max(1, len(translation.names)), f"names of no object: {unknown}"
    report = solve_case(case, options, domain=domain)
    assert report.solved, f"not solved offline: {report.status} {report.message}"


def _check_environment(domain: Domain[Any], case: Any) -> None:
    stories = []
    for _ in range(2):
        environment = domain.open(case)
        try:
            stories.append(_played(environment))
        finally:
            environment.close()
    assert stories[0] == stories[1], "the same seed and actions give another episode"
    if hasattr(environment, "action_space"):
        _check_with_pettingzoo(domain.open(case))


def _played(environment: Environment) -> list[str]:
    """Play a few idle steps; return everything observed as JSON text."""
    agents = list(environment.possible_agents)
    observations, infos = environment.reset(seed=1)
    assert set(observations) == set(infos) == set(environment.agents) == set(agents), \
        "reset: one observation and one info for each agent"
    briefing = environment.briefing()
    assert isinstance(briefing, Briefing), "briefing() does not return a Briefing"
    assert briefing.agents == tuple(agents), "the briefing names other agents"
    assert briefing.max_steps > 0, "an episode without a step"
    seen = [_text(observations), _text(briefing.facts)]
    for _ in range(STEPS):
        if not environment.agents:
            break
        acting = set(environment.agents)
        answers = environment.step(dict.fromkeys(agents, "Idle"))
        assert len(answers) == 5, "step: observations, rewards, terminations, truncations, infos"
        assert all(set(answer) == acting for answer in answers), "step: keyed by agent"
        for info in answers[4].values():
            assert isinstance(info.get("success"), bool), "infos[agent]['success'] is true or false"
            assert isinstance(info.get("failure"), str), "infos[agent]['failure'] is text"
        seen.append(_text(answers[0]))
    card = environment.scorecard()
    assert isinstance(card, Scorecard), "scorecard() does not return a Scorecard"
    assert set(card.credited) <= set(card.subtasks) or not card.subtasks, "credit for nothing"
    return seen


def _check_bridge(domain: Domain[Any], case: Any) -> None:
    """Check what a bridge says before the first step, and that it can act on a plan."""
    policy = planned(domain, case)
    environment = domain.open(case)
    try:
        observations, _ = environment.reset(seed=1)
        policy.reset(environment.briefing(), observations)
    finally:
        environment.close()
    assert not policy.trouble, policy.trouble
    bridge = policy.bridge
    believed = bridge.problem()
    assert not flaw(policy.domain, believed), flaw(policy.domain, believed)
    assert set(bridge.robots.values()) == set(environment.possible_agents), "robots: other agents"
    unknown = set(bridge.skills) - set(policy.domain.actions)
    assert not unknown, f"skills for actions that are not in the PDDL: {unknown}"
    plan = policy.solver(believed, limit=PLANNING).plan or ()
    preferred = [action for _, action in bridge.preferences(plan)]
    model = Model(policy.domain, believed.objects, bridge.robots)
    for action in (*preferred, *(a for step in plan[:1] for a in step)):
        assert action.name in policy.domain.actions, f"{action} is not in the PDDL"
    doing = {robot: action for step in plan[:1] for action in step for robot in model.who(action)}
    actions = bridge.act(doing)
    assert set(actions) <= set(bridge.robots.values()), "act: keyed by agent"
    assert all(isinstance(action, str) for action in actions.values()), "act: text"


def _check_disorder(domain: Domain[Any], case: Any) -> None:
    """Give ``planned`` late and exchanged observations: it goes on, or ends and says why.

    What comes late is only old; a bridge must not raise at it. What is exchanged contradicts what
    was seen: whatever the bridge does then, an answer for the agents comes out.
    """
    for late in (True, False):
        policy, environment = planned(domain, case), domain.open(case)
        try:
            seen, _ = environment.reset(seed=1)
            policy.reset(environment.briefing(), seen)
            shown = seen
            for _ in range(STEPS):
                decision = policy.decide(shown)
                assert set(decision.actions) <= set(environment.possible_agents), decision.actions
                assert not late or " raised " not in decision.replan, (
                    f"late observations: {decision.replan}")
                if decision.done or not environment.agents:
                    break
                fresh = environment.step(dict(decision.actions))[0]
                if late:
                    shown, seen = seen, fresh
                else:
                    shown = dict(zip(fresh, reversed([*fresh.values()]), strict=True))
        finally:
            environment.close()


def _check_with_pettingzoo(environment: Any) -> None:
    try:
        from pettingzoo.test import parallel_api_test
    except ImportError:
        return
    try:
        parallel_api_test(environment, num_cycles=10)
    finally:
        environment.close()


def _check_policy(domain: Domain[Any], case: Any, name: str) -> None:
    if "max_steps" in fields_of(domain.case_type):
        case = replace(case, max_steps=min(case.max_steps or STEPS, STEPS))
    records = [_record(domain, case, name) for _ in range(2)]
    assert records[0] == records[1], f"policy {name}: the same seed gives another episode"


def _record(domain: Domain[Any], case: Any, name: str) -> dict[str, Any]:
    trace = io.StringIO()
    record = run(case, policy=name, domain=domain, trace=trace)
    lines = [json.loads(line) for line in trace.getvalue().splitlines()]
    assert [lines[0]["kind"], lines[-1]["kind"]] == ["header", "result"], "an incomplete trace"
    assert EpisodeRecord.from_json(record.to_json()).to_json() == record.to_json()
    compared = record.to_json()
    del compared["decision_seconds"]
    compared["extra"] = {k: v for k, v in compared["extra"].items() if k != "times"}
    return compared


def _check_suites(domain: Domain[Any]) -> None:
    for path in sorted(domain.suites.glob("*.toml")) if domain.suites else ():
        from planner.files import read_toml

        table = read_toml(path)
        own = "run" in table  # reads the keys itself
        for name, keys in ({} if own else table.get("algorithms", {})).items():
            _check_keys(domain, {**table.get("defaults", {}), **keys}, f"{path}: {name}")
    readme = _readme(domain)
    if readme is not None and domain.has("environment"):
        text = readme.read_text(encoding="utf-8").lower()
        missing = [row for row in README_ROWS if f"| {row}" not in text]
        assert not missing, f"{readme}: the table has no row {missing[0]!r}"


def _check_keys(domain: Domain[Any], values: Mapping[str, Any], where: str) -> None:
    """Check what an algorithm adds; required fields come from the cases."""
    keys = fields_of(domain.case_type)
    given = {k: v for k, v in values.items() if k not in ("default", "limits")}
    needed = {n: "x" for n, field in keys.items() if field.required and n not in given}
    request(domain, {**needed, **given}, where)


def _readme(domain: Domain[Any]) -> Path | None:
    if domain.pddl is None:
        return None
    places = (domain.pddl.parent / "README.md", domain.pddl.parent.parent / "README.md")
    return next((p for p in places if p.is_file()), None)


def _text(value: Any) -> str:
    """Return observations as JSON text; whatever is not a plain data is an error."""
    try:
        return json.dumps(value, sort_keys=True)
    except TypeError as error:
        raise AssertionError(f"an observation is not JSON-like: {error}") from None
