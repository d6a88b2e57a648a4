"""``planner samples``: files to try the commands on, copied out of the installed packages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planner.console import table
from planner.discovery import discover
from planner.files import spare_others, write_bytes


def command(
    out: Annotated[Path, typer.Option(help="Folder that receives one folder per domain.")],
) -> None:
    """Copy each domain's sample files into a folder; files of one's own are not replaced."""
    given = {name: domain.sample for name, domain in discover().domains.items() if domain.sample}
    copies = [(sample, out / name / sample.relative_to(first.parent))
              for name, first in given.items() for sample in _samples(first)]
    for sample, there in copies:
        spare_others(there, sample.read_bytes())
    for sample, there in copies:
        there.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(there, sample.read_bytes())
    table(("domain", "folder", "files"), [
        (name, str(out / name), str(sum(p.is_file() for p in (out / name).rglob("*"))))
        for name in given])


def _samples(sample: Path) -> list[Path]:
    """Return what lies in a sample's folder; where code does, the sample alone."""
    folder = sample.parent
    alone = not sample.is_file() or any(folder.glob("*.py"))
    return [path for path in ([sample] if alone else sorted(folder.rglob("*"))) if path.is_file()]
