;; What the robot can do in stage 2 beside the nine physical actions of domain.pddl: ask where a
;; thing is, look around, and stop once the rewards, as weighed last, leave nothing worth doing.
(define (domain service-robot-senses)
  (:requirements :strips :typing)
  (:types place thing deal - object)
  (:predicates
    (robot-at ?p - place)
    (asked ?t - thing)
    (looked ?p - place)
    (weighed ?d - deal)
    (served))

  (:action ask-loc
    :parameters (?t - thing)
    :effect (asked ?t))

  (:action sense
    :parameters (?p - place)
    :precondition (robot-at ?p)
    :effect (looked ?p))

  (:action stop
    :parameters (?d - deal)
    :precondition (weighed ?d)
    :effect (served)))
