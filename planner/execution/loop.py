"""Run one episode: observe, decide, act, and record what happened and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from planner.environment import Decision, Environment, Policy, Scorecard
from planner.errors import AgentError
from planner.execution.trace import EpisodeRecord, TraceWriter, digest, plain, whats_new

PASSIVE = ("Done", "Idle", "NoOp()")


def run_episode(
    environment: Environment, policy: Policy, *, domain: str, case: str, seed: int,
    trace: TraceWriter | None = None,
    on_step: Callable[[int, Mapping[str, str]], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeRecord:
    """Let ``policy`` act in ``environment`` for as many joint steps as the briefing gives.

    The policy gets the briefing and observations, nothing else. ``on_step`` is called before the
    first joint step (0, no actions) and after each (rendering, progress). An episode ends when
    the policy says ``done``, when every agent's action is Done, on termination, or at the budget.
    ``clock`` returns seconds.
    """
    trace = trace or TraceWriter()
    observations, _ = environment.reset(seed=seed)
    briefing, name = environment.briefing(), str(getattr(policy, "name", type(policy).__name__))
    at_first = environment.scorecard()
    trace.write("header", {"format": 1, "domain": domain, "case": case, "policy": name,
                           "seed": seed, "agents": list(briefing.agents),
                           "instruction": briefing.instruction,
                           "max_steps": briefing.max_steps,
                           "frame": _frame(environment, trace)})
    started = clock()
    policy.reset(briefing, observations)
    setup = clock() - started
    totals: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    idle = dict.fromkeys(briefing.agents, 0)
    seconds: list[float] = []
    failures: list[str] = []
    cost, done, trailing, step = 0.0, False, False, 0
    before: dict[str, Any] = {}
    if on_step is not None:
        on_step(0, {})
    while step < briefing.max_steps and not done:
        started = clock()
        decision = _checked(policy.decide(observations), name, briefing.agents)
        seconds.append(clock() - started + (setup if step == 0 else 0.0))
        traced = trace.stream is not None
        seen, shown = (digest(observations), plain(observations)) if traced else ("", {})
        observations, _, terminations, truncations, infos = environment.step(
            {a: decision.actions.get(a, "Idle") for a in briefing.agents}
        )
        step += 1
        decided[decision.by or name] += 1
        trailing = all(decision.actions.get(a) == "Done" for a in briefing.agents)
        for agent in () if trailing else briefing.agents:
            idle[agent] += (agent in decision.idle
                            or decision.actions.get(agent, "Idle") in PASSIVE)
        success = {a: bool(i.get("success", True)) for a, i in infos.items()}
        failure = {a: str(i.get("failure", "")) for a, i in infos.items()}
        trace.write("step", {
            "step": step, "observation": seen, "actions": dict(decision.actions),
            "success": success, "failure": failure, "reasons": dict(decision.reasons),
            "replan": decision.replan, "decision_seconds": seconds[-1],
            "notes": dict(decision.notes), "observations": whats_new(before, shown),
            "frame": _frame(environment, trace)})
        before = shown
        failures += [f"{step} {a}: {action}: {failure[a] or 'failed'}"
                     for a, action in decision.actions.items() if not success.get(a, True)]
        totals.update(replans=int(bool(decision.replan)), engine_calls=decision.engine_calls,
                      tokens=decision.tokens)
        cost += decision.cost_usd
        if on_step is not None:
            on_step(step, decision.actions)
        done = decision.done or trailing or _ended(terminations) or _ended(truncations)
        believed = (decision.done or trailing) and not decision.gave_up
    card = environment.scorecard()
    result = EpisodeRecord(
        domain=domain, case=case, policy=name, agents=briefing.agents, seed=seed,
        max_steps=briefing.max_steps, steps=step, trailing_done=trailing, success=card.success,
        believed_success=bool(step) and believed, subtasks=card.subtasks, credited=card.credited,
        coverage=card.coverage, covered=card.covered, successes=dict(card.successes),
        useful=dict(card.useful), decision_seconds=tuple(seconds), replans=totals["replans"],
        engine_calls=totals["engine_calls"], tokens=totals["tokens"], cost_usd=cost,
        failures=tuple(failures), extra={**card.extra, **_begun(at_first)}, idle=idle,
        basis={"simulator": f"{domain}, its own environment", "referee": "the world's own",
               "preparation": "none", "scenes": "the case's own", **card.basis},
        begins_done=at_first.success,
        decided=dict(decided),
    )
    trace.write("result", result.to_json())
    return result


def _checked(decision: object, policy: str, agents: Collection[str]) -> Decision:
    """Return what a policy decided; raises :class:`AgentError` for anything else."""
    if not isinstance(decision, Decision):
        raise AgentError(
            f"agent {policy!r}: decide() returned {type(decision).__name__} {decision!r:.80}; it "
            'must return planner.Decision({"<robot>": "<action>", ...})')
    if not isinstance(decision.actions, Mapping) or not decision.actions.keys() <= {*agents} or (
            not all(isinstance(action, str) for action in decision.actions.values())):
        raise AgentError(
            f"agent {policy!r}: the actions of its Decision are {decision.actions!r:.80}; they "
            f"must be texts by robot ({', '.join(agents)}), as {{\"<robot>\": \"<action>\"}}")
    return decision


def _begun(at_first: Scorecard) -> Mapping[str, Any]:
    """Return by which further readings of the referee the task is done before anybody acts."""
    readings = at_first.extra.get("readings")
    done = [name for name, verdict in readings.items() if verdict.get("success")] if isinstance(
        readings, Mapping) else []
    return {"begin_done": done} if done else {}


def _frame(environment: Environment, trace: TraceWriter) -> Mapping[str, Any]:
    """Return the scene for the replay (``docs/trace.md``), if a trace is written at all."""
    draw = getattr(environment, "frame", None)
    return draw() if draw is not None and trace.stream is not None else {}


def _ended(flags: Mapping[str, bool]) -> bool:
    return bool(flags) and all(flags.values())
