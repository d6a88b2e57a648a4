(define (domain tiles)
  (:requirements :typing)
  (:types tile cell)
  (:predicates (on ?t - tile ?c - cell) (blank ?c - cell) (near ?a ?b - cell))
  (:action slide
    :parameters (?t - tile ?a ?b - cell)
    :precondition (and (on ?t ?a) (blank ?b) (near ?a ?b))
    :effect (and (on ?t ?b) (blank ?a) (not (on ?t ?a)) (not (blank ?b))))
)
