; Roads that may be closed, which shows where they begin; the way round is open.
(define (domain navigate)
  (:requirements :strips :typing)
  (:types node)
  (:predicates (road ?a ?b - node) (at ?a - node) (open ?a ?b - node))
  (:action look :parameters (?a ?b - node) :precondition (and (at ?a) (road ?a ?b)) :observe (open
    ?a ?b))
  (:action drive :parameters (?a ?b - node) :precondition (and (at ?a) (open ?a ?b)) :effect (and
    (not (at ?a)) (at ?b))))
