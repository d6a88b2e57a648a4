"""Make the corrections that are certain: each is tried, and kept only if its finding is gone.

Certain are suggestions for a marked place (brackets, case, misspelt words of one repair, ``&``,
flags for a known stage, a missing full stop); not a new sentence, for either side may be wrong.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

from translators.competition.lint.draft import Finding
from translators.competition.lint.linter import lint_data
from translators.competition.source import SourceText
from translators.competition.xml_frame import decode

_ROUNDS = 40
"""Corrections of one file at most; every one is linted again."""

_ENV = re.compile(r"<env\b[^<>]*>")


def fixed(data: bytes, source: str, *, stage: int | None, profile: str | None) -> bytes:
    """Return the bytes of a problem file with every certain correction made."""
    tried: set[tuple[str, str, int, int]] = set()
    findings = lint_data(data, source, stage=stage, profile=profile)
    for _ in range(_ROUNDS):
        for finding in findings:
            key = (finding.rule, finding.message, finding.span.line, finding.span.column)
            if not finding.suggestion or key in tried:
                continue
            tried.add(key)
            changed = _apply(data, source, finding)
            after = lint_data(changed, source, stage=stage, profile=profile) if changed else ()
            if changed is not None and _better(findings, after, finding):
                data, findings = changed, after
                break
        else:
            break
    return data


def patch(before: bytes, after: bytes, path: Path) -> str:
    """Return a unified diff; ``patch -p1`` finds the file from here."""
    name = path.as_posix().lstrip("/")
    old, new = (d.decode("utf-8", "replace").splitlines(keepends=True) for d in (before, after))
    found = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", n=1)
    return "".join(line if line.endswith("\n") else line + "\n" for line in found)


def _better(before: Sequence[Finding], after: Sequence[Finding], finding: Finding) -> bool:
    """Tell whether a finding is gone and nothing else came."""
    said, now = (sum((f.rule, f.message) == (finding.rule, finding.message) for f in found)
                 for found in (before, after))
    return now < said and len(after) < len(before)


def _apply(data: bytes, source: str, finding: Finding) -> bytes | None:
    """Put a suggestion in its place; None where it is not certain, or the file not in UTF-8."""
    text = decode(data, source)
    if text.encode("utf-8") not in (data, data.removeprefix(b"\xef\xbb\xbf")):
        return None
    start = SourceText.plain(text, source).offset(finding.span)
    end = start + finding.span.length
    new = finding.suggestion
    if finding.rule == "R2":
        tag = _ENV.match(text, start)
        if tag is None:
            return None
        end = tag.end()
    elif finding.rule == "R17" and new not in (f"{text[start:end]}.", f"{text[start : end - 1]}."):
        return None
    mark = data[: len(data) - len(text.encode("utf-8"))]
    return mark + (text[:start] + new + text[end:]).encode("utf-8")
