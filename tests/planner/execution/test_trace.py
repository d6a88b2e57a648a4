"""What a trace keeps of the observations is enough to have them back."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.execution.trace import MAX_OBSERVATION, whats_new

VALUES = st.recursive(st.integers() | st.text(max_size=3),
                      lambda v: st.lists(v, max_size=2) | st.dictionaries(st.text(max_size=1), v))
SEEN = st.dictionaries(st.sampled_from("abc"), VALUES)


def patched(old: Any, news: Any) -> Any:
    """Apply a merge patch as RFC 7386 has it."""
    if not isinstance(news, dict):
        return news
    found = dict(old) if isinstance(old, dict) else {}
    for key, value in news.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = patched(found.get(key), value)
    return found


@settings(max_examples=50)
@given(st.lists(SEEN, max_size=4))
def test_observations_can_be_had_back(steps: list[dict[str, Any]]) -> None:
    before: dict[str, Any] = {}
    read: Any = {}
    for seen in steps:
        now = {"Alice": seen}
        read = patched(read, whats_new(before, now).get("Alice", {}))
        assert read == seen
        before = now
    assert whats_new({}, {"Alice": "x" * (MAX_OBSERVATION + 1)})["Alice"].endswith("left out")
