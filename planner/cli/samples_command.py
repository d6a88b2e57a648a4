"""``planner samples``: files to try the commands on, copied out of the installed packages."""

from __future__ import annotations

from filecmp import cmp
from pathlib import Path
from typing import Annotated

import typer

from planner.console import table
from planner.discovery import discover
from planner.errors import UsageError
from planner.files import write_bytes


def command(
    out: Annotated[Path, typer.Option(help="Folder that receives one folder a domain.")],
) -> None:
    """Copy each domain's sample files into a folder; files of one's own are not replaced."""
    rows, copies = [], []
    for name, domain in discover().domains.items():
        if domain.sample is not None:
            target = out / name
            copies += [(sample, target / sample.relative_to(domain.sample.parent))
                       for sample in _samples(domain.sample)]
            rows.append((name, target))
    for sample, there in copies:
        if there.is_file() and not cmp(sample, there, shallow=False):
            raise UsageError(f"{there}: is there already with other contents; move it away, or "
                             "name another folder")
    for sample, there in copies:
        there.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(there, sample.read_bytes())
    table(("domain", "folder", "files"), [
        (name, str(target), str(sum(p.is_file() for p in target.rglob("*"))))
        for name, target in rows])


def _samples(sample: Path) -> list[Path]:
    """Return what lies in a sample's folder; where code does, the sample alone."""
    folder = sample.parent
    alone = not sample.is_file() or any(folder.glob("*.py"))
    return [path for path in ([sample] if alone else sorted(folder.rglob("*"))) if path.is_file()]
