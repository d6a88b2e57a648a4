"""Generate problem files: seeded, varied, clean under the submission rules (specification §15).

Every file is read back before it is handed out: the linter must find nothing and the sentences
must mean the instructions. The stage changes flags and noise only, so the same seed gives the
same problems for both stages.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domains.competition.search import plan
from domains.competition.world.model import Fact, Instruction, World
from planner.errors import ComponentError
from translators.competition.english.reading import parse_sentences
from translators.competition.english.writing import say
from translators.competition.generate.flats import FAMILIES, Flat, family_settings
from translators.competition.generate.items import ItemMaker
from translators.competition.instructions import format_instruction
from translators.competition.lint.agreement import agree
from translators.competition.lint.linter import lint_data
from translators.competition.lint.xml import BONUS, LEAST_MARK
from translators.competition.vocabulary import vocabulary

__all__ = ["FAMILIES", "GeneratedProblem", "generate"]

_ATTEMPTS = 60
_GLANCE = 2_000
"""States of a search that shows whether a problem is worth enough."""
_NOISE = ("&", "#", "&#", "##")
_NOUNS = ("SORT", "HUMAN", "COLOR")


@dataclass(frozen=True, slots=True)
class GeneratedProblem:
    """A problem file: its name, its text (XML), and what the summary shows."""

    name: str
    text: str
    items: tuple[Instruction, ...]
    world: World


def generate(
    count: int, seed: int, *, stage: int = 1, plain: bool = False, family: str = "normal",
) -> Iterator[GeneratedProblem]:
    """Yield ``count`` problems of one of ``FAMILIES``, no two alike.

    Those of ``heavy`` are as in 2025/26: many tasks, near-constraints between small things; they
    may exceed a nominal score of 1000 and 4096 bytes, so they name the rules of 2025. ``plain``
    writes the plainest sentences without noise and mixed case.
    """
    seen: set[tuple[str, ...]] = set()
    width = max(2, len(str(count)))
    for index in range(1, count + 1):
        for attempt in range(_ATTEMPTS):
            made = _one(f"{index:0{width}}.xml", f"{seed}/{index}/{attempt}", stage, family, plain)
            if made is None:
                continue
            key = (*sorted(map(str, made.world.at)), *map(format_instruction, made.items))
            if key not in seen:
                seen.add(key)
                yield made
                break
        else:
            raise ComponentError(f"no clean problem in {_ATTEMPTS} attempts (seed {seed}, {index})")


def _one(
    name: str, seed: str, stage: int, family: str, plain: bool
) -> GeneratedProblem | None:
    """Make one problem; ``None`` if it does not pass its own checks."""
    settings = family_settings(family)
    rng = random.Random(f"{seed}/{family}")
    flat = Flat(rng, settings)
    items = ItemMaker(rng, flat, settings).all_items()
    rules = str(settings["rules"])
    speaker = _Speaker(random.Random(f"{seed}/words/{stage}"), noisy=stage == 2, plain=plain)
    sentences = [speaker.sentence(item) for item in items]
    text = _render(flat, items, sentences, stage, rules)
    if lint_data(text.encode(), "generated", stage=stage):
        return None
    if rules == "2026" and plan(
            flat.world(), items, max_states=_GLANCE).base_score < LEAST_MARK - BONUS:
        return None
    return GeneratedProblem(name, text, tuple(items), flat.world())


class _Speaker:
    """Say instructions with the freedom the rules give."""

    def __init__(self, rng: random.Random, *, noisy: bool, plain: bool) -> None:
        self._rng = rng
        self._noisy = noisy
        self._plain = plain

    def sentence(self, item: Instruction) -> str:
        """Return a sentence that reads back to ``item``."""
        if not self._plain:
            for _ in range(5):
                sentence = self._varied(item)
                read = parse_sentences(sentence).instructions
                if len(read) == 1 and agree(item, read[0], colors=False):
                    return sentence
        return say(item)

    def _varied(self, item: Instruction) -> str:
        sentence = say(item, self._rng)
        if item.kind == "task" and self._rng.random() < 0.08:
            sentence = f"Please {sentence[0].lower()}{sentence[1:]}"
        mixed = self._rng.random() < 0.12
        words = [self._word(word, mixed) for word in sentence[:-1].split(" ")]
        return " ".join(words) + "."

    def _word(self, word: str, mixed: bool) -> str:
        known = vocabulary().words.get(word.lower())
        if known is None or known.token not in _NOUNS:
            return word
        if mixed and self._rng.random() < 0.5:
            word = "".join(c.upper() if self._rng.random() < 0.5 else c for c in word)
        if self._noisy and self._rng.random() < 0.06:
            cut = self._rng.randrange(1, len(word))
            word = word[:cut] + self._rng.choice(_NOISE) + word[cut:]
        return word


def _render(
    flat: Flat, items: Sequence[Instruction], sentences: Sequence[str], stage: int, rules: str
) -> str:
    """Write the file."""
    flag = "on" if stage == 2 else "off"
    sections = {name: " ".join(map(_fact, facts)) for name, facts in flat.sections.items()}
    lines = ['<?xml version="1.0" encoding="utf-8"?>',
             *([f"<!-- rules: {rules} -->"] if rules else []), "<test>"]
    lines.append(f'<env mis="{flag}" err="{flag}" ans="{flag}">')
    lines.append("<info>")
    lines += [" ".join(map(_fact, facts)) for facts in flat.info.values()]
    lines += ["</info>", f"<mis>{sections['mis']}</mis>"]
    lines += ["<err>", f"<r>{sections['r']}</r>", f"<w>{sections['w']}</w>", "</err>"]
    lines += [f"<extra>{sections['extra']}</extra>", "</env>", "<instr>", "(:ins"]
    lines += [format_instruction(item) for item in items]
    lines += [")", "</instr>", "<nl>"]
    lines += [sentence.replace("&", "&amp;") for sentence in sentences]
    return "\n".join([*lines, "</nl>", "</test>", ""])


def _fact(fact: Fact) -> str:
    return f"({' '.join((fact.predicate, *map(str, fact.arguments)))})"
