(define (domain farm)
  (:requirements :typing :numeric-fluents)
  (:types farm)
  (:predicates (adjacent ?a ?b - farm))
  (:functions (x ?f - farm) (cost))
  (:action move
    :parameters (?a ?b - farm)
    :precondition (and (>= (x ?a) 4) (adjacent ?a ?b))
    :effect (and (decrease (x ?a) 4) (increase (x ?b) 2) (increase (cost) 1)))
  (:action slow
    :parameters (?a ?b - farm)
    :precondition (and (>= (x ?a) 1) (adjacent ?a ?b))
    :effect (and (decrease (x ?a) 1) (increase (x ?b) 1)))
)
