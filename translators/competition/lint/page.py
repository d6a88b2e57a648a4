"""The report page of a submission: one HTML file without anything to load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

from domains.competition.messages import translated
from planner.files import filled
from translators.competition.instructions import worth
from translators.competition.lint.draft import RULES, Finding
from translators.competition.lint.submission import SubmittedFile


def page(
    title: str, findings: Sequence[Finding], folders: Mapping[Path, Sequence[SubmittedFile]],
    patches: Sequence[str], language: str = "en", best: Mapping[Path, int] | None = None,
) -> str:
    """Return the page: verdict, counts by rule, a row per file, every finding, the corrections.

    ``best`` are best scores to be shown beside the nominal ones.
    """
    counts = Counter(f.rule for f in findings)
    return filled(
        Path(__file__).with_name("page.html"),
        say=partial(translated, language=language), language=language, title=title,
        findings=findings, folders=folders, patches=patches, best=best,
        errors=sum(f.severity == "error" for f in findings),
        guilty=len({f.source for f in findings}),
        files=sum(map(len, folders.values())),
        by_rule=[(rule, counts[name]) for name, rule in RULES.items() if counts[name]],
        first={f.source: f for f in reversed(findings)}, anchor=_anchor,
        row=partial(_row, findings=findings, best=best))


def _anchor(source: str) -> str:
    """Return the name of the place where a file's findings begin."""
    return f"at-{crc32(source.encode()):08x}"


def _row(
    file: SubmittedFile, findings: Sequence[Finding], best: Mapping[Path, int] | None
) -> dict[str, Any]:
    """Return what the page shows of a file."""
    mine = [f for f in findings if f.source == str(file.path)]
    figures = [*worth(file.items), *([best.get(file.path, "?")] if best else [])]
    return {"worth": figures if file.problem is not None else ["?"] * len(figures),
            "state": min((f.severity for f in mine), default="clean"),  # error before warning
            "rules": [f"{rule} {n}" if n > 1 else rule
                      for rule, n in Counter(f.rule for f in mine).items()]}
