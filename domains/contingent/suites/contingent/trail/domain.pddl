; A trail of stones over a field: stones are seen from beside, steps are only made on them.
(define (domain trail)
  (:requirements :strips :typing)
  (:types cell)
  (:predicates (adj ?a ?b - cell) (at ?a - cell) (stone ?a - cell) (last ?a - cell) (arrived))
  (:action look :parameters (?a ?b - cell) :precondition (and (at ?a) (adj ?a ?b)) :observe (stone
    ?b))
  (:action step :parameters (?a ?b - cell) :precondition (and (at ?a) (adj ?a ?b) (stone ?b))
    :effect (and (not (at ?a)) (at ?b)))
  (:action shout :parameters (?a - cell) :precondition (and (at ?a) (last ?a)) :effect (arrived)))
