"""A planning service on this machine: REST as planning clients speak it, and MCP for agents.

Requests wait for a free worker; each is answered in a process that can be ended at any time, and
engines run in the sandbox as for every command (``docs/service.md``).
"""
