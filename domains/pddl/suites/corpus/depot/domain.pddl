(define (domain depot)
  (:requirements :typing)
  (:types place crate hoist truck)
  (:predicates (lies ?c - crate ?p - place) (there ?t - truck ?p - place)
    (arm ?h - hoist ?p - place) (idle ?h - hoist) (lifts ?h - hoist ?c - crate)
    (aboard ?c - crate ?t - truck) (atop ?c ?d - crate) (open ?c - crate))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (there ?t ?a)
    :effect (and (there ?t ?b) (not (there ?t ?a))))
  (:action lift
    :parameters (?h - hoist ?c ?d - crate ?p - place)
    :precondition (and (arm ?h ?p) (idle ?h) (lies ?c ?p) (atop ?c ?d) (open ?c))
    :effect (and (lifts ?h ?c) (open ?d) (not (idle ?h)) (not (lies ?c ?p)) (not (atop ?c ?d))))
  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (arm ?h ?p) (there ?t ?p) (lifts ?h ?c))
    :effect (and (aboard ?c ?t) (idle ?h) (not (lifts ?h ?c))))
  (:action fetch
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (arm ?h ?p) (there ?t ?p) (aboard ?c ?t) (idle ?h))
    :effect (and (lifts ?h ?c) (not (idle ?h)) (not (aboard ?c ?t))))
  (:action drop
    :parameters (?h - hoist ?c ?d - crate ?p - place)
    :precondition (and (arm ?h ?p) (lifts ?h ?c) (lies ?d ?p) (open ?d))
    :effect (and (lies ?c ?p) (atop ?c ?d) (idle ?h) (open ?c) (not (open ?d)) (not (lifts ?h ?c))))
)
