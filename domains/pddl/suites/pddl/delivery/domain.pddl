; Robots with one arm carry parcels between rooms; doors connect rooms.
(define (domain delivery)
  (:requirements :strips :typing)
  (:types room robot parcel)
  (:predicates (door ?a ?b - room) (in ?r - robot ?a - room) (lies ?p - parcel ?a - room)
               (free ?r - robot) (has ?r - robot ?p - parcel))
  (:action go
    :parameters (?r - robot ?a ?b - room)
    :precondition (and (in ?r ?a) (door ?a ?b))
    :effect (and (in ?r ?b) (not (in ?r ?a))))
  (:action take
    :parameters (?r - robot ?p - parcel ?a - room)
    :precondition (and (in ?r ?a) (lies ?p ?a) (free ?r))
    :effect (and (has ?r ?p) (not (lies ?p ?a)) (not (free ?r))))
  (:action leave
    :parameters (?r - robot ?p - parcel ?a - room)
    :precondition (and (in ?r ?a) (has ?r ?p))
    :effect (and (lies ?p ?a) (free ?r) (not (has ?r ?p)))))
