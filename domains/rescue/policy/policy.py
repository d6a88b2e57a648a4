"""The symbolic team: knowledge → jobs → plan → joint action; sees observations only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.belief.limits import limits, only_beyond, why_not
from domains.rescue.policy.acting import carries, next_action
from domains.rescue.policy.assignment import Part, Plan, Slot
from domains.rescue.policy.crowding import make_room, step_aside
from domains.rescue.policy.dispatch import dispatch
from domains.rescue.policy.searching import FEW, choose_looks
from planner.console import counted
from planner.environment import Briefing, Decision
from planner.execution.exploration import Target

LATE = 3
"""Steps that a fire which nobody catches in time is counted to cost."""


class SymbolicPolicy:
    """Plan joint steps by routes; look for people with whoever has time.

    A plan is kept until something relevant happens: a person found, a failed action, a fire
    that burns differently than predicted, a finished job, a look that showed nobody.
    """

    name = "symbolic"

    def reset(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start an episode."""
        self.know = Knowledge(briefing, observations)
        self.plan: Plan | None = None
        self.since = 0
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
        assert self.plan is not None
        if not know.missing() and not self.plan.slots and (
                self.plan.unstaffed or only_beyond(know)):
            waiting = [a.target for a in self.plan.unstaffed if a.kind == "rescue"]
            return Decision(dict.fromkeys(know.agents, "Done"), done=True, gave_up=True,
                            replan=f"what is left {why_not(know, waiting)}",
                            notes=self._notes())
        if reason == "begin" and limits(know):
            reason += f"; the whole task {why_not(know)}; the rest is done"
        return Decision(actions, replan=reason, reasons=reasons, notes=self._notes())

    def _better(self, good: Callable[[int], bool]) -> bool:
        """Plan anew, but keep the old plan, with so many steps left, unless the new one is good."""
        assert self.plan is not None
        old, left = (self.plan, self.since, self.searching, self.parts), self._remaining()
        self._replan()
        if self.plan.late <= old[0].late and good(left):
            return True
        self.plan, self.since, self.searching, self.parts = old
        return False

    def _shorter(self, left: int) -> bool:
        """Say whether the plan takes less than so many steps."""
        return self.plan is not None and self.plan.makespan < left

    def _may_search_on(self) -> bool:
        """Say whether a look costs no more than its step: where ways are long it leads away."""
        return bool(self.know.missing()) and not self.know.move_cost and len(
            self.know.agents) <= FEW

    def _searches_more(self, left: int) -> bool:
        """Say whether the plan takes no more steps, and somebody searches in time to spare.

        Those who shall bring home whom they search for have none: they would search no longer than
        before, only earlier, and not from where their other work leads them.
        """
        assert self.plan is not None
        missing = self.know.missing()
        needed = {r for s in self.plan.slots if s.meaning.target in missing for r in s.starts}
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
            late = [str(s.meaning) for s in self.plan.slots if s.end <= elapsed
                    and not self._over(s)]
            if late:
                reasons.append(f"not finished in time: {', '.join(late)}")
        if self.plan is not None and not reasons and self._remaining() <= 0:
            reasons.append("the plan is over, the task is not")
        return "; ".join(reasons)

    def _overdue(self) -> bool:
        """Say whether the plan needs a person by now who is still missing."""
        assert self.plan is not None
        missing, elapsed = self.know.missing(), self.know.step - self.since
        starts = [start for s in self.plan.slots if s.meaning.target in missing
                  for start in s.starts.values()]
        return bool(missing) and (not starts or min(starts) <= elapsed)

    def _over(self, slot: Slot) -> bool:
        return not any(next_action(self.know, self.know.robots[r], slot.meaning)[0]
                       for r in slot.starts)

    def _look(self, actions: Mapping[str, str] | None = None) -> None:
        self.looks = {t.robot: t for t in choose_looks(self.know, actions or {})}

    def _replan(self) -> None:
        """Plan as if this step's search found everybody; choose who takes part in it.

        Whoever does not begin at once searches; all others, too, or the one whose look finds most,
        as long as that costs no step and lets no fire escape.
        """
        know, before = self.know, self.parts
        self.since, plan = know.step, dispatch(know, before)
        team = frozenset(know.agents) - plan.started
        more = sorted((r for r in self.looks if r not in team and not carries(know, r)),
                      key=lambda r: self.looks[r].gain, reverse=True)[:FEW]
        for extra in (more, *([r] for r in more)) if more and know.missing() else ():
            other = dispatch(know, before, team.union(extra))
            if not other.late and other.makespan <= plan.makespan + LATE * plan.late:
                plan, team = other, team.union(extra)
                break
        self.plan, self.searching, self.parts = plan, team, {}
        for slot in plan.slots:
            if slot.meaning.part is not None:
                mates = self.parts.setdefault(slot.meaning.stands[0].fire, {})
                mates |= dict.fromkeys(slot.starts, slot.meaning.part)

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
            left = slot.starts[robot.name] - elapsed
            if len(slot.starts) > 1 and left > 0:
                return "", f"{slot.meaning} begins in {counted(left, 'step')}"
            action, reason = next_action(self.know, robot, slot.meaning)
            if action:
                return action, f"{slot.meaning}: {reason}"
        return "", ""

    def _notes(self) -> dict[str, Any]:
        assert self.plan is not None
        know = self.know
        return {
            "open": know.open(),
            "missing": {m: round(know.beliefs[m].mass, 4) for m in know.missing()},
            "fires": {b.name: {f"{x},{y}": level for (x, y), level in sorted(b.level.items())}
                      for b in know.blazes.values() if not b.out},
            "plan": [{"job": str(s.meaning), "robots": dict(s.starts), "end": s.end}
                     for s in self.plan.slots],
            "planned_at": self.since, "makespan": self.plan.makespan,
        }
