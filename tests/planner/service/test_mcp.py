"""The service over MCP: a client session of the official package, on standard input and output."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from served import sample

ROOT = Path(__file__).parents[3]


async def session(calls: list[tuple[str, dict[str, Any]]]) -> tuple[list[str], list[Any]]:
    """Return the names of the tools, and what each call gave."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(command=sys.executable,
                                   args=["-m", "planner", "serve", "--mcp", "--jobs", "1"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
        await client.initialize()
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = [await client.call_tool(name, given) for name, given in calls]
    dumped = [r.model_dump() for r in results]
    return tools, [{"error": d["content"][0]["text"]} if d["is_error"]
                   else json.loads(d["content"][0]["text"]) for d in dumped]


def test_an_agent_solves_judges_explains_translates_and_plays() -> None:
    pytest.importorskip("mcp")
    scene = (ROOT / "domains/rescue/scenes/scene_5.toml").read_text()
    tools, answers = asyncio.run(session([
        ("list_engines", {}),
        ("solve_pddl", sample()),
        ("validate_plan", sample() | {"plan": "(go b b)"}),
        ("explain_engines", sample("lamps")),
        ("translate_source", {"text": scene}),
        ("run_episode", {"text": scene}),
        ("run_episode", {"text": scene, "policy": "os:system"}),
        ("solve_pddl", {"domain": "(define", "problem": "(define"}),
        ("ask_state", sample()),
    ]))
    engines, solved, invalid, why, pddl, episode, refused, half, asked = answers
    assert len(tools) == 7
    assert asked["next_action"] in asked["applicable"]
    assert asked["distance"]["max"] <= asked["distance"]["add"]
    assert "fast-downward" in engines["engines"]
    assert solved["plan"].startswith("(")
    assert (invalid["verdict"], invalid["failing_step"]) == ("invalid", 1)
    assert "symk" in why["engines_that_could"]
    assert "derived" in why["refusals"]["lpg"] or "conditional" in why["refusals"]["lpg"]
    assert "(define (problem" in pddl["problem"]
    assert episode["success"] is True
    assert "by name" in refused["error"]
    assert "domain.pddl:1:1" in half["error"]
