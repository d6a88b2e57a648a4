"""Bind the key of a language model to the host it was given for.

A suite file may name any endpoint; the key lies in the environment of whoever runs the suite. So
it is sent only to the endpoint of the same environment (``PLANNER_LM_URL``), to OpenAI if it is
``OPENAI_API_KEY``, and to hosts allowed by name (``PLANNER_LM_KEY_HOSTS``, ``--allow-host``).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from benchmarks.secrets import KEY_VARIABLES, URL_VARIABLE, without_credentials
from planner.errors import UsageError

HOSTS_VARIABLE = "PLANNER_LM_KEY_HOSTS"
DEFAULT_URL = "http://127.0.0.1:8000/v1"
_OPENAI = "https://api.openai.com"
_PORTS = {"http": 80, "https": 443}


def key_for(url: str, environment: Mapping[str, str] | None = None) -> str:
    """Return the key to send to an endpoint, ``""`` when the environment holds none.

    Raises UsageError when it holds one that was not given for this host.
    """
    found = os.environ if environment is None else environment
    held = [name for name in KEY_VARIABLES if found.get(name)]
    if not held:
        return ""
    place = _origin(url)
    given = {_origin(found.get(URL_VARIABLE) or DEFAULT_URL)}
    for name in held:
        also = {_origin(_OPENAI)} if name == "OPENAI_API_KEY" else set()
        if place in given | also or _allowed(place, found.get(HOSTS_VARIABLE, "")):
            return found[name].strip()
    raise UsageError(
        f"the endpoint {without_credentials(url)} is not the one that the key in ${held[0]} was "
        f"given for ({without_credentials(found.get(URL_VARIABLE) or DEFAULT_URL)}); allow it with "
        f"--allow-host {_shown(place)} or ${HOSTS_VARIABLE}, or unset the key")


def allow(hosts: Sequence[str]) -> None:
    """Tell this process and the local workers, which inherit it, where a key may go."""
    if hosts:
        named = [os.environ[HOSTS_VARIABLE]] if os.environ.get(HOSTS_VARIABLE) else []
        os.environ[HOSTS_VARIABLE] = ",".join([*named, *hosts])


Origin = tuple[str, str, int]


def _origin(url: str) -> Origin:
    try:
        parts = urlsplit(url)
        return (parts.scheme.lower(), (parts.hostname or "").rstrip("."),
                parts.port or _PORTS.get(parts.scheme.lower(), 0))
    except ValueError:
        shown = without_credentials(url)
        raise UsageError(f"{shown!r} is not the address of an endpoint") from None


def _allowed(place: Origin, names: str) -> bool:
    """Say whether ``HOST`` or ``HOST:PORT`` of a comma-separated list is meant."""
    _, host, port = place
    listed = {name.strip().lower() for name in names.split(",")}
    return bool(host) and bool({host, f"{host}:{port}", _shown(place)} & listed)


def _shown(place: Origin) -> str:
    _, host, port = place
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
