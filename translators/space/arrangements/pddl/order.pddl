; Things in a row of places; two of them change places where the places are swappable.
(define (domain order)
  (:requirements :strips :typing)
  (:types thing place)
  (:predicates (at ?t - thing ?p - place) (swappable ?p ?q - place))
  (:action swap
    :parameters (?x ?y - thing ?p ?q - place)
    :precondition (and (at ?x ?p) (at ?y ?q) (swappable ?p ?q))
    :effect (and (not (at ?x ?p)) (not (at ?y ?q)) (at ?x ?q) (at ?y ?p))))
