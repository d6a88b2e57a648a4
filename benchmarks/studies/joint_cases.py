"""Small team problems whose answers can be worked out by hand."""

from __future__ import annotations

from planner.pddl import PDDLTask, read_domain, read_problem

__all__ = ["CARRY", "SWITCHES", "carry", "task"]

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
