"""What the linter knows of a file, read as far as possible, and the list of its findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from domains.competition.world.model import Fact, Instruction, World
from planner.errors import Span, UsageError
from planner.files import read_toml
from translators.competition.expressions import LOWER_CASE
from translators.competition.facts import SHAPES, build_world
from translators.competition.problem_file import ProblemFile
from translators.competition.salvage import Defect
from translators.competition.vocabulary import repair, vocabulary

MAX_FINDINGS = 300


@dataclass(frozen=True, slots=True)
class Profile:
    """An edition of the rules (``profiles.toml`` says what the fields mean)."""

    colours: str = "guide"
    later: bool = False
    repeats: bool = False
    files: int = 50
    names: str = "number"
    nominal_most: int = 1000
    longest: int = 4096
    errors: Sequence[str] = ()


_HERE = Path(__file__).parent
PROFILES = {name: Profile(**entry) for name, entry in read_toml(_HERE / "profiles.toml").items()}


def edition(name: str | None) -> Profile:
    """Return an edition by name, ``guide`` without one; raise :class:`UsageError` for others."""
    if name is not None and name not in PROFILES:
        raise UsageError(f"unknown profile {name!r}; there are {', '.join(PROFILES)}")
    return PROFILES[name or "guide"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of ``rules.toml``."""

    id: str
    title: str
    severity: str
    profiles: Sequence[str] = tuple(PROFILES)


RULES = {name: Rule(name, **entry) for name, entry in read_toml(_HERE / "rules.toml").items()}
"""The rules, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule at a place. ``suggestion`` is what should stand in the marked place.

    It is empty where no correction is certain.
    """

    rule: str
    severity: str
    message: str
    source: str
    span: Span
    line_text: str = ""
    suggestion: str = ""


@dataclass
class Draft:
    """A problem file under examination.

    ``misworded`` are items with words that do not exist: what they mean is not judged.
    """

    problem: ProblemFile
    profile: str
    stage: int | None
    findings: list[Finding] = field(default_factory=list)
    misworded: list[Instruction] = field(default_factory=list)

    @property
    def edition(self) -> Profile:
        """The edition of the rules."""
        return PROFILES[self.profile]

    @property
    def items(self) -> Sequence[Instruction]:
        """The instructions that could be read."""
        return self.problem.read["instr"].items

    @property
    def broken_items(self) -> bool:
        """Whether there are others."""
        return any(defect.outcome.endswith("left out")
                   for defect in self.problem.read["instr"].wrong)

    def facts(self, name: str) -> Sequence[Fact]:
        """Return the facts of a section that could be read."""
        return self.problem.read[name].facts

    @cached_property
    def true_world(self) -> World:
        """The world the readable facts describe."""
        return build_world(f for name in ("info", "mis", "r", "extra") for f in self.facts(name))

    def add(
        self, rule: str, message: str, span: Span | None, suggestion: str = "", *,
        warning: bool = False,
    ) -> None:
        """Record a finding if the profile has the rule and more would still help."""
        if self.profile in RULES[rule].profiles and len(self.findings) < MAX_FINDINGS:
            usual = "warning" if warning else RULES[rule].severity
            severity = "error" if rule in self.edition.errors else usual
            frame = self.problem.frame
            place = span or (frame.first("test", "env", "info") or frame.elements[0]).span
            finding = Finding(rule, severity, message, self.problem.path, place,
                              frame.file.line(place.line), suggestion)
            if finding not in self.findings:
                self.findings.append(finding)

    def read_facts(self, name: str) -> None:
        """Read the facts of a section; report what is not one (R8) and unknown words (R16)."""
        self.add_defects(self.problem.read[name].wrong, "R8")
        for fact in self.facts(name):
            if SHAPES[fact.predicate] == "nw":
                number, word = fact.arguments
                self.check_word(fact.predicate, str(word), fact.span,
                                f"({fact.predicate} {number} {{}})")

    def add_defects(self, wrong: Iterable[Defect], rule: str) -> None:
        """Record what could not be read as it stands: R15, R16, or another ``rule``."""
        for defect in wrong:
            error, span = defect.error, defect.error.span
            message = error.message + (f" (expected {error.expected})" if error.expected else "")
            word = error.line_text[span.column - 1 :][: span.length]
            if defect.right and error.expected == LOWER_CASE and word != word.lower():
                self.add("R16", f"{word!r} must be in lower case", defect.place, defect.right)
            else:
                self.add("R15" if defect.bracket else rule, message,
                         defect.place if defect.right else span, defect.right)

    def check_word(self, attribute: str, word: str, span: Span | None, form: str = "{}") -> bool:
        """Report an attribute word that is not of the vocabulary (R16); tell whether it is.

        ``form`` is what should stand at ``span``, but for the word.
        """
        words = vocabulary()
        allowed = {"sort": words.sorts, "color": words.colors, "size": ("big", "small"),
                   "type": ("container",)}[attribute]
        if word in allowed:
            return True
        near = [w for w in repair(word) if w in allowed]
        suggestion = form.format(near[0]) if len(near) == 1 else ""
        self.add("R16", f"{word!r} is no {attribute} of the vocabulary", span, suggestion)
        return False
