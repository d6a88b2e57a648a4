(define (domain satellite)
  (:requirements :typing)
  (:types sat star tool)
  (:predicates (to ?s - sat ?x - star) (on ?s - sat ?t - tool) (power ?s - sat) (lit ?t - tool)
    (ready ?t - tool) (target ?t - tool ?x - star) (image ?x - star))
  (:action turn
    :parameters (?s - sat ?a ?b - star)
    :precondition (to ?s ?a)
    :effect (and (to ?s ?b) (not (to ?s ?a))))
  (:action switch-on
    :parameters (?s - sat ?t - tool)
    :precondition (and (on ?s ?t) (power ?s))
    :effect (and (lit ?t) (not (ready ?t)) (not (power ?s))))
  (:action switch-off
    :parameters (?s - sat ?t - tool)
    :precondition (and (on ?s ?t) (lit ?t))
    :effect (and (power ?s) (not (lit ?t))))
  (:action adjust
    :parameters (?s - sat ?t - tool ?x - star)
    :precondition (and (on ?s ?t) (lit ?t) (to ?s ?x) (target ?t ?x))
    :effect (ready ?t))
  (:action shoot
    :parameters (?s - sat ?t - tool ?x - star)
    :precondition (and (on ?s ?t) (lit ?t) (ready ?t) (to ?s ?x))
    :effect (image ?x))
)
