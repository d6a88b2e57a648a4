(define (domain hall) (:requirements :strips :typing) (:types room - object)
  (:predicates (in ?r - room))
  (:action go :parameters (?a ?b - room) :precondition (in ?a)
    :effect (and (not (in ?a)) (in ?b))))
