"""The symbolic team: knowledge → jobs → schedule → joint action; sees observations only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.belief.limits import limits, only_beyond, why_not
from domains.rescue.policy.acting import BLOCK, carries, next_action
from domains.rescue.policy.assignment import AHEAD, Assignment, Part
from domains.rescue.policy.crowding import make_room, step_aside
from domains.rescue.policy.dispatch import dispatch
from domains.rescue.policy.fights import MANY
from domains.rescue.policy.searching import choose_looks
from domains.rescue.policy.tasks import compile_jobs
from domains.rescue.schedule import Schedule, ScheduleProblem, Slot, list_schedule
from planner.console import counted
from planner.environment import Briefing, Decision
from planner.execution.exploration import Target

LATE = 3
"""Steps that one step of lateness (a fire that has spread) is counted to cost."""


class SymbolicPolicy:
    """Plan joint steps with the scheduler; look for people with whoever has time.

    A schedule is kept until something relevant happens: a person found, a failed action, a fire
    that burns differently than predicted, a finished job, a look that showed nobody.
    """

    name = "symbolic"

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start an episode."""
        self.know = Knowledge(briefing, observations)
        self.plan: Schedule | None = None
        self.meaning: dict[str, Assignment] = {}
        self.since = 0
        self.hopeless = frozenset[str]()
        self.parts: dict[str, dict[str, Part]] = {}
        self.looks: dict[str, Target[str]] = {}
        self.searching: frozenset[str] = frozenset()
        self.looking: frozenset[str] = frozenset()

    def decide(self, observations: Mapping[str, Any]) -> Decision:
        """Return the next joint action with its reasons."""
        know = self.know
        events = know.update(observations, self.looking) if self.plan else ["begin"]
        if not know.open():
            return Decision(dict.fromkeys(know.agents, "Done"), done=True, notes={"open": []})
        self._look()
        reason = self._reason(events)
        if reason:
            self._replan()
        elif self._may_search_on() and self._better(self._searches_more):
            reason = "a plan as short, in which somebody searches who would wait later"
        actions, reasons = self._act()
        idle = [a for a, action in actions.items() if action == "Idle"
                and not know.robots[a].holding]
        if idle and not reason and self._remaining() > 1 and self._better(self._shorter):
            reason = f"a shorter plan, since {', '.join(idle)} had nothing to do"
            actions, reasons = self._act()
        if not know.missing() and not (self.plan and self.plan.slots) and (
                self.hopeless or only_beyond(know)):
            return Decision(dict.fromkeys(know.agents, "Done"), done=True, gave_up=True,
                            replan=f"what is left {why_not(know, self.hopeless)}",
                            notes=self._notes())
        if reason == "begin" and limits(know):
            reason += f"; the whole task {why_not(know)}; the rest is done"
        return Decision(actions, replan=reason, reasons=reasons, notes=self._notes())

    def _better(self, good: Callable[[int], bool]) -> bool:
        """Plan anew, but keep the old plan, with so many steps left, unless the new one is good."""
        old, left = (self.plan, self.meaning, self.since, self.searching), self._remaining()
        self._replan()
        if good(left):
            return True
        self.plan, self.meaning, self.since, self.searching = old
        return False

    def _shorter(self, left: int) -> bool:
        """Say whether the plan takes less than so many steps."""
        return self.plan is not None and self.plan.makespan < left

    def _may_search_on(self) -> bool:
        """Say whether a look costs no more than its step: where ways are long it leads away."""
        return bool(self.know.missing()) and not self.know.move_cost and not self._large()

    def _searches_more(self, left: int) -> bool:
        """Say whether the plan takes no more steps, and somebody searches in time to spare.

        Those who shall bring home whom they search for have none: they would search no longer than
        before, only earlier, and not from where their other work leads them.
        """
        assert self.plan is not None
        missing = self.know.missing()
        needed = {r for s in self.plan.slots if self.meaning[s.job].target in missing
                  for r in s.starts}
        return self.plan.makespan <= left and not self.searching <= needed

    def _remaining(self) -> int:
        """Return the steps left by plan."""
        return self.plan.makespan - (self.know.step - self.since) if self.plan else 0

    def _reason(self, events: list[str]) -> str:
        """Return why a new schedule is needed, or nothing."""
        reasons = list(events)
        self.searching = frozenset()
        if self.plan is not None and self._overdue():
            reasons.append("still missing: " + ", ".join(self.know.missing()))
        if self.parts and not reasons:
            reasons.append("a siege goes on")
        if self.plan is not None and not reasons:
            elapsed = self.know.step - self.since
            late = [s.job for s in self.plan.slots if s.end <= elapsed
                    and not self._over(self.meaning[s.job], s)]
            if late:
                reasons.append(f"not finished in time: {', '.join(late)}")
        if self.plan is not None and not reasons and self._remaining() <= 0:
            reasons.append("the plan is over, the task is not")
        return "; ".join(reasons)

    def _overdue(self) -> bool:
        """Say whether the plan needs a person by now who is still missing."""
        assert self.plan is not None
        missing, elapsed = self.know.missing(), self.know.step - self.since
        starts = [start for s in self.plan.slots if self.meaning[s.job].target in missing
                  for start in s.starts.values()]
        return bool(missing) and (not starts or min(starts) <= elapsed)

    def _over(self, assignment: Assignment, slot: Slot) -> bool:
        return not any(next_action(self.know, self.know.robots[r], assignment)[0]
                       for r in slot.starts)

    def _look(self, actions: Mapping[str, str] | None = None) -> None:
        self.looks = {t.robot: t for t in choose_looks(self.know, actions or {})}

    def _replan(self) -> None:
        know = self.know
        self.since = know.step
        self.searching = frozenset()
        large = bool(self.parts) or self._large()
        if not large and know.missing():
            self._plan_with_search()
        elif not large:
            compiled = compile_jobs(know)
            self.meaning = compiled.meaning
            self.plan = self._schedule(compiled.problem)
        if large or self._escaped():
            self._dispatch()

    def _large(self) -> bool:
        """Say whether team or fires are too many to compare every combination of jobs."""
        burning = Counter(b.supply for b in self.know.blazes.values() for _ in b.stands(AHEAD))
        return len(self.know.agents) > MANY or max(burning.values(), default=0) > MANY

    def _escaped(self) -> bool:
        """Say whether a fire burns beyond what one splash reaches, and nobody comes in time."""
        know = self.know
        late = self.plan is not None and (self.plan.lateness or know.move_cost)
        wide = any(len(b.level) > BLOCK for b in know.blazes.values())
        return bool(late) and (wide or len(know.fire_kinds) > MANY)

    def _dispatch(self) -> None:
        """Plan routes; whoever does not begin at once searches while somebody is missing."""
        self.plan, self.meaning = dispatch(self.know, self.parts)
        self.parts = {}
        for slot in self.plan.slots:
            meant = self.meaning[slot.job]
            if meant.part is not None:
                mates = self.parts.setdefault(meant.stands[0].fire, {})
                mates |= dict.fromkeys(slot.starts, meant.part)
        busy = {r for s in self.plan.slots for r, start in s.starts.items() if start == 0}
        self.searching = frozenset(self.know.agents) - busy

    def _schedule(self, problem: ScheduleProblem, shorter_than: Schedule | None = None
                  ) -> Schedule:
        """Schedule what can be reached at all (one robot alone cannot carry anybody)."""
        plan = list_schedule(problem, shorter_than=shorter_than)
        if shorter_than is not None:
            return plan
        self.hopeless = plan.unreachable
        rest = problem.goals - plan.unreachable
        return list_schedule(replace(problem, goals=rest)) if self.hopeless and rest else plan

    def _plan_with_search(self) -> None:
        """Plan as if this step's search found everybody; choose who takes part in it.

        Whoever has nothing to do searches; all others, too, or the one whose look finds most, as
        long as that costs no step and lets no fire grow.
        """
        compiled = compile_jobs(self.know)
        self.meaning = compiled.meaning
        self.plan = self._schedule(compiled.problem)
        started = {r for s in self.plan.slots for r, start in s.starts.items() if start == 0}
        team = frozenset(self.looks) - started
        least = self.plan.makespan + LATE * self.plan.lateness
        limit = replace(self.plan, lateness=0, makespan=least + 1)
        more = sorted((r for r in self.looks if r in started and not carries(self.know, r)),
                      key=lambda r: self.looks[r].gain, reverse=True)
        for extra in (more, *([r] for r in more)):
            if not extra:
                break
            larger = team | frozenset(extra)
            compiled = compile_jobs(self.know, searching=larger)
            problem = replace(compiled.problem, goals=compiled.problem.goals - self.hopeless)
            plan = self._schedule(problem, limit)
            if plan.slots:
                self.plan, self.meaning, team = plan, compiled.meaning, larger
                break
        self.searching = team

    def _act(self) -> tuple[dict[str, str], dict[str, str]]:
        actions = dict.fromkeys(self.know.agents, "")
        reasons = dict(actions)
        assert self.plan is not None
        elapsed = self.know.step - self.since
        missing, could = self.know.missing(), set(self.looks)
        for name in self.know.agents:
            robot = self.know.robots[name]
            if not (missing and name in could and name in self.searching):
                actions[name], reasons[name] = self._work(robot, elapsed)
        if missing:
            self._look(actions)
        self.looking = frozenset(n for n, action in actions.items()
                                 if not action and missing and n in self.looks)
        for name, action in actions.items():
            if name in self.looking:
                actions[name] = self.looks[name].look.key
                reasons[name] = f"search, {self.looks[name].gain:.2f} people expected"
            elif not action:
                actions[name], reasons[name] = "Idle", reasons[name] or "nothing to do"
        make_room(self.know, actions, reasons)
        step_aside(self.know, actions, reasons)
        return actions, reasons

    def _work(self, robot: RobotView, elapsed: int) -> tuple[str, str]:
        """Return the next action of the first assignment that is not over."""
        assert self.plan is not None
        mine = [s for s in self.plan.slots if robot.name in s.starts]
        for slot in sorted(mine, key=lambda s: s.starts[robot.name]):
            assignment = self.meaning[slot.job]
            left = slot.starts[robot.name] - elapsed
            if len(slot.starts) > 1 and left > 0:
                return "", f"{assignment} begins in {counted(left, 'step')}"
            action, reason = next_action(self.know, robot, assignment)
            if action:
                return action, f"{assignment}: {reason}"
        return "", ""

    def _notes(self) -> dict[str, Any]:
        assert self.plan is not None
        know = self.know
        return {
            "open": know.open(),
            "missing": {m: round(know.beliefs[m].mass, 4) for m in know.missing()},
            "fires": {b.name: {f"{x},{y}": level for (x, y), level in sorted(b.level.items())}
                      for b in know.blazes.values() if not b.out},
            "plan": [{"job": str(self.meaning[s.job]), "robots": dict(s.starts), "end": s.end}
                     for s in self.plan.slots],
            "planned_at": self.since, "makespan": self.plan.makespan, "bound": self.plan.bound,
        }
