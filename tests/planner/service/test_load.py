"""A slice of the load study: many requests at once, hostile ones among them."""

from service_load import study


def test_no_wrong_answer_and_nothing_left() -> None:
    found = list(study(40, 8, jobs=2, seed=5))
    assert len(found) == 41
    assert [(v.group, v.wrong) for v in found if v.wrong] == []
