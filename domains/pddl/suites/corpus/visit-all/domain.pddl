(define (domain visit-all)
  (:requirements :strips)
  (:predicates (at ?x) (edge ?x ?y) (seen ?x))
  (:action step
    :parameters (?x ?y)
    :precondition (and (at ?x) (edge ?x ?y))
    :effect (and (at ?y) (seen ?y) (not (at ?x))))
)
