"""Sentences whose meaning is known beforehand: none is misread in silence, most are read."""

import pytest
from attack import verdicts
from household_constructions import Constructions, constructions
from household_sentences import ATTACKS, outcome


@pytest.mark.parametrize("name", constructions()["forms"])
def test_every_way_of_a_form_has_a_meaning(name: str) -> None:
    speaker = Constructions(7)
    for way in constructions()["forms"][name]["ways"]:
        said = speaker.formed(name, way)
        assert "{" not in said.text
        assert all(said.stages)


@pytest.mark.parametrize(("name", "way"), [
    ("request", "would you mind {doing}"),
    ("causative", "i want {x} {ved}"),
    ("relative", "put the {nx} lying {u} {p}"),
    ("one_after_the_other", "before {doing2}, {do}"),
    ("gapping", "{x} goes {p} and {y} {r}"),
])
def test_ways_are_read_as_they_are_meant(name: str, way: str) -> None:
    assert outcome(Constructions(5).formed(name, way))[0] == "meant"


def test_sentences_are_read_as_they_are_meant_or_it_is_told() -> None:
    found = list(verdicts(ATTACKS["sentences"], 2, range(80)))
    assert [v for v in found if v.wrong] == []
    assert sum(v.counts["meant"] for v in found) > 72
