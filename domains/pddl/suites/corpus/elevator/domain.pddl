(define (domain elevator)
  (:requirements :typing)
  (:types person floor)
  (:predicates (at ?f - floor) (above ?a ?b - floor) (from ?p - person ?f - floor)
    (to ?p - person ?f - floor) (in ?p - person) (served ?p - person))
  (:action up
    :parameters (?a ?b - floor)
    :precondition (and (at ?a) (above ?b ?a))
    :effect (and (at ?b) (not (at ?a))))
  (:action down
    :parameters (?a ?b - floor)
    :precondition (and (at ?a) (above ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action board
    :parameters (?p - person ?f - floor)
    :precondition (and (at ?f) (from ?p ?f))
    :effect (in ?p))
  (:action leave
    :parameters (?p - person ?f - floor)
    :precondition (and (at ?f) (in ?p) (to ?p ?f))
    :effect (and (served ?p) (not (in ?p))))
)
