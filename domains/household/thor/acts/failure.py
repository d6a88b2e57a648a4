"""A failed action: the text and code the client sees in the event."""

from __future__ import annotations

__all__ = ["ActionFailed", "exception_failure"]


class ActionFailed(Exception):
    """Stop an action; the world is put back as it was.

    ``code`` is the engine's ``errorCode``. ``InvalidAction``, ``MissingArguments``,
    ``AmbiguousAction`` and ``InvalidArgument`` make the client raise ``ValueError``; with any
    other code, or none, the step returns an event whose ``lastActionSuccess`` is false.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def exception_failure(kind: str, message: str) -> ActionFailed:
    """Failure that Unity reports through an exception: its type, the text, an empty trace."""
    return ActionFailed(f"{kind}: {message}. trace: (headless engine)")
