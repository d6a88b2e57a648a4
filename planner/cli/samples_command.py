"""``planner samples``: files to try the commands on, copied out of the installed packages."""

from __future__ import annotations

import shutil
from filecmp import cmp
from pathlib import Path
from typing import Annotated

import typer

from planner.console import table
from planner.discovery import discover
from planner.errors import UsageError

CODE = shutil.ignore_patterns("*.py", "__pycache__")


def command(
    out: Annotated[Path, typer.Option(help="Folder that receives one folder a domain.")],
) -> None:
    """Copy each domain's sample files into a folder; files of one's own are not replaced."""
    folders = {name: (domain.sample.parent, out / name)
               for name, domain in discover().domains.items() if domain.sample is not None}
    for source, target in folders.values():
        for sample in source.rglob("*"):
            there = target / sample.relative_to(source)
            if sample.is_file() and there.is_file() and not cmp(sample, there, shallow=False):
                raise UsageError(f"{there}: is there already with other contents; move it away, or "
                                 "name another folder")
    rows = []
    for name, (source, target) in folders.items():
        shutil.copytree(source, target, ignore=CODE, dirs_exist_ok=True)
        rows.append((name, str(target), str(sum(p.is_file() for p in target.rglob("*")))))
    table(("domain", "folder", "files"), rows)
