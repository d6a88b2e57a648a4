(define (domain sokoban)
  (:requirements :typing)
  (:types cell way box)
  (:predicates (man ?c - cell) (stone ?b - box ?c - cell) (free ?c - cell) (next ?a ?b - cell ?w - way))
  (:action walk
    :parameters (?a ?b - cell ?w - way)
    :precondition (and (man ?a) (next ?a ?b ?w) (free ?b))
    :effect (and (man ?b) (not (man ?a)) (free ?a) (not (free ?b))))
  (:action push
    :parameters (?s - box ?a ?b ?c - cell ?w - way)
    :precondition (and (man ?a) (stone ?s ?b) (next ?a ?b ?w) (next ?b ?c ?w) (free ?c))
    :effect (and (man ?b) (not (man ?a)) (free ?a) (stone ?s ?c) (not (stone ?s ?b)) (not (free ?c))))
)
