"""Published runs of other planners, as a domain reads them from data outside the repository."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from planner.errors import InputError
from planner.execution.trace import EpisodeRecord
from planner.files import read_text

T = TypeVar("T")
MAX_BYTES = 5_000_000


@dataclass(frozen=True)
class RecordedRun:
    """One published episode: a record to be scored, or only the values its authors give.

    ``case`` holds the keys that pair it with a run of ours; empty where the case is unknown.
    """

    method: str
    agents: int
    case_id: str
    case: Mapping[str, object] = field(default_factory=dict)
    record: EpisodeRecord | None = None
    values: Mapping[str, float] = field(default_factory=dict)


def read_rows(
    path: Path, names: Sequence[str], read: Callable[[Mapping[str, str]], T]
) -> Iterator[tuple[int, T]]:
    """Yield line number and value of each row; raises InputError with file and line."""
    reader = csv.DictReader(io.StringIO(read_text(path, MAX_BYTES), newline=""))
    try:
        missing = [name for name in names if name not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{path}:1: no column {missing[0]!r}")
        for row in reader:
            if None in row or None in row.values():
                raise ValueError("as many fields as columns expected")
            yield reader.line_num, read(row)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError, csv.Error) as error:
        raise InputError(f"{path}:{reader.line_num}: {error}") from None
