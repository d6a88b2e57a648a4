"""Rules about the XML frame, the flags and the size of a file (R1, R2, R22)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.errors import SourceError, Span
from translators.competition.lint.draft import Draft
from translators.competition.source import SourceText
from translators.competition.xml_frame import SECTIONS, Frame, decode, read_frame

__all__ = ["BONUS", "LEAST_MARK", "MOST", "STAND_IN", "check_flags", "check_frame", "check_size",
           "read_leniently"]

BONUS, LEAST_MARK, MOST = 100, 200, 1000
"""Greatest time bonus; what a problem has to be worth, nominally and with it; what of it counts."""
_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")
STAND_IN = "\ue026"
"""Takes the place of a bare ``&`` while the rest is read; a private character, as long as it."""


def read_leniently(data: bytes, source: str) -> tuple[Frame | None, list[Span], SourceError | None]:
    """Read a frame in spite of bare ``&``; return it, their places, and what is not XML."""
    try:
        return read_frame(data, source), [], None
    except SourceError as error:
        first = error
    try:
        whole = decode(data, source)
        bare = [match.start() for match in _BARE.finditer(whole)]
        if not bare or STAND_IN in whole:
            return None, [], first
        repaired = _BARE.sub(STAND_IN, whole)
        frame = read_frame(repaired.encode(), source)
    except SourceError:
        return None, [], first
    place = SourceText.plain(whole, source)
    return (
        Frame(source, whole, frame.elements),
        [place.span(start) for start in bare],
        None,
    )


def check_frame(draft: Draft) -> None:
    """R1: the sections of §2.1 are there, once each, and not hidden by a comment."""
    frame = draft.frame
    env = frame.first("test", "env")
    whole = env.span if env is not None else frame.elements[0].span
    for name, path in SECTIONS.items():
        found = [e for e in frame.elements if e.path == path]
        if not found:
            parent = frame.first(*path[:-1])
            draft.add("R1", f"section <{name}> is missing", parent.span if parent else whole)
        for element in found[1:]:
            draft.add("R1", f"second section <{name}> is not read", element.span)
        if found and found[0].comment_first:
            draft.add("R1", f"a comment at the start of <{name}> hides it", found[0].span)
        if found and name in ("info", "instr") and not frame.section(name).text.strip():
            draft.add("R1", f"section <{name}> is empty", found[0].span)
    known = {path[:n] for path in SECTIONS.values() for n in range(1, len(path) + 1)}
    for element in frame.elements:
        if element.path not in known:
            draft.add("R1", f"unknown element <{element.path[-1][:40]}>", element.span)


def check_flags(draft: Draft) -> None:
    """R2: all flags off for stage 1, all on for stage 2."""
    env = draft.frame.first("test", "env")
    if env is None:
        return
    names = ("mis", "err", "ans")
    values = {name: env.attributes.get(name, "") for name in names}
    stated = set(values.values())
    wanted = "" if draft.stage is None else "off" if draft.stage == 1 else "on"
    shown = " ".join(f'{name}="{value}"' for name, value in values.items())
    if not stated <= {"on", "off"}:
        draft.add("R2", f"a flag is neither on nor off: {shown}", env.span, _flags(names, wanted))
    elif len(stated) > 1:
        draft.add("R2", f"flags on and off are mixed: {shown}", env.span, _flags(names, wanted))
    elif wanted and stated != {wanted}:
        message = f"stage {draft.stage} needs every flag {wanted}: {shown}"
        draft.add("R2", message, env.span, _flags(names, wanted))


def check_size(draft: Draft) -> None:
    """R22: the nominal score and the length of the platform's message."""
    place = draft.frame.first("test", "instr")
    if place is None or draft.broken_items:
        return
    kinds = [item.instruction.kind for item in draft.items]
    tasks, infos = kinds.count("task"), kinds.count("info")
    nominal = 40 * tasks + 20 * (len(kinds) - tasks - infos)
    most = draft.edition.nominal_most
    if not LEAST_MARK <= nominal <= most:
        draft.add("R22", f"nominal score {nominal} is outside 200..{most}", place.span)
    longest = max(_messages(draft))
    if longest >= draft.edition.longest:
        draft.add("R22", f"a message of {longest} bytes, the stock client reads 4096", place.span)


def _messages(draft: Draft) -> Iterator[int]:
    """Length of the platform's messages: stated world and task text, in both tracks."""
    told = max(
        sum(len(draft.section(name).condensed.encode()) for name in ("info", "mis", err))
        for err in ("r", "w")
    )
    frame = "<test><name></name><es>(:domain   )</es><ts></ts></test>"
    for track in ("instr", "nl"):
        yield told + len(draft.section(track).condensed.encode()) + len(frame) + 12


def _flags(names: tuple[str, ...], value: str) -> str:
    if not value:
        return ""
    return "<env " + " ".join(f'{name}="{value}"' for name in names) + ">"
