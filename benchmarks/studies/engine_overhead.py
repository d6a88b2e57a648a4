"""What calling Fast Downward through this project costs beyond its binary called directly.

``python -m benchmarks.studies.engine_overhead`` solves generated delivery problems both ways, in
turn, and prints the ratio of the summed times. The direct call is the same command in a plain
subprocess with no limits.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from planner.engines import Limits, solve_pddl
from planner.engines.registry import engine

__all__ = ["delivery_problem", "main"]

DOMAIN = """(define (domain delivery) (:requirements :strips :typing :action-costs)
 (:types place thing - object parcel van - thing)
 (:predicates (road ?a ?b - place) (at ?x - thing ?p - place) (in ?x - parcel ?v - van))
 (:functions (length ?a ?b - place) - number (total-cost) - number)
 (:action drive :parameters (?v - van ?a ?b - place)
  :precondition (and (road ?a ?b) (at ?v ?a))
  :effect (and (at ?v ?b) (not (at ?v ?a)) (increase (total-cost) (length ?a ?b))))
 (:action load :parameters (?x - parcel ?v - van ?p - place)
  :precondition (and (at ?x ?p) (at ?v ?p))
  :effect (and (in ?x ?v) (not (at ?x ?p)) (increase (total-cost) 1)))
 (:action unload :parameters (?x - parcel ?v - van ?p - place)
  :precondition (and (in ?x ?v) (at ?v ?p))
  :effect (and (at ?x ?p) (not (in ?x ?v)) (increase (total-cost) 1))))
"""


def delivery_problem(places: int, parcels: int, vans: int, seed: int) -> str:
    """Return a random delivery problem on a connected road map."""
    rng = random.Random(seed)
    spots = [f"l{i}" for i in range(places)]
    pairs = [(i, rng.randrange(i)) for i in range(1, places)]
    pairs += [(max(p), min(p)) for p in (rng.sample(range(places), 2) for _ in range(places))]
    roads, lengths = [], []
    for i, j in sorted(set(pairs)):
        a, b = spots[i], spots[j]
        length = rng.randint(1, 9)
        for x, y in ((a, b), (b, a)):
            roads.append(f"(road {x} {y})")
            lengths.append(f"(= (length {x} {y}) {length})")
    goods = [f"p{i}" for i in range(parcels)]
    cars = [f"v{i}" for i in range(vans)]
    start = [f"(at {x} {rng.choice(spots)})" for x in goods + cars]
    goal = [f"(at {x} {rng.choice(spots)})" for x in goods]
    facts = " ".join(roads + lengths + start)
    return (f"(define (problem d{seed}) (:domain delivery) (:objects {' '.join(spots)} - place "
            f"{' '.join(goods)} - parcel {' '.join(cars)} - van) (:init (= (total-cost) 0) {facts})"
            f" (:goal (and {' '.join(goal)})) (:metric minimize (total-cost)))")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--parcels", type=int, nargs="*", default=[40, 60, 80])
    options = parser.parse_args()
    total = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "domain.pddl").write_text(DOMAIN, encoding="utf-8")
        for size in options.parcels:
            problem = folder / f"p{size}.pddl"
            problem.write_text(delivery_problem(30, size, 3, size), encoding="utf-8")
            direct = ours = 0.0
            for _ in range(options.repeats):
                direct += _direct(folder, problem)
                ours += _ours(folder, problem)
            total = [total[0] + direct, total[1] + ours]
            sys.stdout.write(f"{size:4d} parcels: direct {direct / options.repeats:6.2f} s, "
                             f"ours {ours / options.repeats:6.2f} s, ratio {ours / direct:.3f}\n")
    sys.stdout.write(f"all: ratio {total[1] / total[0]:.3f}\n")


def _direct(folder: Path, problem: Path) -> float:
    command = engine("fast-downward").command("domain.pddl", problem.name, "plan")
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=300)
    return time.perf_counter() - begun


def _ours(folder: Path, problem: Path) -> float:
    begun = time.perf_counter()
    outcome = solve_pddl(folder / "domain.pddl", problem, engine="fast-downward",
                         limits=Limits(300, 8000))
    assert outcome.status.solved, outcome.message
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
