"""Requests about a whole room or dish: sentences read in their place (``recipes.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from translators.mapthor.tree import Phrase

__all__ = ["Recipe", "as_written", "recipe_of", "recipe_phrases", "recipe_terminals",
           "recipe_words", "recipes", "said_otherwise"]


@dataclass(frozen=True)
class Recipe:
    """One recipe: patterns of what is said, and the sentences it means or why it cannot be done.

    From number ``tells`` on, the patterns only tell of a need: "it is too dark in here".
    """

    name: str
    said: tuple[re.Pattern[str], ...]
    means: str
    cannot: str
    instead: str
    tells: int
    defaults: Mapping[str, str]

    def told(self, words: str) -> str:
        """Return the sentences for what was said, with the number and the place said there.

        >>> recipes()["bath"].told("run a bath")
        'Turn on the tap in the bathtub.'
        """
        found = next((m for p in self.said if (m := p.fullmatch(words))), None)
        said = {k: v for k, v in found.groupdict().items() if v} if found else {}
        return " ".join(self.means.format(**{**self.defaults, **said}).split())


@cache
def recipes() -> Mapping[str, Recipe]:
    """Read the recipes once per process, by name."""
    text = resources.files(__package__).joinpath("recipes.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)

    def pattern(said: str) -> re.Pattern[str]:
        for slot, words in data["slots"].items():
            words = words.replace("(", "(?:")
            said = said.replace(f"{{{slot}}}", f"(?P<{slot}>{words})" if slot in data[
                "defaults"] else f"(?:{words})")
        return re.compile(re.sub(r"\((?!\?)", "(?:", said).replace(" ", r"\s+"), re.IGNORECASE)

    return {r["name"]: Recipe(
        r["name"], tuple(map(pattern, [*r.get("said", ()), *r.get("tells", ())])),
        r.get("means", ""), r.get("cannot", ""), r.get("instead", ""), len(r.get("said", ())),
        data["defaults"]) for r in data["recipe"]}


def recipe_of(word: str) -> tuple[Recipe, bool]:
    """Return the recipe of a word class, and whether it was only told that there is need of it."""
    number, way = map(int, word.split("_")[1:])
    recipe = list(recipes().values())[number]
    return recipe, way >= recipe.tells


@cache
def recipe_terminals() -> Mapping[str, str]:
    """Return a word class for everything a recipe is called by, numbered like the recipes."""
    return {f"RECIPE_{number}_{way}": re.sub(r"\?P<\w+>", "?:", said.pattern) + r"(?!\w)"
            for number, recipe in enumerate(recipes().values())
            for way, said in enumerate(recipe.said)}


@cache
def recipe_phrases() -> re.Pattern[str]:
    """Match what any recipe is called by."""
    listed = "|".join(sorted(recipe_terminals().values(), key=len)[::-1])
    return re.compile(rf"(?<!\w)(?:{listed})", re.IGNORECASE)


@cache
def recipe_words() -> frozenset[str]:
    """Return the single words of all recipes."""
    return frozenset(re.findall(r"[a-z']{2,}", recipe_phrases().pattern))


def as_written(recipe: Phrase, text: str) -> str:
    """Return what a recipe was called by: "making" may have been read as "make"."""
    start = recipe.words[0].start_pos or 0
    return " ".join(text[start:start + len(recipe.words[0])].split())


def said_otherwise(sentence: Phrase, number: int, text: str) -> str:
    """Remark where the rest says what a recipe means: "make it cosy: lamp on", "it is dark, …"."""
    after = sentence.phrases[number + 1:number + 3]
    _, tells = recipe_of(sentence.phrases[number].words[0].type)
    others = [p for n, p in enumerate(sentence.phrases) if n != number and p.rule != "joint"]
    colon = len(after) == 2 and any(str(t) == ":" for t in after[0].words)
    said = as_written(sentence.phrases[number], text)
    return f"what '{said}' asks for is said by the rest" if colon or (tells and others) else ""
