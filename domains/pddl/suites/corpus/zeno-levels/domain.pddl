(define (domain zeno-levels)
  (:requirements :typing)
  (:types plane person city level)
  (:predicates (at ?x - (either plane person) ?c - city) (in ?p - person ?a - plane)
    (fuel ?a - plane ?l - level) (less ?a ?b - level))
  (:action fly
    :parameters (?a - plane ?x ?y - city ?l ?m - level)
    :precondition (and (at ?a ?x) (fuel ?a ?l) (less ?m ?l))
    :effect (and (at ?a ?y) (fuel ?a ?m) (not (at ?a ?x)) (not (fuel ?a ?l))))
  (:action refuel
    :parameters (?a - plane ?l ?m - level)
    :precondition (and (fuel ?a ?l) (less ?l ?m))
    :effect (and (fuel ?a ?m) (not (fuel ?a ?l))))
  (:action board
    :parameters (?p - person ?a - plane ?c - city)
    :precondition (and (at ?p ?c) (at ?a ?c))
    :effect (and (in ?p ?a) (not (at ?p ?c))))
  (:action leave
    :parameters (?p - person ?a - plane ?c - city)
    :precondition (and (in ?p ?a) (at ?a ?c))
    :effect (and (at ?p ?c) (not (in ?p ?a))))
)
