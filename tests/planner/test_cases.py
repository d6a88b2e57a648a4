"""Cases: every wrong key and value is named with what would have been right."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import cases

from planner.cases import build, check_case_type, fields_of, option, plain
from planner.errors import InputError, SourceError
from planner.files import read_toml

CASES = cases(__file__)


@dataclass(frozen=True)
class Trip:
    file: Path = option(help="Map.", positional=True)
    robots: int = option(2, help="Robots.", minimum=1, maximum=5)
    speed: float = option(1.0, help="Speed.", unit="cells/s")
    loud: bool = option(False, help="Talk.")
    colour: str = option("red", help="Colour.", choices=("red", "blue"))
    rules: Mapping[str, Any] = option({}, help="Rules.", flag="--rule")
    who: int | str = option(1, help="A number or a file.")
    note: str | None = option(None, help="Note.")


@pytest.mark.parametrize(("values", "message"), CASES["wrong"])
def test_wrong_cases_are_explained(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        build(Trip, values, "trip.toml")
    assert str(caught.value).startswith("trip.toml: ")


@pytest.mark.parametrize(("more", "place"), CASES["places"])
def test_a_file_has_the_place(tmp_path: Path, more: str, place: str) -> None:
    path = tmp_path / "trip.toml"
    path.write_text(f"# trip\nfile = 'a'\ncolour = 'red'\n{more}\n")
    with pytest.raises(SourceError) as caught:
        build(Trip, read_toml(path), path)
    assert f"trip.toml:{place}" in str(caught.value)


@given(st.builds(Trip, st.just(Path("m.txt")), st.integers(1, 5), st.floats(0, 9),
                 st.booleans(), st.sampled_from(["red", "blue"]),
                 st.dictionaries(st.text(max_size=3), st.integers()),
                 st.one_of(st.integers(), st.text(max_size=3)), st.none() | st.text(max_size=3)))
def test_a_case_survives_writing_and_reading(case: Trip) -> None:
    assert build(Trip, plain(case)) == case


def test_options_are_spelled_as_declared() -> None:
    spelled = {name: field.option for name, field in fields_of(Trip).items()}
    assert spelled["rules"] == "--rule"
    assert spelled["robots"] == "--robots"


@dataclass
class Loose:
    """Not frozen."""


@dataclass(frozen=True)
class Strange:
    """A field that cannot be written down."""

    thing: object = None


def test_what_is_no_case_type_is_said() -> None:
    assert check_case_type(Trip) == ""
    assert "not a dataclass" in check_case_type(int)
    assert "not frozen" in check_case_type(Loose)
    assert "no plain type" in check_case_type(Strange)
