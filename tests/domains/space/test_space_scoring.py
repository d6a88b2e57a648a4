"""The official scorers: conformance cases and the rules they stand for."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tables import cases

from domains.space.items import Item
from domains.space.scoring import score_anomalies, score_judgements, score_roles
from planner.errors import InputError

CASES = cases(__file__)
FIGURES = ("micro_f1", "macro_f1", "avg_precision", "avg_recall")


def items(rows: list[dict[str, Any]]) -> dict[str, Item]:
    return {row["qid"]: Item(row["qid"], row, "case") for row in rows if "qid" in row}


def test_conformance_cases(shared: Path) -> None:
    cases = json.loads((shared / "space" / "scorer_cases.json").read_text())["cases"]
    assert len(cases) == 53
    for case in cases:
        gold, predicted = items(case["gold"]), items(case["pred"])
        if case["task"] == 1:
            found = {k: asdict(v) for k, v in score_anomalies(gold, predicted).items()}
            expected = {"strict": case["strict"], "loose": case["loose"]}
        elif case["result"]["status"] != "Accepted":
            with pytest.raises(InputError, match="q1"):
                score_roles(gold, predicted)
            continue
        else:
            found = {"result": asdict(score_roles(gold, predicted))}
            expected = {"result": case["result"]}
        for kind, figures in expected.items():
            for name in FIGURES:
                assert found[kind][name] == pytest.approx(figures[name], abs=1e-9), case["name"]


def fragment(text: str, *idxes: int) -> dict[str, Any]:
    return {"text": text, "idxes": list(idxes)}


SCORES: dict[str, Callable[[Any, Any], float]] = {
    "anomalies": lambda gold, draft: score_anomalies(gold, draft)["strict"].macro_f1,
    "roles": lambda gold, draft: score_roles(gold, draft).macro_f1,
    "judgements": lambda gold, draft: score_judgements(gold, draft).judge_accuracy,
}


@pytest.mark.parametrize("subtask", SCORES)
def test_a_draft_scores_like_what_is_released(subtask: str) -> None:
    rows = CASES["drafts"][subtask]
    assert SCORES[subtask](items([rows["released"]]), items([rows["draft"]])) == 1.0


@pytest.mark.parametrize("damaged", CASES["damaged"])
def test_damaged_predictions_name_the_item(damaged: dict[str, Any]) -> None:
    gold = [{"qid": "bad", "results": [[{"role": "S1", **fragment("鸟", 0)}]]}]
    with pytest.raises(InputError, match="bad"):
        score_anomalies(items(gold), items([damaged]))


def test_gold_without_corefs_is_named() -> None:
    row = {"qid": "q7", "results": [[{"role": "空间实体", "fragment": fragment("鸟", 0)}]]}
    with pytest.raises(InputError, match=r"q7.*corefs"):
        score_roles(items([row]), items([row]))


def test_judge_accuracy_counts_missing_answers_as_wrong() -> None:
    gold = [
        {"qid": "a", "context1": "书在桌上", "context2": "书在桌下",
         "results": [{"judge": "false", "reason": ""}]},
        {"qid": "b", "context1": "水在杯里", "context2": "水在杯中",
         "results": [{"judge": "true", "reason": ""}]},
    ]
    answer = [{"qid": "a", "results": [{"judge": "false", "reason": "…", "C1": "桌上", "C2": "桌下"}]}]
    scored = score_judgements(items(gold), items(answer))
    assert (scored.judge_accuracy, scored.strings_well_formed, scored.answered) == (0.5, 0.5, 1)
