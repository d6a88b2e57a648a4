"""Find the object in a model's answer, however it is wrapped."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

MAX_TEXT = 50_000
MAX_STARTS = 40


def find_object(text: str) -> dict[str, Any] | None:
    """Return the first JSON (or Python) object in a text, or None.

    Accepts code fences, words around it, single quotes, trailing commas and a missing end.

    >>> find_object("Sure! ```json\\n{'Alice': 'Idle',}\\n``` good luck")
    {'Alice': 'Idle'}
    """
    text = text[:MAX_TEXT]
    starts = [m.start() for m in re.finditer(r"\{", text)][:MAX_STARTS]
    for start in starts:
        body = _balanced(text[start:])
        for candidate in (body, re.sub(r",\s*([}\]])", r"\1", body)):
            found = _read(candidate)
            if isinstance(found, dict):
                return found
    return None


def _read(text: str) -> Any:
    """Read a text as JSON, or as what JSON can hold too of Python's notation (no set, no bytes)."""
    for read in (json.loads, lambda t: json.loads(json.dumps(ast.literal_eval(t)))):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return None


def _balanced(text: str) -> str:
    """Cut after the brace that closes the first one; add what a cut answer lacks."""
    closing, stack, quote, skip = {"{": "}", "[": "]"}, [], "", False
    for index, character in enumerate(text):
        if skip:
            skip = False
        elif quote:
            if character == "\\":
                skip = True
            elif character == quote and _ends(text, index):
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in closing:
            stack.append(closing[character])
        elif stack and character == stack[-1]:
            stack.pop()
            if not stack:
                return text[: index + 1]
    return text.rstrip().rstrip(",:") + quote + "".join(reversed(stack))


def _ends(text: str, index: int) -> bool:
    """Tell a closing quote from an apostrophe: only punctuation or the end may follow."""
    return text[index] == '"' or re.match(r"'\s*([,:}\]]|$)", text[index:]) is not None
