(define (domain openstacks)
  (:requirements :typing)
  (:types order product count)
  (:predicates (includes ?o - order ?p - product) (waiting ?o - order) (started ?o - order)
    (made ?p - product) (shipped ?o - order) (free ?n - count) (next ?n ?m - count)
    (last ?o - order ?p - product))
  (:action open
    :parameters (?o - order ?n ?m - count)
    :precondition (and (waiting ?o) (free ?n) (next ?m ?n))
    :effect (and (started ?o) (free ?m) (not (waiting ?o)) (not (free ?n))))
  (:action make
    :parameters (?p - product ?o - order)
    :precondition (and (started ?o) (includes ?o ?p))
    :effect (made ?p))
  (:action ship
    :parameters (?o - order ?p - product ?n ?m - count)
    :precondition (and (started ?o) (last ?o ?p) (made ?p) (free ?n) (next ?n ?m))
    :effect (and (shipped ?o) (free ?m) (not (started ?o)) (not (free ?n))))
)
