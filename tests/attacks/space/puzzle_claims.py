"""Arrangement puzzles in the published style: how many are read, right, and wrong but sure.

``python tests/attacks/space/puzzle_claims.py --count 5000 --seed 1 [--held-back]``

Puzzles are drawn from a table of phrases (``puzzle_phrases.py``) for three
layouts, with single and multiple choice, with and without negation. The right answer is the set of
options that hold in every arrangement, found by trying all of them with meanings of the
generator's own; the program under test is not asked. ``--held-back`` tells facings and sides, and
some places, in words that no table holds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzle_cases import Made, made_puzzle

from translators.space.arrangements.files import puzzle_of
from translators.space.arrangements.solve import solve_puzzle

__all__ = ["Outcome", "main", "measure"]


@dataclass(frozen=True)
class Outcome:
    """What the program made of one puzzle."""

    made: Made
    status: str
    answer: tuple[str, ...]
    sure: bool
    seconds: float

    @property
    def right(self) -> bool:
        """Say whether the answer is the set of options that must hold."""
        return sorted(self.answer) == sorted(self.made.item["answer"])


def measure(
    seeds: Sequence[int], *, language: str = "zh", seconds: float = 3600.0, held_back: bool = False
) -> Iterator[Outcome]:
    """Solve made puzzles one after the other, at most for ``seconds``."""
    end = time.monotonic() + seconds
    for seed in seeds:
        if time.monotonic() > end:
            return
        made = made_puzzle(seed, language, held_back)
        bare = {k: v for k, v in made.item.items() if k != "answer"}
        start = time.process_time()
        answer = solve_puzzle(puzzle_of(bare, "made")).answers[0]
        yield Outcome(made, answer.status, answer.answer, answer.sure, time.process_time() - start)


def _rows(outcomes: Sequence[Outcome]) -> list[tuple[str, str, str, str, int, int, int, int]]:
    """Return layout, phrase, choice, negation, cases, right, unread, wrong and sure."""
    table: dict[tuple[str, str, str, str], Counter[str]] = {}
    for one in outcomes:
        kind = ("multi" if one.made.several else "single", "with not" if one.made.negated else "plain")
        for phrase in dict.fromkeys((*one.made.phrases, "(all)")):
            for key in ((one.made.layout, phrase, *kind), (one.made.layout, phrase, "", "")):
                counted = table.setdefault(key, Counter())
                counted["cases"] += 1
                counted["right"] += one.right
                counted["unread"] += one.status == "unread"
                counted["claims"] += one.sure and not one.right
    return [(*key, *(c[n] for n in ("cases", "right", "unread", "claims")))  # type: ignore[misc]
            for key, c in sorted(table.items())]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack; 1 if a wrong answer was given as sure or a puzzle called contradictory."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1800.0)
    parser.add_argument("--language", choices=("zh", "en"), default="zh")
    parser.add_argument("--held-back", action="store_true", help="sides and facings in unknown words")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--full", action="store_true", help="rows by choice and negation, too")
    parser.add_argument("--show", type=int, default=0, help="print so many failures")
    told = parser.parse_args(arguments)
    first = told.seed * 1_000_000
    outcomes = list(measure(range(first, first + told.count), language=told.language,
                            seconds=told.seconds, held_back=told.held_back))
    rows = _rows(outcomes)
    out = sys.stdout.write
    out("| layout | phrase | choice | negation | cases | right | unread | wrong and sure |\n|---|---|---|---|---|---|---|---|\n")
    for row in rows:
        if told.full or not row[2]:
            out("| " + " | ".join(map(str, row)) + " |\n")
    failures = sorted((o for o in outcomes if not o.right), key=lambda o: (not o.sure, o.status != "contradiction"))
    for one in failures[: told.show]:
        out(f"{json.dumps(one.made.item, ensure_ascii=False)}\n  {one.status} {one.answer} {one.sure}\n")
    right, claims = sum(o.right for o in outcomes), sum(o.sure and not o.right for o in outcomes)
    median = statistics.median(o.seconds for o in outcomes) if outcomes else 0.0
    summary = {"cases": len(outcomes), "right": right, "share": right / max(1, len(outcomes)),
               "sure": sum(o.sure for o in outcomes), "wrong_and_sure": claims,
               "contradictions": sum(o.status == "contradiction" for o in outcomes),
               "unread": sum(o.status == "unread" for o in outcomes), "median_ms": 1000 * median}
    out("  ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in summary.items()) + "\n")
    if told.json:
        told.json.write_text(json.dumps({"summary": summary, "rows": rows}, ensure_ascii=False, indent=1),
                             encoding="utf-8")
    return 1 if claims or summary["contradictions"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
