"""Limits hold for every command on inputs of all kinds; the study is ``limits.py``."""

import pytest
from attack import verdicts
from limits import ATTACKS


@pytest.mark.parametrize("group", ATTACKS)
def test_limits_hold_for(group: str) -> None:
    found = list(verdicts(ATTACKS[group], 20261125, range(2)))
    assert [(v.case, v.wrong) for v in found if v.wrong] == []
