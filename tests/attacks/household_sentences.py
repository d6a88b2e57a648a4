"""Are household sentences read as they were meant? Paraphrases whose meaning is known beforehand.

A meaning is drawn first: conditions on the final state, with their order where it is said; then it
is put into words by ``household_language.toml``, which was written as people talk and not from the
reader's grammar: ways to say it, quantifiers, lists, exceptions, pronouns, relative clauses,
spellings, slips of the pen, politeness, conditions, notes, words taken back; ``constructions`` says
orders in those that a grammar book lists. What is read is compared by its conditions. A sentence is
``meant``, ``refused`` or misread; ``silent`` is a misreading that no remark tells about, and wrong.
Questions, negations, vague and impossible wishes have to be refused with a reason. Options:
``attack.py``; the file of ``--json`` says how each sentence was read.
"""

import sys
import time
from collections.abc import Mapping
from functools import cache, partial

from attack import Attack, Verdict, main
from household_constructions import Constructions
from household_forms import Forms
from household_phrases import Condition, things_meant
from household_speaker import Sentence

from domains.household.goal import Goal, HasState, Held, Location, Placed, Selection, Subgoal
from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction

# -- what was read ----------------------------------------------------------------------------


def _read_what(what: Selection) -> Condition:
    everything = len(what.types) > 50
    types = frozenset(f"-{t}" for t in _portable() - set(what.types)) if everything else (
        frozenset(what.types))
    quantifier, where = what.quantifier, _read_where(what.located) if what.located else None
    count = 0 if everything else what.count
    when = frozenset(
        (frozenset(c.what.types), frozenset(c.what.states),
         _read_where(c.what.located) if c.what.located else None, c.count, c.exists)
        for c in what.when)
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
    first, last = ([n for n, stage in enumerate(stages) if stage & group]
                   for group in (sentence.stages[0], sentence.stages[-1]))
    return len(sentence.stages) == 1 or max(first) < min(last)


def outcome(sentence: Sentence) -> tuple[str, str]:
    try:
        goal = compile_instruction(sentence.text)
    except PlannerError as error:
        if sentence.stages:
            return "refused", str(error).splitlines()[0]
        return ("meant" if "\n" in str(error) else "silent"), str(error).splitlines()[0]
    got = "; ".join((goal.describe(), *goal.remarks))
    told = [r for r in goal.remarks if "is read as" in r or "changes nothing" not in r]
    if sentence.stages and _as_meant(sentence, goal):
        noted = any(sentence.told in r.lower() for r in goal.remarks)
        return ("meant" if noted or not sentence.told else "silent"), got
    if not sentence.stages and any("no robot can" in r for r in goal.remarks):
        return "meant", got  # that it cannot be done is told
    return ("misread" if told else "silent"), got


SPEAKERS = {"sentences": Forms, "constructions": Constructions}


@cache
def _said(group: str, seed: int) -> tuple[Forms, list[Sentence]]:
    outcome(Sentence("put the apple in the fridge", "", ()))  # the first one reads the grammar, too
    return SPEAKERS[group](seed), []


def judge(group: str, seed: int, number: int) -> Verdict:
    """Read a sentence; they come one after the other, always the same for a seed."""
    speaker, said = _said(group, seed)
    while len(said) <= number:
        said.append(speaker.sentence())
    begun = time.process_time()
    found, got = outcome(said[number])
    spent = time.process_time() - begun
    return Verdict(f"{group}, {said[number].kind}", said[number].text, got * (found == "silent"), {
        **dict.fromkeys(("meant", "refused", "misread", "silent"), 0), found: 1, "CPU s": spent})


ATTACKS: Mapping[str, Attack] = {group: partial(judge, group) for group in SPEAKERS}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 1000))
