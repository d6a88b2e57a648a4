; A robot darkens a house: a switch needs the robot in its room and works one way only.
(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions)
  (:types room lamp)
  (:predicates (next ?a ?b - room) (here ?a - room) (at ?l - lamp ?a - room) (lit ?l - lamp)
               (locked ?a - room))
  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (here ?a) (next ?a ?b) (not (locked ?b)))
    :effect (and (here ?b) (not (here ?a))))
  (:action unlock
    :parameters (?a ?b - room)
    :precondition (and (here ?a) (next ?a ?b) (locked ?b))
    :effect (not (locked ?b)))
  (:action switch-off
    :parameters (?l - lamp ?a - room)
    :precondition (and (here ?a) (at ?l ?a) (lit ?l))
    :effect (not (lit ?l))))
