(define (domain chain) (:requirements :strips :typing) (:types cell)
 (:predicates (here ?c - cell) (next ?a ?b - cell))
 (:action step :parameters (?a ?b - cell) :precondition (and (here ?a) (next ?a ?b))
  :effect (and (here ?b) (not (here ?a)))))
