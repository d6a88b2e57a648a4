"""Read a competition problem file: worlds, flags, instructions, sentences.

>>> problem = parse_problem(b'''<test><env mis="on"><info>(at 0 1) (sort 1 human) (at 1 1)</info>
... <mis>(at 2 5)</mis></env><instr>(:ins (:task (goto X) (:cond (sort X human))))</instr>
... <nl>Go to the human.</nl></test>''', "small.xml")
>>> problem.told_text
'(:domain (at 0 1) (sort 1 human) (at 1 1)  )'
>>> sorted(problem.true_world().locations), sorted(problem.told_world().locations)
([1, 5], [1])
>>> problem.instructions[0].predicate, problem.task_text("english")
('goto', 'Go to the human.')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from domains.competition.world.model import Fact, Instruction, World
from planner.errors import SourceError
from translators.competition.facts import MAX_OBJECTS, build_world
from translators.competition.salvage import Salvaged, salvage_facts, salvage_instructions
from translators.competition.source import SourceText
from translators.competition.xml_frame import Frame, read_bytes, read_frame

FACT_SECTIONS = ("info", "mis", "r", "w", "extra")
_TOLD = re.compile(r"\s*\(\s*:domain\b")


@dataclass(frozen=True, slots=True)
class Flags:
    """The environment's flags: on only if the value is exactly ``on`` (specification §2.1)."""

    mis: bool = False
    err: bool = False
    ans: bool = False


@dataclass(frozen=True)
class ProblemFile:
    """A problem file whose frame was read.

    Facts, worlds and instructions are read when first asked for. One odd fact or instruction does
    not spoil the rest: it is read in the one way that makes sense or left out, and listed in
    ``defects``. Only where nothing at all can be read is ``SourceError`` raised.
    """

    path: str
    flags: Flags
    frame: Frame

    @property
    def name(self) -> str:
        """File name without its folder."""
        return Path(self.path).name

    @property
    def lies(self) -> bool:
        """Whether answers to ``AskLoc`` may be wrong."""
        return self.flags.ans

    def section(self, name: str) -> SourceText:
        """Text of ``info mis r w extra instr nl``, with places; empty if it is missing."""
        return self.frame.section(name)

    @cached_property
    def read(self) -> Mapping[str, Salvaged]:
        """What was read of the sections of facts and of the instructions, and what is odd there."""
        return {**{name: salvage_facts(self.section(name)) for name in FACT_SECTIONS},
                "instr": salvage_instructions(self.section("instr"))}

    def facts(self, name: str) -> tuple[Fact, ...]:
        """Facts of a section of the environment."""
        found = self.read[name]
        return tuple((_some(found) if name == "info" else found).facts)

    @cached_property
    def defects(self) -> tuple[SourceError, ...]:
        """What could not be read as it stands, with its place and what was made of it."""
        return tuple(defect for found in self.read.values() for defect in found.defects)

    @cached_property
    def sentence_defects(self) -> tuple[SourceError, ...]:
        """The sentences that cannot be read in the stated world, with their places in the file."""
        from translators.competition.english.reading import parse_sentences

        return parse_sentences(self.section("nl"), self.path, self.told_world()).problems

    def true_world(self) -> World:
        """Return the world that is simulated and scored: info, mis, err/r and extra."""
        return self._world(("info", "mis", "r", "extra"))

    def told_world(self) -> World:
        """Return the world the solver is told, under the file's flags."""
        given = () if self.flags.mis else ("mis",)
        return self._world(("info", *given, "w" if self.flags.err else "r"))

    @cached_property
    def told_text(self) -> str:
        """The platform's environment message, one line (an empty part leaves its blank)."""
        info = self.section("info").condensed
        mis = "" if self.flags.mis else self.section("mis").condensed
        err = self.section("w" if self.flags.err else "r").condensed
        return f"(:domain {info} {mis} {err})"

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """Instructions in file order."""
        return tuple(_some(self.read["instr"]).items)

    def task_text(self, language: str) -> str:
        """Return the task as a solver is sent it: ``instructions`` or ``english``, one line."""
        return self.section("nl" if language == "english" else "instr").condensed

    def _world(self, sections: tuple[str, ...]) -> World:
        facts = [fact for name in sections for fact in self.facts(name)]
        world = build_world(facts)
        if len(world.words) > MAX_OBJECTS:
            raise self.section("info").error(f"{len(world.words)} objects", 0,
                                             expected=f"at most {MAX_OBJECTS}")
        return world


def read_problem(path: str | Path) -> ProblemFile:
    """Read the frame of a problem file.

    Raises ``InputError`` if the file cannot be read and ``SourceError`` if it is not a problem
    file: not well-formed XML, too large, nested too deeply, or without ``info`` or ``instr``.
    """
    return parse_problem(read_bytes(path), str(path))


def parse_problem(data: bytes, source: str) -> ProblemFile:
    """Read the frame of a problem file from its bytes; see :func:`read_problem`."""
    frame = read_frame(data, source)
    root = frame.elements[0]
    if root.path != ("test",):
        raise frame.file.error_at(f"the root element is <{root.path[0][:40]}>", root.span,
                                  expected="<test>")
    for name in ("info", "instr"):
        if not frame.section(name).text.strip():
            element = frame.first("test", "instr" if name == "instr" else "env")
            raise frame.file.error_at(f"the section <{name}> is missing or empty",
                                      (element or root).span, expected=f"<{name}> with text")
    return ProblemFile(source, flags_of(frame), frame)


def flags_of(frame: Frame) -> Flags:
    """Return the flags that a file states."""
    env = frame.first("test", "env")
    flags = {} if env is None else env.attributes
    return Flags(*(flags.get(name) == "on" for name in ("mis", "err", "ans")))


def _some(found: Salvaged) -> Salvaged:
    """Return what was read; raise ``SourceError`` if nothing could be."""
    if found.wrong and not (found.facts or found.items):
        raise found.defects[0]
    return found


def parse_told(
    text: str, source: str = "<told>", on_defect: Callable[[str], None] | None = None
) -> World:
    """Read the platform's ``(:domain …)`` message into the stated world.

    With ``on_defect`` odd facts are reported and left out; without it the first one is raised.
    """
    place, frame = SourceText.plain(text, source), _TOLD.match(text)
    if frame is None:
        raise place.error("not what the platform says of a world", 0, expected="(:domain …)")
    found = salvage_facts(place, frame.end(), len(text.rstrip().removesuffix(")")))
    for defect in found.defects:
        if on_defect is None or not found.facts:
            raise defect
        on_defect(str(defect))
    return build_world(found.facts)


def read_task(
    text: str, language: str = "auto", told: World | None = None,
    on_defect: Callable[[str], None] = lambda text: None,
) -> tuple[Instruction, ...]:
    """Read task text as instructions or English; ``auto`` goes by the first character.

    What cannot be read is handed to ``on_defect`` and left out. Raises ``SourceError`` where there
    are instructions and none of them can be read.
    """
    if language == "auto":
        language = "instructions" if text.lstrip().startswith("(") else "english"
    if language == "instructions":
        found = _some(salvage_instructions(SourceText.plain(text, "<task>")))
        for defect in found.defects:
            on_defect(str(defect))
        return tuple(found.items)
    from translators.competition.english.reading import parse_sentences

    reading = parse_sentences(text, world=told)
    for problem in reading.problems:
        on_defect(str(problem))
    return reading.instructions if told is None else reading.possible(told)
