"""Write the miniature data set in the official format from the annotated sentences beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "data"


def fragment(text: str, part: str) -> dict[str, Any]:
    start = text.find(part)
    assert start >= 0, (text, part)
    return {"text": part, "idxes": list(range(start, start + len(part)))}


def rows(name: str) -> list[str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [x for x in lines if x and not x.startswith("#")]


def task1() -> list[dict[str, Any]]:
    items = []
    for n, line in enumerate(rows("task1.txt")):
        text, s, p, e = line.split("|")
        triple = [{"role": r, **fragment(text, x)} for r, x in (("S1", s), ("P1", p), ("E1", e))]
        items.append({"qid": f"mini-1-{n}", "context": text, "results": [triple]})
    return items


def task2() -> list[dict[str, Any]]:
    items = []
    for n, line in enumerate(rows("task2.txt")):
        text, told = line.split("||")
        results = []
        for part in told.split(";"):
            elements: list[dict[str, Any]] = []
            for pair in part.split(","):
                role, value = pair.split("=")
                if role == "事实性":
                    elements.append({"role": role, "label": value})
                else:
                    elements.append({"role": role, "fragment": fragment(text, value)})
            results.append(elements)
        items.append({"qid": f"mini-2-{n}", "context": text, "corefs": [], "non_corefs": [],
                      "results": results})
    return items


def task3() -> list[dict[str, Any]]:
    items = []
    for n, line in enumerate(rows("task3.txt")):
        one, two, judge = line.split("|")
        items.append({"qid": f"mini-3-{n}", "context1": one, "context2": two,
                      "results": [{"judge": judge, "reason": ""}]})
    return items


def write(folder: Path) -> None:
    """Write train (three of four items) and dev files."""
    for name, items in (("task1", task1()), ("task2", task2())):
        for part in ("train", "dev"):
            chosen = [x for n, x in enumerate(items) if (n % 4 == 3) == (part == "dev")]
            save(folder / f"{name}_{part}.jsonl", chosen)
    save(folder / "task3_examples.jsonl", task3())


def save(path: Path, items: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in items)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    (HERE / "mini").mkdir(exist_ok=True)
    write(HERE / "mini")
