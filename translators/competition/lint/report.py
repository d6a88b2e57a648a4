"""Write findings as text, JSON or annotations of a code host's checks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence

from domains.competition.messages import translated
from planner.console import counted
from planner.errors import SourceError
from translators.competition.lint.draft import RULES, Finding

FORMATS = ("text", "json", "github")


def render(
    findings: Sequence[Finding], form: str, files: Collection[str], language: str = "en"
) -> str:
    """Return all findings in one of :data:`FORMATS`; ``files`` are the names of those checked."""
    if form == "json":
        data = {"format": 1, "files": len(files), "findings": [_data(f) for f in findings]}
        return json.dumps(data, indent=1)
    if form == "github":
        return "\n".join(_annotation(f) for f in findings)
    return "\n".join([*(_text(f, language) for f in findings),
                      translated(_summary(findings, files), language)])


def _text(finding: Finding, language: str) -> str:
    severity, message = (translated(text, language)
                         for text in (finding.severity, finding.message))
    message = f"{finding.rule} {severity}: {message}"
    error = SourceError(message, finding.source, finding.span, line_text=finding.line_text)
    return str(error) + (
        "\n  " + translated(f"suggested: {finding.suggestion}", language)
        if finding.suggestion else "")


def _data(finding: Finding) -> dict[str, object]:
    return {
        "file": finding.source,
        **finding.span._asdict(),
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "suggestion": finding.suggestion or None,
    }


def _annotation(finding: Finding) -> str:
    """One workflow command; percent, line ends (and in values colon, comma) are escaped."""
    message = finding.message
    if finding.suggestion:
        message += f"; suggested: {finding.suggestion}"
    for mark, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        message = message.replace(mark, code)
    name = finding.source.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    place = f"file={name},line={finding.span.line},col={finding.span.column}"
    return f"::{finding.severity} {place},title={finding.rule}::{message}"


def _summary(findings: Sequence[Finding], files: Collection[str]) -> str:
    checked = f"{counted(len(files), 'file')} checked"
    if not findings:
        return f"{checked}, nothing found"
    counts = Counter(f.rule for f in findings)
    by_rule = ", ".join(f"{rule} {counts[rule]}" for rule in RULES if counts[rule])
    guilty = {f.source for f in findings}
    inside = len(guilty.intersection(files))
    places = [str(inside)] * bool(inside) + ["their folders"] * (len(guilty) > inside)
    found = counted(len(findings), "finding")
    return f"{checked}, {found} in {' and '.join(places)}: {by_rule}"
