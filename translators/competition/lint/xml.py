"""Rules about the XML frame, the flags and the size of a file (R1, R2, R22)."""

from __future__ import annotations

import re

from planner.errors import SourceError, Span
from translators.competition.instructions import worth
from translators.competition.lint.draft import Draft
from translators.competition.source import SourceText
from translators.competition.xml_frame import SECTIONS, Frame, decode, read_frame

BONUS, LEAST_MARK, MOST = 100, 200, 1000
"""Greatest time bonus; what a problem has to be worth, nominally and with it; what of it counts."""
_OWN_BYTES = len("<test><name></name><es>(:domain   )</es><ts></ts></test>") + 12
"""What the platform's message has besides the stated world and the task, with a usual name."""
_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")
STAND_IN = "\ue026"
"""Takes the place of a bare ``&`` while the rest is read; a private character, as long as it."""


def read_leniently(data: bytes, source: str) -> tuple[Frame, list[Span]]:
    """Read a frame in spite of bare ``&``, which are returned too; other defects are raised."""
    try:
        return read_frame(data, source), []
    except SourceError as error:
        try:
            file = SourceText.plain(decode(data, source), source)
            frame = read_frame(_BARE.sub(STAND_IN, file.text).encode(), source)
        except SourceError:
            raise error from None
    return (Frame(file, frame.elements),
            [file.span(match.start()) for match in _BARE.finditer(file.text)])


def check_frame(draft: Draft) -> None:
    """R1: the sections of §2.1 are there, once each, and not hidden by a comment."""
    frame = draft.problem.frame
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
    env = draft.problem.frame.first("test", "env")
    if env is None:
        return
    values = {name: env.attributes.get(name, "") for name in ("mis", "err", "ans")}
    stated = {*values.values()}
    wanted = "" if draft.stage is None else "off" if draft.stage == 1 else "on"
    if not stated <= {"on", "off"}:
        wrong = "a flag is neither on nor off"
    elif len(stated) > 1:
        wrong = "flags on and off are mixed"
    elif wanted and stated != {wanted}:
        wrong = f"stage {draft.stage} needs every flag {wanted}"
    else:
        return
    shown = " ".join(f'{name}="{value}"' for name, value in values.items())
    right = " ".join(f'{name}="{wanted}"' for name in values)
    draft.add("R2", f"{wrong}: {shown}", env.span, f"<env {right}>" if wanted else "")


def check_size(draft: Draft) -> None:
    """R22: the nominal score and the length of the platform's message."""
    place = draft.problem.frame.first("test", "instr")
    if place is None or draft.broken_items:
        return
    nominal = worth(draft.items).nominal
    most = draft.edition.nominal_most
    if not LEAST_MARK <= nominal <= most:
        draft.add("R22", f"nominal score {nominal} is outside 200..{most}", place.span)
    size = {name: len(draft.problem.section(name).condensed.encode()) for name in SECTIONS}
    longest = (_OWN_BYTES + size["info"] + size["mis"] + max(size["r"], size["w"])
               + max(size["instr"], size["nl"]))
    if longest >= draft.edition.longest:
        draft.add("R22", f"a message of {longest} bytes, the stock client reads 4096", place.span)
