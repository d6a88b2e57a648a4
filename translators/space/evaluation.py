"""Train on a user's copy of the data and score on its dev part, item by item."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from domains.space.items import Item, read_items
from domains.space.scoring import score_anomalies, score_judgements, score_roles
from planner.errors import InputError
from translators.space.anomaly.model import AnomalyModel, predict_anomalies, train_anomalies
from translators.space.comparison.judge import predict_comparison
from translators.space.roles.model import RoleModel, predict_roles, train_roles
from translators.space.segment import tokens_of

__all__ = ["Evaluation", "answer_file", "data_file", "evaluate", "train"]

_FILES = {
    (1, "train"): ("task1_train.jsonl",), (1, "dev"): ("task1_dev.jsonl",),
    (2, "train"): ("task2_train.jsonl",), (2, "dev"): ("task2_dev.jsonl",),
    (3, "dev"): ("task3_dev.jsonl", "task3_examples.jsonl", "task3_examples.json"),
}


@dataclass(frozen=True)
class Evaluation:
    """Figures by row name, sizes, and what it cost (seconds of processor time, MiB at the peak)."""

    task: int
    items: int
    rows: Mapping[str, Mapping[str, Any]]
    training: Mapping[str, Any]
    train_s: float
    predict_s: float
    items_per_s: float
    peak_mb: float


def data_file(folder: Path, task: int, part: str) -> Path:
    """Return the file of a part of the data; raise ``InputError`` when it is missing."""
    names = _FILES.get((task, part), ())
    for name in names:
        if (folder / name).is_file():
            return folder / name
    wanted = " or ".join(names) or f"task {task} {part}"
    raise InputError(f"{folder}: no {wanted} (the data are not part of this project)")


def train(task: int, data: Path, models: Path) -> dict[str, Any]:
    """Train one subtask on ``data`` (folder) and write the model to ``models``."""
    if task == 3:
        raise InputError("subtask 3 has no training data: its judge is made of rules")
    items = list(read_items(data_file(data, task, "train")).values())
    learn = train_anomalies if task == 1 else train_roles
    return learn(items, models)


def evaluate(task: int, data: Path, models: Path | None = None) -> Evaluation:
    """Train on train, score on dev (subtask 3: score the rules on dev or the examples)."""
    gold = read_items(data_file(data, task, "dev"))
    with tempfile.TemporaryDirectory(prefix="planner-space-") as scratch:
        folder = models or Path(scratch)
        start = time.process_time()
        training = {} if task == 3 else train(task, data, folder)
        trained = time.process_time()
        tokens_of("预热")
        rows, busy = _ROWS[task](gold, folder)
    runs = {1: 3, 2: 2, 3: 1}[task]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Evaluation(
        task, len(gold), rows, training, trained - start, busy,
        runs * len(gold) / max(busy, 1e-9), peak)


def _answers(gold: Mapping[str, Item], answer: Callable[[Item], dict[str, Any]]) -> dict[str, Item]:
    """Answer every item alone: neither gold fields nor other items are handed over."""
    found = {}
    for qid, item in gold.items():
        bare = {k: v for k, v in item.fields.items()
                if k in ("qid", "context", "context1", "context2")}
        found[qid] = Item(qid, answer(Item(qid, bare, item.where)), item.where)
    return found


def _anomaly_rows(gold: Mapping[str, Item], folder: Path) -> tuple[dict[str, Any], float]:
    model = AnomalyModel.load(folder)
    start = time.process_time()
    rows = {}
    for name, chosen, count in (
        ("rules alone, 3 answers", AnomalyModel(), 3), ("trained, 1 answer", model, 1),
        ("trained, 3 answers", model, 3),
    ):
        given = _answers(gold, lambda item, m=chosen, n=count: predict_anomalies(m, item, count=n))  # type: ignore[misc]
        scored = score_anomalies(gold, given)
        rows[name] = {"strict": asdict(scored["strict"]), "loose": asdict(scored["loose"])}
    return rows, time.process_time() - start


def _role_rows(gold: Mapping[str, Item], folder: Path) -> tuple[dict[str, Any], float]:
    start = time.process_time()
    rows = {}
    for name, model in (("patterns alone", RoleModel()), ("trained", RoleModel.load(folder))):
        given = _answers(gold, lambda item, m=model: predict_roles(m, item))  # type: ignore[misc]
        rows[name] = asdict(score_roles(gold, given))
    return rows, time.process_time() - start


def _judge_rows(gold: Mapping[str, Item], folder: Path) -> tuple[dict[str, Any], float]:
    start = time.process_time()
    rows = {"rules": asdict(score_judgements(gold, _answers(gold, predict_comparison)))}
    return rows, time.process_time() - start


_ROWS = {1: _anomaly_rows, 2: _role_rows, 3: _judge_rows}


def answer_file(task: int, source: Path, target: Path, models: Path | None) -> int:
    """Answer every item of ``source`` alone, write the released form, return how many."""
    if task == 1:
        anomaly = AnomalyModel.load(models) if models else AnomalyModel()
        given = _answers(read_items(source), lambda item: predict_anomalies(anomaly, item))
    elif task == 2:
        roles = RoleModel.load(models) if models else RoleModel()
        given = _answers(read_items(source), lambda item: predict_roles(roles, item))
    else:
        given = _answers(read_items(source), predict_comparison)
    text = "".join(json.dumps(dict(i.fields), ensure_ascii=False) + "\n" for i in given.values())
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror})") from None
    return len(given)
