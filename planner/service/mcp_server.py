"""The service over MCP (Model Context Protocol) on standard input and output, for agents."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from planner.engines.table import feature_table
from planner.errors import PlannerError
from planner.service.jobs import Bounds, Jobs
from planner.service.replies import manifests

_ABOUT = ("Classical planning on this machine. Give PDDL as text. A plan that solve_pddl returns "
          "was judged by a simulation; a refusal names what the engine lacks and which could.")


def server(bounds: Bounds) -> MCPServer[None]:
    """Return the server with its tools."""
    tools = _Tools(Jobs(bounds))

    @contextlib.asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        async with tools.jobs:
            yield

    made: MCPServer[None] = MCPServer("planner", instructions=_ABOUT, lifespan=lifespan,
                                      log_level="WARNING")
    for tool in (tools.list_engines, tools.solve_pddl, tools.validate_plan, tools.explain_engines,
                 tools.translate_source, tools.run_episode, tools.ask_state):
        made.add_tool(tool)
    return made


class _Tools:
    """What an agent may ask for; the docstrings are what it reads."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs

    async def ask(self, what: str, request: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = await self.jobs.answer(what, request)
        except PlannerError as error:
            raise ToolError(str(error)) from error
        # half a surrogate pair that a request brought cannot be written as UTF-8
        text = json.dumps(answer, ensure_ascii=False).encode(errors="replace")
        said: dict[str, Any] = json.loads(text)
        if "error" in said:
            raise ToolError(str(said["error"]))
        return said

    async def list_engines(self) -> dict[str, Any]:
        """List the planning engines that can run here, and which feature of PDDL each takes."""
        names, *rows = [*manifests()], *feature_table()
        return {"engines": names, "features": {row[0]: list(row[1:]) for row in rows}}

    async def solve_pddl(
        self, domain: str, problem: str, engine: str = "auto", time_limit: float = 30.0,
        optimal: bool = False,
    ) -> dict[str, Any]:
        """Solve a PDDL problem (two texts): plan in IPC syntax, cost, or why there is none."""
        return await self.ask("solve", {
            "domain": domain, "problem": problem, "engine": engine, "time_limit": time_limit,
            "optimal": optimal})

    async def validate_plan(self, domain: str, problem: str, plan: str) -> dict[str, Any]:
        """Judge a plan twice; the first failing step is explained."""
        return await self.ask("validate", {"domain": domain, "problem": problem, "plan": plan})

    async def ask_state(self, domain: str, problem: str, plan: str = "") -> dict[str, Any]:
        """Say what holds and can be done after a beginning of a plan (IPC lines), and what next.

        With estimates of the distance to the goal and landmarks that are still to be passed: ask
        this instead of guessing.
        """
        return await self.ask("state", {"domain": domain, "problem": problem, "plan": plan})

    async def explain_engines(self, domain: str, problem: str) -> dict[str, Any]:
        """Say which engines take a problem, and why each of the others does not."""
        return await self.ask("explain", {"domain": domain, "problem": problem})

    async def translate_source(self, text: str) -> dict[str, Any]:
        """Translate a problem of one of the installed worlds (its file's text) to PDDL."""
        return await self.ask("translate", {"text": text})

    async def run_episode(self, text: str, policy: str = "") -> dict[str, Any]:
        """Play one closed-loop episode of a scene (its file's text); return the summary."""
        return await self.ask("run", {"text": text, "policy": policy})
