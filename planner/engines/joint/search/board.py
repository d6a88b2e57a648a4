"""What is known so far of the shortest plan, shared by those who look for it."""

from __future__ import annotations

from threading import Event, Lock

from planner.engines.joint.check import problems
from planner.engines.joint.encoding.horizons import Horizons, JointSteps
from planner.engines.joint.plan import JointPlan, JointResult, Request
from planner.engines.outcome import Status
from planner.errors import PlannerError


class Board:
    """The best plan and the proven lower bound; ends everybody's work when they meet."""

    def __init__(self, request: Request, lower: int) -> None:
        self.request = request
        self.lower = lower
        self.plan: JointPlan | None = None
        self.how = ""
        self.finder: Horizons | None = None
        self.closed = Event()
        self._lock = Lock()
        self._workers: list[Horizons] = []

    def watch(self, horizons: Horizons) -> None:
        """Interrupt these solvers, too, when the work is over."""
        self._workers.append(horizons)

    def forget(self, horizons: Horizons) -> None:
        """Leave these alone, which are done with."""
        self._workers.remove(horizons)

    def raised(self, lower: int) -> None:
        """Take in a proven bound."""
        with self._lock:
            if lower > self.lower:
                self.lower = lower
                self._told()

    def found(self, steps: JointSteps, how: str, finder: Horizons | None) -> int:
        """Take in a plan and return its length; it is simulated first.

        Empty steps at its end are left out. ``finder`` is what can polish it.
        """
        while steps and not steps[-1]:
            steps = steps[:-1]
        plan = JointPlan(steps, self.request.task, self.request.agents)
        reason = problems(plan.task, plan.steps, plan.agents)
        if reason:
            raise PlannerError(f"internal error: the joint plan is not executable: {reason}")
        with self._lock:
            if self.plan is None or len(plan) < len(self.plan):
                self.plan, self.how, self.finder = plan, how, finder
                self._told()
        return len(plan)

    def close(self) -> None:
        """End everybody's work."""
        self.closed.set()
        for horizons in self._workers:
            horizons.stop()

    def _told(self) -> None:
        if self.plan is None:
            return
        if self.lower >= len(self.plan) or self.request.anyhow:
            self.close()
        if self.request.improved is not None:
            self.request.improved(self.result())

    def result(self) -> JointResult:
        """Return what is known now."""
        if self.plan is None:
            return JointResult(Status.TIMEOUT, None, self.lower, "", message=(
                f"no plan within the limit; {self.lower} steps at least"))
        proven = self.lower >= len(self.plan)
        status = Status.SOLVED_OPTIMALLY if proven else Status.SOLVED_SATISFICING
        return JointResult(status, self.plan, self.lower, self.how)

    @property
    def over(self) -> bool:
        """Say whether the work is over."""
        return self.closed.is_set() or self.request.deadline.over

    def better(self, plan: JointPlan) -> None:
        """Take in a plan that is preferred and no longer.

        One below the bound is safe in each order of its actions, but changes what another reads.
        """
        if self.plan is not None and self.lower <= len(plan) <= len(self.plan):
            self.plan = plan
