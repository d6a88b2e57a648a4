"""Subtasks 1 to 3 on the miniature data set, written for this project."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tables import cases

from domains.space.items import Item, read_items
from domains.space.scoring import score_anomalies, score_roles
from domains.space.scoring.tasks import removal_leaves_equal
from planner.errors import InputError
from translators.space.anomaly.model import AnomalyModel, predict_anomalies
from translators.space.comparison.judge import compare, difference_of
from translators.space.evaluation import answer_file, evaluate, train
from translators.space.lexicon import axis_of, converse, opposed
from translators.space.roles.model import RoleModel, predict_roles
from translators.space.segment import tokens_of
from translators.space.tables import table
from translators.space.walk import walk

CASES = cases(__file__)
MINI = Path(__file__).parent / "data" / "mini"


def items_of(task: int) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(MINI.glob(f"task{task}_*.jsonl"))
            for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("task", [1, 2])
def test_training_beats_the_rules_and_answers_are_well_formed(task: int, tmp_path: Path) -> None:
    result = evaluate(task, MINI, tmp_path)
    names = list(result.rows)
    first, last = (result.rows[n].get("strict", result.rows[n]) for n in (names[0], names[-1]))
    assert last["macro_f1"] > first["macro_f1"]
    answer_file(task, MINI / f"task{task}_dev.jsonl", tmp_path / "out.jsonl", tmp_path)
    gold = read_items(MINI / f"task{task}_dev.jsonl")
    given = read_items(tmp_path / "out.jsonl")
    score = score_anomalies(gold, given)["strict"] if task == 1 else score_roles(gold, given)
    assert score.macro_f1 == pytest.approx(last["macro_f1"])


def test_every_item_is_answered_alone(tmp_path: Path) -> None:
    train(1, MINI, tmp_path)
    model = AnomalyModel.load(tmp_path)
    items = list(read_items(MINI / "task1_dev.jsonl").values())
    together = [predict_anomalies(model, i) for i in items]
    assert [predict_anomalies(AnomalyModel.load(tmp_path), i) for i in reversed(items)] == together[::-1]


def test_at_most_three_answers_with_positions_inside_the_text() -> None:
    for row in items_of(1):
        text = row["context"]
        answer = predict_anomalies(AnomalyModel(), Item("x", {"context": text}, "here"))
        assert len(answer["results"]) <= 3
        for alternative in answer["results"]:
            assert len({e["role"] for e in alternative}) == len(alternative)
            for e in alternative:
                assert e["text"] == "".join(text[i] for i in e["idxes"]) != ""


def test_roles_never_hold_empty_parts() -> None:
    for row in items_of(2):
        answer = predict_roles(RoleModel(), Item("x", {"context": row["context"]}, "here"))
        for elements in answer["results"]:
            for e in elements:
                assert e.get("label") or (e["fragment"]["text"] and e["fragment"]["idxes"])


def test_passive_and_handled_things_are_the_entities() -> None:
    def entities(text: str) -> set[str]:
        item = Item("x", {"context": text}, "here")
        return {e["fragment"]["text"] for t in predict_roles(RoleModel(), item)["results"]
                for e in t if e["role"] == "空间实体"}

    assert entities("妈妈把衣服挂在阳台上。") == {"衣服"}


def test_judgements_of_own_pairs() -> None:
    rows = items_of(3)
    right = sum(
        ("true" if compare(r["context1"], r["context2"]).same else "false") == r["results"][0]["judge"]
        for r in rows)
    assert right / len(rows) >= 0.9


def test_differences_are_phrases_whose_removal_leaves_equal_texts() -> None:
    for row in items_of(3):
        found = difference_of(row["context1"], row["context2"])
        assert found is not None
        assert removal_leaves_equal(row["context1"], row["context2"], found.one.phrase, found.two.phrase)
        reason = compare(row["context1"], row["context2"]).reason
        assert found.one.phrase in reason
        assert found.two.phrase in reason


def test_reasons_are_in_chinese() -> None:
    reason = compare("书于山之前。", "书于山之把。").reason
    assert not re.search("[a-z]", reason), reason


def test_the_algebra_is_an_involution() -> None:
    senses = {s for kind in ("localiser", "directional") for s in table("lexicon")[kind]}
    for sense in senses:
        assert converse(converse(sense)) == sense or axis_of(sense) is None
        if converse(sense) != sense:
            assert opposed(sense, converse(sense))


def test_tokens_cover_the_text_and_split_localisers() -> None:
    text = "小猫从窗台上跳下来，2只鸟🐦飞过屋顶。"
    tokens = tokens_of(text)
    assert "".join(t.text for t in tokens) == text
    assert [t.start for t in tokens] == [sum(len(x.text) for x in tokens[:i]) for i in range(len(tokens))]
    assert {"窗台", "上"} <= {t.text for t in tokens}


@pytest.mark.parametrize("task", [1, 2, 3])
def test_the_walk_shows_every_step(task: int) -> None:
    steps = walk(task, "他把信投进邮筒外。", "他把信投进邮筒里。", None)
    assert {"tokens", "relations", "decision", "explanation"} <= set(steps)
    assert all(steps.values())


def test_damaged_models_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="planner space train"):
        AnomalyModel.load(tmp_path)
    train(2, MINI, tmp_path)
    (tmp_path / "task2-roles.crf").write_bytes(b"junk" * 50)
    with pytest.raises(InputError, match=r"task2-roles\.crf"):
        RoleModel.load(tmp_path)
    (tmp_path / "task2-words.json").write_text(json.dumps([1]))
    with pytest.raises(InputError, match="task2-words"):
        RoleModel.load(tmp_path)


def test_missing_data_and_training_of_subtask_3(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="task1_train"):
        train(1, tmp_path, tmp_path)
    with pytest.raises(InputError, match="rules"):
        train(3, MINI, tmp_path)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    CASES["pairs"])
def test_complements_covers_near_zones_and_contact(first: str, second: str, same: bool) -> None:
    assert compare(first, second).same is same


def test_a_reason_never_relates_a_thing_to_itself() -> None:
    for item in read_items(MINI / "task3_examples.jsonl").values():
        found = compare(item.fields["context1"], item.fields["context2"])
        assert not found.entity or f"{found.entity}相对于{found.entity}" not in found.reason


def test_zipped_data_are_read_as_they_are(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "official.zip", "w") as archive:
        for file in MINI.glob("*.jsonl"):
            archive.write(file, f"SpaCE/data/{file.name}")
    assert evaluate(3, tmp_path).rows == evaluate(3, MINI).rows
    assert evaluate(3, tmp_path / "official.zip").items == evaluate(3, MINI).items


def test_damaged_items_are_named_and_the_others_answered(tmp_path: Path) -> None:
    rows = [{"qid": "good", "context": "小猫在桌子上面睡觉。"}, {"qid": "none"},
            {"qid": "half", "context": "小猫\ud800在桌上"}, {"qid": "long", "context": "猫" * 100_000}]
    (tmp_path / "in.jsonl").write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")
    count, failures = answer_file(1, tmp_path / "in.jsonl", tmp_path / "out.jsonl", None)
    assert count == 1
    assert [next(q for q in ("none", "half", "long") if f"'{q}'" in f) for f in failures] == [
        "none", "half", "long"]
    assert list(read_items(tmp_path / "out.jsonl")) == ["good"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_a_contradiction_of_two_triples_is_answered_with_six_roles(tmp_path: Path) -> None:
    def element(role: str, text: str, context: str, start: int = 0) -> dict[str, object]:
        place = context.index(text, start)
        return {"role": role, "text": text, "idxes": list(range(place, place + len(text)))}

    rows = []
    for n, (thing, verb) in enumerate([(t, v) for t in ("书", "碗", "灯", "画", "伞", "球") for v in "放摆"]):
        context = f"小王把{thing}{verb}在桌子上，可是{thing}{verb}在桌子下。"
        both = [element("S1", thing, context), element("P1", "在桌子上", context),
                element("E1", verb, context), element("S2", thing, context, 8),
                element("P2", "在桌子下", context), element("E2", verb, context, 10)]
        rows.append({"qid": f"q{n}", "context": context, "results": [both]})
    (tmp_path / "task1_train.jsonl").write_text("\n".join(json.dumps(r) for r in rows))
    train(1, tmp_path, tmp_path / "models")
    model = AnomalyModel.load(tmp_path / "models")
    answer = predict_anomalies(model, Item("q", {"context": "小王把花放在桌子上，可是花放在桌子下。"}, "t"), count=1)
    assert {e["role"] for e in answer["results"][0]} >= {"P1", "P2"}
