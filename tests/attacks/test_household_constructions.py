"""Every construction has a meaning, and is read as it is meant."""

import pytest
from household_constructions import Constructions, constructions
from household_sentences import outcome


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
