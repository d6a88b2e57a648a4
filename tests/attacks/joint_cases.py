"""Team problems of several kinds, small ones worked out by hand and generated ones of any size."""

from __future__ import annotations

import random

from planner.pddl import PDDLTask, read_domain, read_problem

__all__ = ["CARRY", "SWITCHES", "carry", "chores", "fires", "task"]

CARRY = """
(define (domain carry) (:requirements :typing)
  (:types robot place box)
  (:predicates (at ?r - robot ?p - place) (in ?b - box ?p - place) (free ?r - robot)
               (road ?a ?b - place) (held ?b - box ?r ?s - robot) (pair ?r ?s - robot))
  (:action go :parameters (?r - robot ?a ?b - place) :precondition (and (at ?r ?a) (road ?a ?b))
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action lift :parameters (?r ?s - robot ?b - box ?p - place)
    :precondition (and (pair ?r ?s) (at ?r ?p) (at ?s ?p) (in ?b ?p) (free ?r) (free ?s))
    :effect (and (not (in ?b ?p)) (not (free ?r)) (not (free ?s)) (held ?b ?r ?s)))
  (:action drop :parameters (?r ?s - robot ?b - box ?p - place)
    :precondition (and (held ?b ?r ?s) (at ?r ?p) (at ?s ?p))
    :effect (and (in ?b ?p) (free ?r) (free ?s) (not (held ?b ?r ?s)))))
"""
"""A box needs two robots; each walks by itself."""

SWITCHES = """
(define (domain switches) (:requirements :typing :adl)
  (:types agent lamp)
  (:predicates (on ?l - lamp) (main))
  (:action press :parameters (?a - agent ?l - lamp) :precondition (not (on ?l))
    :effect (on ?l))
  (:action flip :parameters (?a - agent)
    :effect (and (when (main) (not (main))) (when (not (main)) (main)))))
"""

CHORES = """
(define (domain chores) (:requirements :typing :negative-preconditions)
  (:types robot thing)
  (:predicates (at ?r - robot ?o - thing) (empty ?r - robot) (holding ?r - robot ?o - thing)
    (inside ?o ?p - thing) (loose ?o - thing) (closable ?p - thing) (is-open ?p - thing)
    (fits ?o ?p - thing) (portable ?o - thing) (switch ?o - thing) (is-on ?o - thing))
  (:action navigate :parameters (?r - robot ?a ?b - thing) :precondition (at ?r ?a)
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action take-out :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?o) (inside ?o ?p) (closable ?p) (is-open ?p) (portable ?o)
                       (empty ?r))
    :effect (and (not (inside ?o ?p)) (not (empty ?r)) (holding ?r ?o)))
  (:action take :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (loose ?o) (portable ?o) (empty ?r))
    :effect (and (not (loose ?o)) (not (empty ?r)) (holding ?r ?o)))
  (:action put-in :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?p) (holding ?r ?o) (fits ?o ?p) (closable ?p) (is-open ?p))
    :effect (and (not (holding ?r ?o)) (empty ?r) (inside ?o ?p)))
  (:action put :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?p) (holding ?r ?o) (fits ?o ?p) (not (closable ?p)))
    :effect (and (not (holding ?r ?o)) (empty ?r) (inside ?o ?p) (loose ?o)))
  (:action open :parameters (?r - robot ?p - thing)
    :precondition (and (at ?r ?p) (closable ?p) (not (is-open ?p)))
    :effect (is-open ?p))
  (:action toggle :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (switch ?o) (not (is-on ?o))) :effect (is-on ?o)))
"""
"""Things in a room go into receptacles, some of which have to be opened."""

FIRES = """
(define (domain fires) (:requirements :typing)
  (:types robot place - object source light home person - place kind level - object)
  (:predicates (at ?r - robot ?p - place) (gives ?s - source ?k - kind) (next ?a ?b - level)
    (has ?r - robot ?k - kind ?n - level) (load ?r - robot ?n - level) (burns ?l - light ?n - level)
    (wants ?l - light ?k - kind) (pair ?a ?b - robot) (free ?r - robot) (waits ?p - person)
    (held ?a ?b - robot ?p - person) (saved ?p - person))
  (:action go :parameters (?r - robot ?a ?b - place) :precondition (at ?r ?a)
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action fill :parameters (?r - robot ?s - source ?k - kind ?n ?n1 ?m ?m1 - level)
    :precondition (and (at ?r ?s) (gives ?s ?k) (free ?r) (load ?r ?n) (next ?n ?n1)
                       (has ?r ?k ?m) (next ?m ?m1))
    :effect (and (not (load ?r ?n)) (load ?r ?n1) (not (has ?r ?k ?m)) (has ?r ?k ?m1)))
  (:action splash :parameters (?r - robot ?l - light ?k - kind ?n ?n1 ?m ?m1 ?b ?b1 - level)
    :precondition (and (at ?r ?l) (wants ?l ?k) (free ?r) (load ?r ?n1) (next ?n ?n1)
                       (has ?r ?k ?m1) (next ?m ?m1) (burns ?l ?b1) (next ?b ?b1))
    :effect (and (not (load ?r ?n1)) (load ?r ?n) (not (has ?r ?k ?m1)) (has ?r ?k ?m)
                 (not (burns ?l ?b1)) (burns ?l ?b)))
  (:action lift :parameters (?a ?b - robot ?p - person)
    :precondition (and (pair ?a ?b) (at ?a ?p) (at ?b ?p) (free ?a) (free ?b) (waits ?p))
    :effect (and (not (free ?a)) (not (free ?b)) (not (waits ?p)) (held ?a ?b ?p)))
  (:action drop :parameters (?a ?b - robot ?p - person ?h - home)
    :precondition (and (held ?a ?b ?p) (at ?a ?h) (at ?b ?h))
    :effect (and (not (held ?a ?b ?p)) (free ?a) (free ?b) (saved ?p))))
"""
"""Lights of fires take splashes of one kind; people are carried by two."""


def task(domain: str, problem: str) -> PDDLTask:
    """Return a task from texts."""
    read = read_domain(domain, "domain.pddl")
    given = read_problem(problem, "problem.pddl", read)
    return PDDLTask(read, given, {**read.constants, **given.objects})


def carry(robots: int) -> PDDLTask:
    """Return the task to bring a box from b to a, all robots at a (road between a and b)."""
    names = [f"r{n}" for n in range(robots)]
    facts = [f"(at {r} a) (free {r})" for r in names]
    facts += [f"(pair {r} {s})" for r in names for s in names if r < s]
    return task(CARRY, f"""
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
    return task(CHORES, f"""(define (problem p) (:domain chores)
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
    return task(FIRES, f"""(define (problem p) (:domain fires)
        (:objects {' '.join(team)} - robot {' '.join(lights)} - light {' '.join(people)} - person
                  start - place s0 s1 - source h0 - home sand water - kind n0 n1 n2 n3 - level)
        (:init {' '.join(facts)}) (:goal (and {' '.join(goal)})))""")
