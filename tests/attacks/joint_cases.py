"""Team problems of several kinds, small ones worked out by hand and generated ones of any size."""

import random
from pathlib import Path

from planner.pddl import PDDLTask, read_texts

CARRY, CHORES, FIRES, SWITCHES = (
    Path(__file__).with_name("joint_cases").joinpath(f"{name}.pddl").read_text()
    for name in ("carry", "chores", "fires", "switches"))


def carry(robots: int) -> PDDLTask:
    """Return the task to bring a box from b to a, all robots at a (road between a and b)."""
    names = [f"r{n}" for n in range(robots)]
    facts = [f"(at {r} a) (free {r})" for r in names]
    facts += [f"(pair {r} {s})" for r in names for s in names if r < s]
    return read_texts(CARRY, f"""
        (define (problem p) (:domain carry)
          (:objects {' '.join(names)} - robot a b - place box1 - box)
          (:init (road a b) (road b a) (in box1 b) {' '.join(facts)})
          (:goal (in box1 a)))""")


def chores(seed: int, things: int, robots: int) -> PDDLTask:
    """Draw a tidying task: ``things`` go from where they are into two to four receptacles."""
    rng = random.Random(f"chores/{seed}/{things}/{robots}")
    team, small = [f"r{n}" for n in range(robots)], [f"o{n}" for n in range(things)]
    boxes, tables, lamps = [f"box{n}" for n in range(3)], ["table0", "table1"], ["lamp0", "lamp1"]
    facts = [f"(closable {b})" for b in boxes] + [f"(switch {x})" for x in lamps]
    facts += [f"(at {r} start) (empty {r})" for r in team]
    facts += [f"(portable {o}) (fits {o} {p})" for o in small for p in (*boxes, *tables)]
    goal = [f"(is-on {x})" for x in lamps if rng.random() < 0.5]
    aims = rng.sample([*boxes, *tables], rng.choice((2, 3)))
    for o in small:
        before, after = rng.choice([*boxes, *tables, ""]), rng.choice(aims)
        facts += [f"(inside {o} {before})"] if before else []
        facts += [f"(loose {o})"] if before not in boxes else []
        goal.append(f"(inside {o} {after})")
    return read_texts(CHORES, f"""(define (problem p) (:domain chores)
        (:objects {' '.join(team)} - robot
                  {' '.join(['start', *small, *boxes, *tables, *lamps])} - thing)
        (:init {' '.join(facts)}) (:goal (and {' '.join(goal)})))""")


def fires(seed: int, robots: int) -> PDDLTask:
    """Draw a rescue task: about a light for each robot, and a person for each four."""
    rng = random.Random(f"fires/{seed}/{robots}")
    team = [f"r{n:02}" for n in range(robots)]
    lights = [f"l{n}" for n in range(robots)]
    people = [f"p{n}" for n in range(max(1, robots // 4))]
    facts = ["(next n0 n1) (next n1 n2) (next n2 n3)", "(gives s0 sand) (gives s1 water)"]
    facts += [f"(at {r} start) (free {r}) (load {r} n0) (has {r} sand n0) (has {r} water n0)"
              for r in team]
    facts += [f"(pair {a} {b})" for a in team for b in team if a < b]
    facts += [f"(waits {p})" for p in people]
    facts += [f"(burns {x} n{rng.choice((1, 1, 2))}) (wants {x} {rng.choice(('sand', 'water'))})"
              for x in lights]
    goal = [f"(burns {x} n0)" for x in lights] + [f"(saved {p})" for p in people]
    return read_texts(FIRES, f"""(define (problem p) (:domain fires)
        (:objects {' '.join(team)} - robot {' '.join(lights)} - light {' '.join(people)} - person
                  start - place s0 s1 - source h0 - home sand water - kind n0 n1 n2 n3 - level)
        (:init {' '.join(facts)}) (:goal (and {' '.join(goal)})))""")
