"""Is English read as it was meant? Paraphrases with known meaning, within the vocabulary.

``python -m benchmarks.studies.competition_paraphrases [--count N] [--seed K] [--json FILE]
[--meddle]``.
Instructions of made-up flats are said in other words than the sentence patterns of the rules:
other verbs, who shall do it ("you must not", "it is forbidden to", "could you"), what must be done
to a thing, what must stay so, phrases of place first, relative clauses, "no ... may", plurals,
small words missing or written twice, mixed case, swapped letters. A sentence is misread if it gives
another instruction; exit code 1 if one is. With ``--meddle`` the sentences that were read are
changed in their meaning (a "not" or "must" more or less, the things exchanged, another colour): one
that is still read as before counts as misread.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from domains.competition.world.model import Instruction
from translators.competition.english.reading import parse_sentences
from translators.competition.generate.flats import family_settings, make_flat
from translators.competition.generate.items import ItemMaker
from translators.competition.instructions import format_instruction
from translators.competition.lint.agreement import agree
from translators.competition.vocabulary import vocabulary

__all__ = ["Verdict", "main", "meddled", "meddlings", "paraphrase", "table", "verdicts"]

# {x} and {y} are noun phrases, {n} the first without an article, {p} a preposition
_TASKS = {
    "give": ["give {x} to me", "give me {x}", "give to me {x}", "to me give {x}", "bring me {x}",
             "give human {x}", "give to the human {x}", "give {x} to human", "give {x} for me",
             "hand {x} to me", "get me {x}", "bring {x} to the human", "give {x} me"],
    "puton": ["put {x} {p} {y}", "{p} {y} put {x}", "put {p} {y} {x}", "put {x} down {p} {y}",
              "put down {x} {p} {y}", "place {x} {p} {y}", "put {x} down to {y}", "put {x} to {y}",
              "move {x} {p} {y}", "carry {x} {p} {y}", "{p} {y} put {x} down"],
    "putin": ["put {x} in {y}", "put {x} inside {y}", "in {y} put {x}", "put in {y} {x}",
              "put {x} into {y}", "put {x} on in {y}", "put down {x} in {y}", "move {x} into {y}",
              "put {x} back in {y}"],
    "putdown": ["put down {x}", "put {x} down", "drop {x}"],
    "goto": ["go to {x}", "goto {x}", "go {x}", "go near {x}", "go next to {x}", "move to {x}",
             "walk to {x}", "go back to {x}"],
    "pickup": ["pick up {x}", "pick {x} up", "pickup {x}", "pick {x}", "take {x}", "grab {x}",
               "lift {x}"],
    "takeout": ["take {x} out of {y}", "take out {x} from {y}", "take {x} from {y}",
                "take from {y} {x}", "take out of {y} {x}", "out of {y} take {x}",
                "from {y} take {x} out", "take {x} out from {y}", "take {x} out {y}",
                "get {x} from {y}", "remove {x} from {y}", "from {y} take out {x}",
                "take {x} in {y} out", "take out {x} which is in {y}"],
    "open": ["open {x}", "open the door of {x}", "open {x} door", "open up {x}"],
    "close": ["close {x}", "close the door of {x}", "close {x} door", "shut {x}"],
}
_TO_PLAIN = ["move {x} to {y}", "bring {x} to {y}", "take {x} to {y}", "carry {x} to {y}"]
"""Ways to say puton if the other thing has no door; else it is not said whether in or beside it."""
_WHO = {"task": ["{t}"] * 8 + ["you must {t}", "you have to {t}", "could you {t}",
                               "make sure that you {t}", "the robot must {t}"],
        "cons_not": ["do not {t}", "do not {t}", "do no {t}", "don't {t}", "never {t}",
                     "you must not {t}", "you may not {t}", "the robot must not {t}",
                     "it is forbidden to {t}", "you are not allowed to {t}", "make sure not to {t}",
                     "must not {t}", "nobody may {t}", "you must never {t}"]}
_DONE = {"give": ["given to me", "given to the human"], "puton": ["put {p} {y}", "placed {p} {y}"],
         "putin": ["put in {y}", "put into {y}"], "putdown": ["put down"], "pickup": ["picked up"],
         "takeout": ["taken out of {y}", "taken from {y}"]}
_PASSIVE = {"task": ["{x} must be {t}", "{x} has to be {t}"],
            "cons_not": ["{x} must not be {t}", "no {n} may be {t}", "{x} may not be {t}",
                         "no {n} must be {t}"]}
_RELATIONS = {"on": ["on"], "near": ["near", "next to", "beside", "close to"],
              "inside": ["in", "inside"], "plate": ["on"]}
_SITES = {
    "info": ["{x} is {r}", "there is {x} {r}", "{r} there is {x}", "{r} is {x}", "there is {r} {x}",
             "{x} lies {r}", "{x} is located {r}", "you can find {x} {r}", "{x} can be found {r}",
             "you have {x} {r}"],
    "cons_notnot": ["{x} must be {r}", "there must be {x} {r}", "{r} there must be {x}",
                    "{x} must {r}", "keep {x} {r}", "{x} must stay {r}", "{x} must always be {r}",
                    "make sure that {x} stays {r}", "{x} has to be {r} all the time"],
    "cons_not": ["{x} must not be {r}", "{x} must be not {r}", "there must not be {x} {r}",
                 "there must be no {n} {r}", "no {n} must be {r}", "{r} there must be no {n}",
                 "{x} must not {r}", "{x} must never be {r}", "no {n} must {r}",
                 "there must no {n} {r}", "no {n} may be {r}", "no {n} can be {r}",
                 "{x} may not be {r}", "make sure that {x} is not {r}", "do not let {x} be {r}",
                 "make sure that no {n} is {r}", "{x} is not allowed {r}", "do not keep {x} {r}",
                 "at no time must {x} be {r}"],
}
_DOORS = {
    "info": ["{x} is {s}", "the door of {x} is {s}", "there is a {s} {n}", "{x} door is {s}",
             "{x} is not {t}", "there is a {n} which is {s}", "{x} now is {s}"],
    "cons_notnot": ["{x} must be {s}", "the door of {x} must be {s}", "{x} must {s}",
                    "{x} door must be {s}", "there must be {x} {s}", "keep {x} {s}",
                    "{x} must stay {s}", "make sure that {x} stays {s}", "{x} must be kept {s}"],
    "cons_not": ["{x} must not be {s}", "the door of {x} must not be {s}", "no {n} must be {s}",
                 "{x} must never be {s}", "{x} must be not {s}", "{x} may not be {s}",
                 "do not let {x} be {s}", "no {n} may be {s}", "do not keep {x} {s}"],
}
_MORE = {  # further ways for one relation
    ("cons_not", "near"): ["keep {x} away from {y}", "{x} must stay away from {y}"],
    ("cons_not", "inside"): ["keep {x} out of {y}", "{y} must not contain {x}"],
    ("cons_notnot", "inside"): ["{y} must contain {x}"],
    ("info", "inside"): ["{y} contains {x}"],
}
_OPPOSITE = {"opened": "closed", "closed": "opened"}
_DENIALS = ("not", "no", "never")
_DOUBLED = ("the", "to", "in", "on", "must", "is", "of")


@dataclass(frozen=True)
class Verdict:
    """One sentence: what was meant, and whether it was ``read``, ``unread`` or ``misread``."""

    sentence: str
    meant: str
    outcome: str
    got: str = ""


def items(rng: random.Random) -> Iterator[Instruction]:
    """Yield instructions about one flat after the other."""
    settings = family_settings("normal")
    while True:
        yield from ItemMaker(rng, make_flat(rng, settings), settings).all_items()


def paraphrase(item: Instruction, rng: random.Random) -> str:
    """Say an instruction in words of one's own."""
    names = [name for name in item.arguments if name != "human"]
    nouns = [_noun(item, name, rng) for name in names]
    second = nouns[1] if len(nouns) > 1 else ""
    if item.inner == "task":
        text = _task(item, second, rng).replace(
            "{p}", rng.choice(("on", "near", "next to", "beside")))
    else:
        patterns = (_DOORS if item.predicate in _OPPOSITE else _SITES)[item.kind]
        text = rng.choice([*patterns, *_MORE.get((item.kind, item.predicate), [])])
        place = "plate" if item.predicate == "plate" else second
        if item.predicate in _RELATIONS:
            where = f"{rng.choice(_RELATIONS[item.predicate])} {_article(place, rng)}"
            text = text.replace("{r}", where)
        else:
            text = text.replace("{s}", item.predicate)
            text = text.replace("{t}", _OPPOSITE[item.predicate])
    if "{n}" in text:
        text = text.replace("{n}", nouns[0])
    text = text.replace("{x}", _article(nouns[0], rng)).replace("{y}", _article(second, rng))
    return _spoilt(text, rng)


def _task(item: Instruction, second: str, rng: random.Random) -> str:
    if item.predicate in _DONE and rng.random() < 0.1:
        return rng.choice(_PASSIVE[item.kind]).replace("{t}", rng.choice(_DONE[item.predicate]))
    known = vocabulary()
    doors = {*known.containers, *known.sometimes_containers}
    plain = item.predicate == "puton" and doors.isdisjoint(
        known.words[word].base for word in second.split() if word in known.words)
    text = rng.choice([*_TASKS[item.predicate], *(_TO_PLAIN if plain else [])])
    return rng.choice(_WHO[item.kind]).replace("{t}", text)


def _noun(item: Instruction, name: str, rng: random.Random) -> str:
    words = {a.name: a.word for a in item.cond if a.variable == name}
    sort, color = words["sort"], words.get("color", "")
    if rng.random() < 0.1 and sort != "human":
        sort += "es" if sort.endswith("ch") else "s"
    if color and rng.random() < 0.2:
        return f"{sort} {rng.choice(('which', 'that'))} is {color}"
    return f"{color} {sort}".strip()


def _article(noun: str, rng: random.Random) -> str:
    return noun if rng.random() < 0.15 else f"{rng.choice(('the', 'the', 'a'))} {noun}"


def _spoilt(text: str, rng: random.Random) -> str:
    """Write it as careless people do; the meaning stays."""
    words = text.split()
    if rng.random() < 0.1:
        at = rng.randrange(len(words))
        if words[at] in _DOUBLED:
            words.insert(at, words[at])
    if rng.random() < 0.1:
        known = vocabulary().words
        long = [k for k, w in enumerate(words) if len(w) > 4 and w in known]
        if long:
            at = rng.choice(long)
            cut = rng.randrange(1, len(words[at]) - 1)
            wrong = words[at][:cut] + words[at][cut + 1] + words[at][cut] + words[at][cut + 2:]
            words[at] = wrong
    text = " ".join(words)
    if rng.random() < 0.1:
        text = "please " + text
    if rng.random() < 0.1:
        text = "".join(c.upper() if rng.random() < 0.5 else c for c in text)
    return text[0].upper() + text[1:] + "."


def verdicts(count: int, seed: int) -> Iterator[Verdict]:
    """Paraphrase and read ``count`` instructions."""
    rng = random.Random(f"paraphrases/{seed}")
    for item in islice(items(rng), count):
        sentence = paraphrase(item, rng)
        found = parse_sentences(sentence).instructions
        if not found:
            yield Verdict(sentence, format_instruction(item), "unread")
        elif len(found) == 1 and agree(item, found[0], colors=False):
            yield Verdict(sentence, format_instruction(item), "read")
        else:
            yield Verdict(sentence, format_instruction(item), "misread",
                          format_instruction(found[0]))


def meddled(sentence: str, rng: random.Random) -> Iterator[str]:
    """Yield sentences that say something else: denied or not, demanded or not, of other things.

    "Must" is put into statements only: "you must open the closet" says no more than "open the
    closet", and "make sure that no cup must be there" no more than without it.
    """
    words = sentence[:-1].split()
    known = vocabulary()
    lower = [word.lower() for word in words]
    classes = [known.words[w].token if w in known.words else "" for w in lower]
    for at, (word, token) in enumerate(zip(lower, classes, strict=True)):
        before, after = words[:at], words[at + 1:]
        if word in _DENIALS or word in ("don't", "nobody"):
            yield " ".join([*before, *after]) + "."
        if token == "COLOR":
            other = rng.choice([c for c in known.colors if c != word])
            yield " ".join([*before, other, *after]) + "."
    for at in range(len(words) + 1):
        yield " ".join([*words[:at], rng.choice(_DENIALS), *words[at:]]) + "."
    things = [at for at, token in enumerate(classes) if token == "SORT"]
    if len(things) == 2:
        one, two = things
        if known.words[lower[one]] != known.words[lower[two]]:
            words[one], words[two] = words[two], words[one]
            yield " ".join(words) + "."
            words[one], words[two] = words[two], words[one]
    if "is" in lower and "sure" not in lower and "MUST" not in classes:
        at = lower.index("is")
        yield " ".join([*words[:at], "must", *words[at:]]) + "."


def meddlings(count: int, seed: int) -> Iterator[Verdict]:
    """Change the meaning of ``count`` paraphrases in every way; read as before is misread."""
    rng = random.Random(f"meddlings/{seed}")
    for item in islice(items(rng), count):
        sentence = paraphrase(item, rng)
        before = _contents(sentence)
        for other in meddled(sentence, rng) if before else ():
            now = _contents(other)
            outcome = "misread" if now == before else "read" if now else "unread"
            yield Verdict(other, f"not {before[0]} of: {sentence}", outcome, "".join(now))


def _contents(sentence: str) -> list[str]:
    return [format_instruction(item) for item in parse_sentences(sentence).instructions]


def table(found: Sequence[Verdict]) -> Iterator[str]:
    """Yield a Markdown table."""
    counts = Counter(v.outcome for v in found)
    yield "| sentences | read | unread | misread |"
    yield "|---|---|---|---|"
    yield f"| {len(found)} | {counts['read']} | {counts['unread']} | {counts['misread']} |"


def main() -> int:
    """Parse arguments, read, print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", default="", metavar="FILE")
    parser.add_argument("--meddle", action="store_true", help="change what the sentences mean")
    chosen = parser.parse_args()
    found = list((meddlings if chosen.meddle else verdicts)(chosen.count, chosen.seed))
    for line in table(found):
        sys.stdout.write(f"{line}\n")
    worst = ("misread",) if chosen.meddle else ("misread", "unread")
    for one in [v for v in found if v.outcome in worst][:20]:
        sys.stdout.write(f"{one.outcome}: {one.sentence} {one.meant} {one.got}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(v) for v in found]), encoding="utf-8")
    return 1 if any(v.outcome == "misread" for v in found) else 0


if __name__ == "__main__":
    sys.exit(main())
