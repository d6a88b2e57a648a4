"""Small PDDL domains and problems (``worlds/``) for tests of what plans, judges and acts."""

from pathlib import Path


def world(name: str) -> str:
    return Path(__file__).with_name("worlds").joinpath(f"{name}.pddl").read_text(encoding="utf-8")
