"""Are household sentences read as they were meant? Paraphrases whose meaning is known beforehand.

``python tests/attacks/household_sentences.py [--count N] [--seed K] [--show N] …``.
A meaning is drawn first: conditions on the final state, with their order where it is said; then it
is put into words by ``household_language.toml``, which was written as people talk and not from the
reader's grammar: ways to say it, quantifiers, lists, exceptions, pronouns, relative clauses,
spellings, slips of the pen, politeness, conditions, notes, words taken back. What is read is
compared by its conditions. A sentence is ``meant``, ``refused`` or misread; ``silent`` is a
misreading that no remark tells about. Questions, negations, vague and impossible wishes have to be
refused with a reason.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from household_constructions import constructed
from household_forms import sentences
from household_phrases import Condition, things_meant
from household_speaker import Sentence

from domains.household.goal import Goal, HasState, Held, Location, Placed, Selection, Subgoal
from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@dataclass(frozen=True)
class Verdict:
    """How a sentence was read: ``meant``, ``refused``, ``misread`` (told) or ``silent``."""

    sentence: Sentence
    outcome: str
    got: str
    seconds: float


# -- what was read ----------------------------------------------------------------------------


def _read_what(what: Selection) -> Condition:
    everything = len(what.types) > 50
    types = (
        frozenset(f"-{t}" for t in _portable() - set(what.types))
        if everything
        else frozenset(what.types)
    )
    quantifier, where = what.quantifier, _read_where(what.located) if what.located else None
    count = 0 if everything else what.count
    when = frozenset(
        (
            frozenset(c.what.types),
            frozenset(c.what.states),
            _read_where(c.what.located) if c.what.located else None,
            c.count,
            c.exists,
        )
        for c in what.when
    )
    return things_meant(quantifier, count, sorted(types), what.states, where, when)


@cache
def _portable() -> frozenset[str]:
    (subgoal,) = compile_instruction("put everything away").subgoals
    return frozenset(subgoal.what.types)


def _read_where(where: Location) -> Condition:
    if where.relation == "home":
        return ("home", frozenset(where.avoid))
    assert where.place is not None
    if where.place.states or where.place.located or where.nearest:
        return ("odd", where.describe())
    return (where.relation, frozenset(where.place.types))


def _read(subgoal: Subgoal) -> Condition:
    if isinstance(subgoal, Placed):
        return ("at", _read_what(subgoal.what), _read_where(subgoal.target))
    if isinstance(subgoal, Held):
        return ("held", _read_what(subgoal.what))
    assert isinstance(subgoal, HasState)
    return ("state", _read_what(subgoal.what), subgoal.state, subgoal.value)


def _as_meant(sentence: Sentence, goal: Goal) -> bool:
    """Whether a goal has exactly the conditions meant, in an order that was said."""
    stages = [{_read(w) for w in stage} for stage in goal.stages]
    everything = set().union(*stages)
    passing = {w for w in everything if w[0] == "state" and w[2] == "found"}
    meant = set().union(*sentence.stages)
    everything -= passing - meant
    if sentence.any_one:
        everything = {(w[0], ("the", *w[1][1:]), *w[2:]) if w[1][:2] == ("some", 1) else w
                      for w in everything}
    if everything != meant:
        return False
    first, last = (
        [n for n, stage in enumerate(stages) if stage & group]
        for group in (sentence.stages[0], sentence.stages[-1])
    )
    return len(sentence.stages) == 1 or max(first) < min(last)


def judge(sentence: Sentence) -> Verdict:
    """Read one sentence and compare; times are CPU seconds."""
    begun = time.process_time()
    try:
        goal = compile_instruction(sentence.text)
    except PlannerError as error:
        outcome = "refused" if sentence.stages else "meant"
        if outcome == "meant" and "\n" not in str(error):
            outcome = "silent"
        return Verdict(sentence, outcome, str(error).splitlines()[0], time.process_time() - begun)
    seconds = time.process_time() - begun
    told = [r for r in goal.remarks if "is read as" in r or "changes nothing" not in r]
    if sentence.stages and _as_meant(sentence, goal):
        noted = any(sentence.told in r.lower() for r in goal.remarks)
        outcome = "meant" if noted or not sentence.told else "silent"
    elif not sentence.stages and any("no robot can" in r for r in goal.remarks):
        outcome = "meant"  # that it cannot be done is told
    else:
        outcome = "misread" if told else "silent"
    return Verdict(sentence, outcome, "; ".join((goal.describe(), *goal.remarks)), seconds)


def table(found: Sequence[Verdict]) -> Iterator[str]:
    """Yield the figures line by line."""
    kinds: dict[str, Counter[str]] = {}
    for verdict in found:
        kinds.setdefault(verdict.sentence.kind, Counter())[verdict.outcome] += 1
    total = sum(kinds.values(), Counter())
    for kind, counts in [*sorted(kinds.items()), ("all", total)]:
        shares = "  ".join(f"{o} {counts[o]}" for o in ("meant", "refused", "misread", "silent"))
        yield f"{kind:22} {counts.total():6}  {shares}  ({counts['meant'] / counts.total():.4f})"
    times = sorted(v.seconds for v in found if len(v.sentence.text.split()) <= 30)
    yield (
        f"CPU seconds up to 30 words: median {times[len(times) // 2]:.3f}, "
        f"95th percentile {times[int(len(times) * 0.95)]:.3f}, worst {times[-1]:.3f}"
    )


def main() -> int:
    """Run the study; exit code 1 if a sentence was misread silently."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=20, help="How many that went wrong are shown.")
    parser.add_argument("--constructions", action="store_true",
                        help="The constructions of English, each a kind of its own.")
    parser.add_argument("--json", type=Path, default=None)
    chosen = parser.parse_args()
    judge(Sentence("put the apple in the fridge", "", ()))  # the first one reads the grammar, too
    found: list[Verdict] = []
    said = constructed if chosen.constructions else sentences
    for sentence in said(chosen.count, chosen.seed):
        found.append(judge(sentence))
        if not len(found) % 1000:
            outcomes = Counter(v.outcome for v in found)
            sys.stderr.write(f"{len(found)}: {dict(outcomes)}\n")
    wrong = [v for v in found if v.outcome != "meant"]
    for verdict in sorted(wrong, key=lambda v: v.outcome)[::-1][: chosen.show]:
        sys.stdout.write(
            f"{verdict.outcome:8} [{verdict.sentence.kind}] {verdict.sentence.text}\n"
            f"         {verdict.got[:300]}\n"
        )
    lines = list(table(found))
    sys.stdout.write("\n".join(lines) + "\n")
    if chosen.json:
        chosen.json.write_text(json.dumps({"count": len(found), "table": lines}), encoding="utf-8")
    return int(any(v.outcome == "silent" for v in found))


if __name__ == "__main__":
    raise SystemExit(main())
