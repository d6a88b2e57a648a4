(define (domain monkey)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (box ?p - place) (fruit ?p - place) (high) (low) (has))
  (:action go
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (low))
    :effect (and (at ?b) (not (at ?a))))
  (:action push
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (box ?a) (low))
    :effect (and (at ?b) (box ?b) (not (at ?a)) (not (box ?a))))
  (:action climb
    :parameters (?a - place)
    :precondition (and (at ?a) (box ?a) (low))
    :effect (and (high) (not (low))))
  (:action grab
    :parameters (?a - place)
    :precondition (and (at ?a) (fruit ?a) (high))
    :effect (has))
)
