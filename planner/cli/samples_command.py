"""``planner samples``: files to try the commands on, copied out of the installed packages."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from planner.console import table
from planner.discovery import discover

CODE = shutil.ignore_patterns("*.py", "__pycache__")


def command(
    out: Annotated[Path, typer.Option(help="Folder that receives one folder a domain.")],
) -> None:
    """Copy each domain's sample files into a folder; files of the same name are replaced."""
    rows = []
    for name, domain in discover().domains.items():
        if domain.sample is not None:
            target = out / name
            shutil.copytree(domain.sample.parent, target, ignore=CODE, dirs_exist_ok=True)
            rows.append((name, str(target), str(sum(p.is_file() for p in target.rglob("*")))))
    table(("domain", "folder", "files"), rows)
