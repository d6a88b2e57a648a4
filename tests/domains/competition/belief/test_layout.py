"""Big objects and the plate: withheld, wrong, found by the flat's layout, by looking, by asking."""

import random
from itertools import product
from pathlib import Path

import pytest
from protocol_doubles import hear

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.belief.layout import Layout
from domains.competition.belief.opening import priors
from domains.competition.episode import play_problem
from domains.competition.world.model import ON_PLATE, UNSAID, Place
from translators.competition.problem_file import parse_problem, parse_told, read_task

SMALLEST = Path(__file__).with_name("smallest.xml").read_text(encoding="utf-8")
FLAT = ("(:domain (hold 0) {plate} (at 0 1) (sort 1 human) (size 1 big) (at 1 1) (sort 2 table) "
        "(size 2 big) (at 2 2) (sort 3 bed) (size 3 big) {bed} (sort 4 cup) (size 4 small) "
        "(color 4 red) {cup} (sort 5 can) (size 5 small) (color 5 red) (at 5 4))")
GOAL = "(:ins (:task (puton X Y) (:cond (sort X can) (color X red) (sort Y bed))))"


def belief(bed: str = "(at 3 3)", plate: str = "(plate 0)", cup: str = "(at 4 2)",
           items: str = GOAL) -> WorldBelief:
    told = parse_told(FLAT.format(bed=bed, plate=plate, cup=cup))
    return WorldBelief(told, read_task(items))


@pytest.mark.parametrize("err", ["on", "off"])
@pytest.mark.parametrize("ans", ["on", "off"])
def test_the_smallest_case_is_solved(err: str, ans: str) -> None:
    problem = parse_problem(SMALLEST.format(err=err, ans=ans).encode(), "smallest.xml")
    for seed in range(5):
        played = play_problem(problem, seed=seed)
        assert played.figure("tasks") == [3, 3]
        assert 75 <= played.figure("base") <= 94


def test_the_last_container_is_found_where_no_fact_says_there_is_a_place() -> None:
    """Stated beside the table it is at 3: the door that fails is looked at, not tried again."""
    lone = SMALLEST.replace("(sort 4 bed) (size 4 big) ", "").replace("(at 3 4)", "")
    lone = lone.replace("(at 4 3)", "(at 3 3)").replace("(at 4 5)", "(at 3 2)")
    problem = parse_problem(lone.format(err="on", ans="on").encode(), "last.xml")
    for seed in range(5):
        played = play_problem(problem, seed=seed)
        assert played.figure("tasks") == [3, 3]
        tried = [action for action, reply in played.actions if reply == "0"]
        assert tried.count("Open 3") <= 1


def test_a_withheld_bed_stands_where_a_number_is_left_out() -> None:
    assert belief(bed="").home[3] == 3
    assert belief(bed="").place(3).confidence > 0.5


def test_a_small_thing_may_be_at_a_number_left_out() -> None:
    unsure = belief(bed="(at 3 5)", cup="")
    assert unsure.place(4)["at", 3] > 0.0
    assert 3 not in unsure.world(unsure.most_likely()).locations


def test_two_at_one_location_and_a_gap_speak_of_a_wrong_place() -> None:
    unsure = belief(bed="(at 3 2)")
    unsure.observe("AskLoc 5", "not_known")  # so this is stage 2
    assert unsure.place(3)["at", 3] > 10 * (1.0 - belief().place(3)["at", 3])
    assert belief().place(3)["at", 3] > 0.98


def test_a_look_settles_what_stands_here_and_what_does_not() -> None:
    unsure = belief(bed="(at 3 2)")
    hear(unsure, "Move 2=1; Sense=2")
    assert unsure.place(2)["at", 2] == 1.0
    assert unsure.place(3)["at", 2] == 0.0
    unsure.observe("AskLoc 3", "at(3,7)")
    assert unsure.place(3)["at", 7] > 0.1  # no fact mentioned location 7


def test_the_platform_knows_no_place_of_it() -> None:
    gone = belief(bed="")
    gone.observe("AskLoc 3", "")
    assert 3 not in gone.home


def test_something_is_on_the_plate_of_which_no_fact_speaks() -> None:
    unsure = belief(plate="", cup="")
    assert unsure.plate == UNSAID
    assert unsure.place(4)[ON_PLATE] > 0.3
    hear(unsure, "Sense=1 4; Move 2=1; Sense=2 4")
    assert unsure.carried(4)
    assert unsure.plate == 4


def test_an_empty_plate_is_found_out_by_using_it() -> None:
    unsure = belief(plate="")
    hear(unsure, "Move 4=1; PickUp 5=1; ToPlate 5=1")
    assert (unsure.plate, unsure.hand) == (5, 0)
    assert unsure.place(4)[ON_PLATE] == 0.0


@pytest.mark.parametrize("seed", range(20))
def test_marginals_are_near_those_of_all_layouts(seed: int) -> None:
    """Against the sum over every layout of three things, evidence included."""
    rng = random.Random(seed)
    given = {n: rng.randint(1, 4) for n in (1, 2, 3) if rng.random() < 0.7}
    layout = Layout((1, 2, 3), given, {1, 2, 4})
    rows = dict(layout.start)
    for _ in range(rng.randint(0, 2)):
        thing, odds = rng.choice((1, 2, 3)), {("at", n): rng.uniform(0.05, 1) for n in range(12)}
        rows[thing] = rows[thing].updated(odds.__getitem__)
    spots = sorted({spot for row in rows.values() for spot in row})
    mass: dict[tuple[int, Place], float] = {}
    for chosen in product(*rows.values()):
        weight = 1.0
        for row, spot in zip(rows.values(), chosen, strict=True):
            weight *= row[spot]
        for spot in spots:
            here = chosen.count(spot)
            empty = layout._empty if spot[1] < layout._last else 1.0
            weight *= (empty, 1.0, *[float(priors()["layout"]["crowd"])] * 2)[here]
        for n, spot in zip(rows, chosen, strict=True):
            mass[n, spot] = mass.get((n, spot), 0.0) + weight
    total = sum(mass[1, spot] for spot in rows[1])
    marginals = layout.marginals(rows)
    for (n, spot), exact in mass.items():
        assert marginals[n][spot] == pytest.approx(exact / total, abs=0.15)
