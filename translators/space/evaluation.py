"""Train on a user's copy of the data, score on its dev part item by item, and print the table."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from domains.space.items import MAX_TEXT, Item, answers, members, read_items, read_text
from domains.space.scoring import score
from domains.space.scoring.means import figures_text, shown
from planner.errors import InputError
from planner.files import write_text
from translators.space.anomaly.model import AnomalyModel, predict_anomalies, train_anomalies
from translators.space.comparison.judge import predict_comparison
from translators.space.learning import model_folder
from translators.space.roles.model import RoleModel, predict_roles
from translators.space.roles.training import train_roles
from translators.space.segment import tokens_of
from translators.space.tables import table

_FILES = {
    (1, "train"): ("task1_train.jsonl",), (1, "dev"): ("task1_dev.jsonl",),
    (2, "train"): ("task2_train.jsonl",), (2, "dev"): ("task2_dev.jsonl",),
    (3, "dev"): ("task3_dev.jsonl", "task3_examples.jsonl", "task3_examples.json"),
}
Solver = Callable[[Item], dict[str, Any]]


@dataclass(frozen=True)
class Evaluation:
    """Figures by row name, sizes, and what it cost (seconds of processor time, MiB at the peak).

    ``unanswered`` names the items without an answer, and why; they count as wrong.
    """

    task: int
    items: int
    rows: Mapping[str, Mapping[str, Any]]
    training: Mapping[str, Any]
    train_s: float
    predict_s: float
    items_per_s: float
    peak_mb: float
    unanswered: tuple[str, ...] = ()


def data_file(folder: Path, task: int, part: str) -> tuple[Path, str]:
    """Return the file of a part of the data, as it is or in a zip archive (with its name there).

    ``folder`` may itself be an archive. Raise ``InputError`` when the file is missing.
    """
    names = _FILES.get((task, part), ())
    plain = next((folder / name for name in names if (folder / name).is_file()), None)
    if plain:
        return plain, ""
    archives = [folder] if folder.is_file() else sorted(folder.rglob("*.zip"))
    found = [(archive, m) for name in names for archive in archives for m in members(archive)
             if Path(m).name == name]
    if not found:
        wanted = " or ".join(names) or f"task {task} {part}"
        raise InputError(f"{folder}: no {wanted}, unpacked or in a .zip (the data are not part of "
                         "this project)")
    return found[0]


def train(task: int, data: Path, models: Path, more: Sequence[Path] = ()) -> dict[str, Any]:
    """Train one subtask on ``data`` (folder or zip archive) and write the model to ``models``.

    ``more``: files of further text of the user's, one text a line, for the counts of subtask 1.
    """
    if task == 3:
        raise InputError("subtask 3 has no training data: its judge is made of rules")
    items = read_items(*data_file(data, task, "train")).values()
    rows = [(item.context, answers(item, task)) for item in items]
    if not rows:
        raise InputError("the training file holds no item")
    model_folder(models)
    if task == 2:
        return train_roles(rows, models)
    texts = [line[:MAX_TEXT] for path in more for line in read_text(path).split("\n") if line.strip()]
    return train_anomalies(rows, models, texts)


def _solver(task: int, models: Path | None, count: int = 3) -> Solver:
    """Return what answers an item, trained or (without ``models``) by rules alone."""
    if task == 1:
        return partial(predict_anomalies, AnomalyModel.load(models) if models else AnomalyModel(), count=count)
    if task == 2:
        return partial(predict_roles, RoleModel.load(models) if models else RoleModel())
    return predict_comparison


def _runs(task: int, folder: Path) -> dict[str, Solver]:
    """Return the rows of the table: the rules alone, and what training adds."""
    if task == 1:
        return {"rules alone, 3 answers": _solver(1, None), "trained, 1 answer": _solver(1, folder, 1),
                "trained, 3 answers": _solver(1, folder)}
    if task == 2:
        return {"patterns alone": _solver(2, None), "trained": _solver(2, folder)}
    return {"rules": _solver(3, None)}


def evaluate(
    task: int, data: Path, models: Path | None = None, more: Sequence[Path] = ()
) -> Evaluation:
    """Train on train, score on dev (subtask 3: score the rules on dev or the examples)."""
    gold = read_items(*data_file(data, task, "dev"))
    with tempfile.TemporaryDirectory(prefix="planner-space-") as scratch:
        folder = models or Path(scratch)
        start = time.process_time()
        training = {} if task == 3 else train(task, data, folder, more)
        trained = time.process_time()
        tokens_of("预热")
        runs = _runs(task, folder)
        rows, failures = {}, list[str]()
        begun = time.process_time()
        for name, solver in runs.items():
            given, failures = _answers(gold, solver)
            rows[name] = score(task, gold, given)
        busy = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Evaluation(task, len(gold), rows, training, trained - start, busy,
                      len(runs) * len(gold) / max(busy, 1e-9), peak, tuple(failures))


def _answers(gold: Mapping[str, Item], solver: Solver) -> tuple[dict[str, Item], list[str]]:
    """Answer every item alone (gold fields are not handed over); name those that cannot be."""
    found, failures = {}, []
    for qid, item in gold.items():
        bare = {k: v for k, v in item.fields.items()
                if k in ("qid", "context", "context1", "context2")}
        try:
            given = solver(Item(qid, bare, item.where))
        except InputError as error:
            failures.append(str(error))
            continue
        if given.get("results"):
            found[qid] = Item(qid, given, item.where)
        else:
            failures.append(f"{item.name}: no answer found")
    return found, failures


def answer_file(
    task: int, source: Path, target: Path, models: Path | None
) -> tuple[int, list[str]]:
    """Answer every item of ``source`` alone and write the released form, whole or not at all.

    Return how many items were answered, and the messages of those that were not.
    """
    given, failures = _answers(read_items(source), _solver(task, models))
    write_text(target, "".join(
        json.dumps(dict(i.fields), ensure_ascii=False) + "\n" for i in given.values()))
    return len(given), failures


def table_text(result: Evaluation) -> str:
    """Return the table as text."""
    board = table("leaderboard")
    own = [line for name, row in result.rows.items() for line in figures_text(row, f"  {name:<24}", 4)]
    stated = ", ".join(f"{k} {shown(v, 4)}" for k, v in result.training.items())
    learnt = f"training: {stated}, {result.train_s:.1f} s of processor time; " if stated else ""
    cost = f"{learnt}{result.items_per_s:.0f} items/s, peak {result.peak_mb:.0f} MiB"
    lost = [f"unanswered (counted as wrong): {len(result.unanswered)}",
            *(f"  {line}" for line in result.unanswered[:20])] if result.unanswered else []
    published = [f"  {s['name']}: {s[f'task{result.task}']}" for s in board["system"]]
    caveats = [*board["caveats"]["all"], *board["caveats"][f"task{result.task}"]]
    return "\n".join([f"Subtask {result.task}, {result.items} dev items", *own, cost, *lost,
                      "Published (test part):", *published, "Bear in mind:", *(f"  - {c}" for c in caveats)])
