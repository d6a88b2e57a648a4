"""Run the official evaluator, unmodified, in this process: ``python -m lmfree_eai.official``.

Arguments: module, root of the answers, folder for its results. It prints what it prints; how it
ends is its exit code. Transition modeling writes into its resources, which are therefore linked
from a folder of ours, and looks for Fast Downward beside itself, where none is shipped: it is
shown the one that is installed.
"""

from __future__ import annotations

import importlib
import logging
import sys
from argparse import Namespace
from pathlib import Path

from lmfree_eai.package import folder


def main(module: str, root: str, out: str) -> None:
    """Evaluate ``ROOT/virtualhome/MODULE/*_outputs.json``."""
    logging.disable(logging.CRITICAL)
    home = folder()
    resources = home / "resources"
    if module == "transition_modeling":
        fd = importlib.import_module(
            "virtualhome_eval.simulation.evolving_graph.pddlgym_planners.fd")
        installed = importlib.import_module("up_fast_downward").__file__ or ""
        driver = Path(installed).with_name("downward") / "fast-downward.py"
        shown = Path(out, "FD", driver.name)
        shown.parent.mkdir()
        shown.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{driver}" "$@"\n')
        shown.chmod(0o755)
        fd.__file__ = str(Path(out, "fd.py"))
        linked = Path(out, "resources", "virtualhome")
        linked.mkdir(parents=True)
        for path in (resources / "virtualhome").iterdir():
            (linked / path.name).symlink_to(path)
        resources = linked.parent
    script = importlib.import_module(
        f"virtualhome_eval.evaluation.{module}.scripts.evaluate_results")
    script.evaluate_results(Namespace(
        dataset="virtualhome", mode="evaluate_results", eval_type=module, llm_response_path=root,
        resource_dir=str(resources), dataset_dir=str(home / "dataset"),
        evaluation_dir=str(home / "evaluation"), output_dir=out, scene_id=1, num_workers=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
