"""The manifest of a sweep: what was run with what, and digests that two machines can compare.

``digest`` covers the runs, their outcomes and everything recorded in them but times; versions and
hardware stand beside it. Two machines that ran the same sweep with the same result have the same.
"""

from __future__ import annotations

import json
import os
import platform
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.basis import NOT_RECORDED
from benchmarks.runs.store import Store, without_times
from benchmarks.runs.stored_run import StoredRun
from benchmarks.runs.traces import stored_trace
from benchmarks.versions import joined
from planner.environment import BASIS
from planner.files import write_text


def manifest(store: Store, planned: int) -> dict[str, Any]:
    """Return the manifest of a folder of runs; ``planned`` runs make it complete."""
    runs, header = list(store.all(lambda _: None)), store.header()
    digests = {run.key: _digest(_result(run)) for run in runs}
    return {
        "format": 1, "suite": header.get("suite", ""), "cases": header.get("cases", ""),
        "algorithms": sorted({run.algorithm for run in runs}), "runs": len(runs),
        "complete": len(runs) >= planned and all(
            run.outcome.kind.counts or run.outcome.name == "begins-done" for run in runs),
        "seeds": sorted({run.record.seed for run in runs}),
        "basis": {key: sorted({(run.record.basis or {}).get(key, NOT_RECORDED) for run in runs
                               if run.outcome.kind.counts}) for key in BASIS},
        "digest": _digest([header.get("cases", ""), digests]), "digests": digests,
        "versions": joined(run.versions for run in runs), "hardware": _hardware(),
    }


def write_manifest(store: Store, planned: int) -> Path:
    """Write ``manifest.json`` beside the runs."""
    path = store.root / "manifest.json"
    write_text(path, json.dumps(manifest(store, planned), indent=1, ensure_ascii=False) + "\n")
    return path


def _result(run: StoredRun) -> dict[str, Any]:
    """Return what a run came to, without times, paths and versions."""
    record = without_times(run.to_json()["record"])
    steps = [without_times(line) for line in stored_trace(run.folder)]
    return {"key": run.key, "outcome": run.outcome.name, "record": record, "trace": steps}


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _hardware() -> dict[str, Any]:
    import psutil

    return {"machine": platform.machine(), "processors": os.cpu_count(),
            "memory_gb": round(psutil.virtual_memory().total / 2**30, 1),
            "system": platform.system()}
