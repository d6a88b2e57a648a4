"""A planning service on this machine: REST as planning clients speak it, and MCP for agents.

Requests wait in one queue; each is answered in a worker process that can be ended at any time, and
engines run in the sandbox as for every command (``docs/service.md``).
"""
