(define (domain driverlog)
  (:requirements :typing)
  (:types driver truck item place)
  (:predicates (at ?x - (either driver truck item) ?p - place) (in ?i - item ?t - truck)
    (drives ?d - driver ?t - truck) (road ?a ?b - place) (path ?a ?b - place) (empty ?t - truck))
  (:action load
    :parameters (?i - item ?t - truck ?p - place)
    :precondition (and (at ?i ?p) (at ?t ?p))
    :effect (and (in ?i ?t) (not (at ?i ?p))))
  (:action unload
    :parameters (?i - item ?t - truck ?p - place)
    :precondition (and (in ?i ?t) (at ?t ?p))
    :effect (and (at ?i ?p) (not (in ?i ?t))))
  (:action board
    :parameters (?d - driver ?t - truck ?p - place)
    :precondition (and (at ?d ?p) (at ?t ?p) (empty ?t))
    :effect (and (drives ?d ?t) (not (at ?d ?p)) (not (empty ?t))))
  (:action leave
    :parameters (?d - driver ?t - truck ?p - place)
    :precondition (and (drives ?d ?t) (at ?t ?p))
    :effect (and (at ?d ?p) (empty ?t) (not (drives ?d ?t))))
  (:action drive
    :parameters (?d - driver ?t - truck ?a ?b - place)
    :precondition (and (drives ?d ?t) (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action walk
    :parameters (?d - driver ?a ?b - place)
    :precondition (and (at ?d ?a) (path ?a ?b))
    :effect (and (at ?d ?b) (not (at ?d ?a))))
)
