"""VirtualHome's own graph simulator, unmodified; the only module that imports it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

FAILURES = {0: "wrong order", 1: "missing step", 2: "affordance", 3: "unseen object",
            4: "additional step"}


class Simulator:
    """One scene graph, in the package's JSON, that actions change."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        from virtualhome_eval.simulation.evolving_graph import environment, execution, scripts

        logging.disable(logging.INFO)
        self._execution, self._scripts = execution, scripts
        graph = environment.EnvironmentGraph(data)
        self.state = environment.EnvironmentState(graph, {}, instance_selection=True)

    def act(self, name: str, ids: Sequence[int]) -> str:
        """Execute an action; return why it failed, or nothing.

        Where the simulator itself breaks, or there is no such action or thing, the answer is
        ``crash: …`` and the state stays.
        """
        info = self._execution.ExecutionInfo(eval_mode=True)
        try:
            objects = [self._scripts.ScriptObject(self.state.get_node(i).class_name, i)
                       for i in ids]
            line = self._scripts.ScriptLine(self._scripts.Action[name], objects, 0)
            state = next(self._execution.ScriptExecutor.call_action_method(
                self._scripts.Script([line]), self.state, info, 0), None)
        except Exception as error:
            return f"crash: {type(error).__name__} {error}"
        if state is None:
            return FAILURES.get(info.get_error_type(), "no code")
        self.state = state
        return ""

    def data(self) -> dict[str, Any]:
        """Return the present scene graph in the package's JSON."""
        data: dict[str, Any] = self.state.to_dict()
        return data

    def grabbed(self) -> set[int]:
        """Return what the simulator remembers as grabbed."""
        return {node for _, node in self.state.executor_data}
