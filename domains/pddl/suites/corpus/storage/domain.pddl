(define (domain storage)
  (:requirements :typing)
  (:types area crate hoist)
  (:predicates (on ?c - crate ?a - area) (clear ?a - area) (near ?a ?b - area)
    (at ?h - hoist ?a - area) (holds ?h - hoist ?c - crate) (free ?h - hoist))
  (:action move
    :parameters (?h - hoist ?a ?b - area)
    :precondition (and (at ?h ?a) (near ?a ?b) (clear ?b))
    :effect (and (at ?h ?b) (clear ?a) (not (clear ?b)) (not (at ?h ?a))))
  (:action lift
    :parameters (?h - hoist ?c - crate ?a ?b - area)
    :precondition (and (at ?h ?a) (near ?a ?b) (on ?c ?b) (free ?h))
    :effect (and (holds ?h ?c) (clear ?b) (not (on ?c ?b)) (not (free ?h))))
  (:action drop
    :parameters (?h - hoist ?c - crate ?a ?b - area)
    :precondition (and (at ?h ?a) (near ?a ?b) (clear ?b) (holds ?h ?c))
    :effect (and (on ?c ?b) (free ?h) (not (clear ?b)) (not (holds ?h ?c))))
)
