"""Run the official evaluator, unmodified, in this process: ``python -m lmfree_eai.official``.

Arguments: module, root of the answers, folder for its results. It prints what it prints; how it
ends is its exit code.
"""

from __future__ import annotations

import importlib
import logging
import sys
from argparse import Namespace

from lmfree_eai.package import folder

__all__ = ["main"]


def main(module: str, root: str, out: str) -> None:
    """Evaluate ``ROOT/virtualhome/MODULE/*_outputs.json``."""
    logging.disable(logging.CRITICAL)
    home = folder()
    script = importlib.import_module(
        f"virtualhome_eval.evaluation.{module}.scripts.evaluate_results")
    script.evaluate_results(Namespace(
        dataset="virtualhome", mode="evaluate_results", eval_type=module, llm_response_path=root,
        resource_dir=str(home / "resources"), dataset_dir=str(home / "dataset"),
        evaluation_dir=str(home / "evaluation"), output_dir=out, scene_id=1, num_workers=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
