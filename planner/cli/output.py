"""The former place of :mod:`planner.console`."""

from planner.console import note_unreadable, printable, table, write_json

__all__ = ["note_unreadable", "printable", "table", "write_json"]
