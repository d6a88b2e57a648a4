"""Check a problem file against the submission rules R1-R23 (specification §10).

The rules are listed in ``rules.toml`` and explained in ``docs/lint-rules.md``. A file is
read as far as possible: one broken fact or item does not hide the rest.
"""

from __future__ import annotations

import re

from planner.errors import SourceError, Span
from translators.competition.lint.draft import PROFILES, Draft, Finding, edition
from translators.competition.lint.environment import check_environment
from translators.competition.lint.instructions import check_instructions
from translators.competition.lint.sentences import check_sentences
from translators.competition.lint.xml import check_flags, check_frame, check_size, read_leniently
from translators.competition.problem_file import FACT_SECTIONS, ProblemFile, flags_of
from translators.competition.xml_frame import utf_16

_PRAGMA = re.compile(rf"<!--\s*rules:\s*({'|'.join(PROFILES)})\s*-->")


def lint_data(
    data: bytes, source: str, *, stage: int | None = None, profile: str | None = None
) -> tuple[Finding, ...]:
    """Check the bytes of a file; findings come in the order of their places."""
    return examine(data, source, stage=stage, profile=profile)[0]


def examine(
    data: bytes, source: str, *, stage: int | None = None, profile: str | None = None
) -> tuple[tuple[Finding, ...], ProblemFile | None]:
    """Check the bytes of a file; return the findings, and the problem if there is a frame.

    ``stage`` 1 or 2 demands the flags of that stage; without it either is right. Without
    ``profile`` the file may name its own (a comment ``<!-- rules: 2026 -->``); else ``guide``.
    """
    edition(profile)
    try:
        frame, bare = read_leniently(data, source)
    except SourceError as error:
        return (Finding("R1", "error", error.message, source, error.span, error.line_text),), None
    named = _PRAGMA.search(frame.file.text)
    problem = ProblemFile(source, flags_of(frame), frame)
    draft = Draft(problem, profile or (named[1] if named else "guide"), stage)
    if utf_16(data):
        draft.add("R1", "the file is UTF-16, not UTF-8", Span(1, 1))
    for span in bare:
        draft.add("R1", "a literal & must be written &amp;", span, "&amp;")
    if frame.elements[0].path != ("test",):
        draft.add("R1", "the root element is not <test>", frame.elements[0].span)
        return tuple(draft.findings), problem
    for name in FACT_SECTIONS:
        draft.read_facts(name)
    check_frame(draft)
    check_flags(draft)
    check_environment(draft)
    check_instructions(draft)
    check_sentences(draft)
    check_size(draft)
    place = sorted(draft.findings, key=lambda f: (f.span.line, f.span.column, int(f.rule[1:])))
    return tuple(place), problem
