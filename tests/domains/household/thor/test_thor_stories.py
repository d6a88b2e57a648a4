"""What the engine does, story by story (``stories.txt``): hands, states, moves, refusals."""

from pathlib import Path

import pytest
from kitchen import tell
from thor_walk import violations

from domains.household.thor import Engine

STORIES = dict(story.split("\n", 1) for story in Path(__file__).with_name("stories.txt").read_text(
    encoding="utf-8").strip().split("\n\n")[1:])


@pytest.mark.parametrize("story", STORIES)
def test_it_happens_as_told(engine: Engine, story: str) -> None:
    tell(engine, STORIES[story])
    assert list(violations(engine, engine.metadata())) == []
