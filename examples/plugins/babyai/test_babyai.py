"""Run by hand: ``python -m pytest examples/plugins/babyai`` where the plug-in is installed."""

import pytest
from lmfree_babyai.bridge import read

import planner
from planner.discovery import domain_named
from planner.testing import check_domain


def test_the_domain_keeps_the_contract() -> None:
    check_domain(domain_named("babyai"))


def test_sentences() -> None:
    ball, key = ("red", "ball", ""), ("", "key", "on your left")
    assert read("go to the red ball, then pick up a key on your left") == [
        [("visited", ball, ())], [("taken", key, ())]]
    assert read("open the door after you put the red ball next to a key on your left")[0] == [
        ("beside", ball, key)]
    with pytest.raises(ValueError, match="not BabyAI's"):
        read("dance")


@pytest.mark.parametrize(("level", "seed"), [
    ("GoToLocal-v0", 1), ("UnlockPickup-v0", 1), ("KeyInBox-v0", 1),
    ("KeyInBox-v0", 90002),  # the box with the key stands in the way and is taken along
])
def test_levels_are_won(level: str, seed: int) -> None:
    assert planner.run(planner.case("babyai", level=level, seed=seed), policy="planned").success
