(define (domain ferry)
  (:requirements :typing)
  (:types car side)
  (:predicates (ferry-at ?s - side) (at ?c - car ?s - side) (on ?c - car) (free))
  (:action sail
    :parameters (?a ?b - side)
    :precondition (ferry-at ?a)
    :effect (and (ferry-at ?b) (not (ferry-at ?a))))
  (:action board
    :parameters (?c - car ?s - side)
    :precondition (and (at ?c ?s) (ferry-at ?s) (free))
    :effect (and (on ?c) (not (at ?c ?s)) (not (free))))
  (:action leave
    :parameters (?c - car ?s - side)
    :precondition (and (on ?c) (ferry-at ?s))
    :effect (and (at ?c ?s) (free) (not (on ?c))))
)
