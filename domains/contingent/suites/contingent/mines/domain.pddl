; Mines in a field: an open cell tells how many are around it, all others have to be opened.
(define (domain mines)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
  (:types cell num)
  (:constants k0 k1 k2 k3 k4 k5 k6 k7 k8 - num)
  (:predicates (mine ?a - cell) (around ?a - cell ?n - num) (opened ?a - cell) (done ?a - cell))
  (:action open :parameters (?a - cell) :precondition (not (mine ?a)) :effect (and (opened ?a)
    (done ?a)))
  (:action count :parameters (?a - cell ?n - num) :precondition (opened ?a) :observe (around ?a
    ?n))
  (:action flag :parameters (?a - cell) :precondition (mine ?a) :effect (done ?a)))
