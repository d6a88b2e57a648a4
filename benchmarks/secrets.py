"""Keep keys and passwords out of everything that is written or shown.

A key comes from the environment and leaves the process in one request header only. Endpoints may
echo that header in any spelling, so texts are searched for all of them.
"""

from __future__ import annotations

import base64
import html
import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus, unquote, urlsplit

KEY_VARIABLES = ("PLANNER_LM_KEY", "OPENAI_API_KEY")
URL_VARIABLE = "PLANNER_LM_URL"
MASK = "[hidden]"
SHORTEST = 6
"""Shorter keys are placeholders that local servers ask for ("none"); they occur in any text."""
_CREDENTIALS = re.compile(r"(?<=://)[^\s/?#@\"'<>\\]*(?:@[^\s/?#@\"'<>\\]*)*@")


def hidden(text: str, url: str = "", environment: Mapping[str, str] | None = None) -> str:
    """Return the text with keys of the environment and credentials in URLs masked.

    ``url`` is an endpoint whose password is masked wherever it occurs.
    """
    found = os.environ if environment is None else environment
    urls = tuple(u for u in (url, found.get(URL_VARIABLE, "")) if u)
    keys = tuple(found[name].strip() for name in KEY_VARIABLES if found.get(name))
    for spelling in _spellings(keys, urls):
        text = text.replace(spelling, MASK)
    return without_credentials(text)


def masked(value: Any) -> Any:
    """Return JSON-like data with :func:`hidden` applied to every text in it."""
    if isinstance(value, str):
        return hidden(value)
    if isinstance(value, Mapping):
        return {key: masked(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked(item) for item in value]
    return value


def without_credentials(text: str) -> str:
    """Mask user and password of every URL in a text.

    >>> without_credentials("http://me:secret@host/v1 failed")
    'http://[hidden]@host/v1 failed'
    """
    return _CREDENTIALS.sub(f"{MASK}@", text)


@lru_cache(maxsize=64)
def _spellings(keys: tuple[str, ...], urls: tuple[str, ...]) -> tuple[str, ...]:
    """Return what must not be shown, the longest first."""
    plain = {key for key in keys if len(key) >= SHORTEST}
    found = set()
    for url in urls:
        user, _, password = _credentials(url).partition(":")
        if user or password:
            pair = f"{unquote(user)}:{unquote(password)}"
            found.add(base64.b64encode(pair.encode()).decode())
        plain |= {word for word in (password, unquote(password)) if len(word) >= SHORTEST}
    for word in plain:
        raw = word.encode("utf-8", "replace")
        found |= {word, json.dumps(word)[1:-1], json.dumps(word, ensure_ascii=False)[1:-1],
                  json.dumps(word)[1:-1].replace("/", "\\/"), quote(raw, safe=""), quote_plus(raw),
                  html.escape(word), repr(word)[1:-1], base64.b64encode(raw).decode()}
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def _credentials(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[0]
    except ValueError:
        return ""
