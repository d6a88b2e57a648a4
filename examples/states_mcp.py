"""Ask the same over MCP, as a language model's host would (needs the package ``mcp``)."""

import asyncio
import json
import sys
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

FILES = {"domain": "gripper-domain.pddl", "problem": "gripper.pddl"}
SAMPLES = Path(__file__).parents[1] / "domains/pddl/samples"
TEXTS = {name: (SAMPLES / file).read_text() for name, file in FILES.items()}


async def ask() -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "planner", "serve", "--mcp"])
    async with stdio_client(server) as streams, ClientSession(*streams) as client:
        await client.initialize()
        found = await client.call_tool("ask_state", TEXTS | {"plan": "(grasp x a left)"})
        state = json.loads(found.model_dump()["content"][0]["text"])
        print(state["applicable_count"], "actions, next", state["next_action"],
              "·", state["distance"]["ff"], "to go,", len(state["landmarks"]), "landmarks left")


asyncio.run(ask())
