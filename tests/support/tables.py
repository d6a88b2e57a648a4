"""Tables of cases beside the tests that read them."""

import tomllib
from pathlib import Path
from typing import Any


def cases(test: str) -> Any:
    """Return the tables of the TOML file that has the name of a test module (its ``__file__``)."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
