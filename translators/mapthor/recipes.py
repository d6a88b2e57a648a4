"""Requests about a whole room or dish: sentences read in their place (``recipes.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["Recipe", "recipe_phrases", "recipe_terminals", "recipe_words", "recipes"]


@dataclass(frozen=True)
class Recipe:
    """One recipe: patterns of what is said, and the sentences it means or why it cannot be done."""

    name: str
    said: tuple[re.Pattern[str], ...]
    means: str
    cannot: str
    instead: str
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
        r["name"], tuple(map(pattern, r["said"])), r.get("means", ""), r.get("cannot", ""),
        r.get("instead", ""), data["defaults"]) for r in data["recipe"]}


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
