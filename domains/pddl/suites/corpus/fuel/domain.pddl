(define (domain fuel)
  (:requirements :typing :numeric-fluents)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place) (pump ?p - place))
  (:functions (fuel) (tank) (far ?a ?b - place))
  (:action drive
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b) (>= (fuel) (far ?a ?b)))
    :effect (and (at ?b) (not (at ?a)) (decrease (fuel) (far ?a ?b))))
  (:action refuel
    :parameters (?p - place)
    :precondition (and (at ?p) (pump ?p) (< (fuel) (tank)))
    :effect (assign (fuel) (tank)))
)
