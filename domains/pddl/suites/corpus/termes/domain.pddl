(define (domain termes)
  (:requirements :typing)
  (:types cell height)
  (:predicates (high ?c - cell ?h - height) (at ?c - cell) (near ?a ?b - cell) (succ ?h ?g - height)
    (block) (depot ?c - cell))
  (:action level
    :parameters (?a ?b - cell ?h - height)
    :precondition (and (at ?a) (near ?a ?b) (high ?a ?h) (high ?b ?h))
    :effect (and (at ?b) (not (at ?a))))
  (:action climb
    :parameters (?a ?b - cell ?h ?g - height)
    :precondition (and (at ?a) (near ?a ?b) (high ?a ?h) (high ?b ?g) (succ ?g ?h))
    :effect (and (at ?b) (not (at ?a))))
  (:action descend
    :parameters (?a ?b - cell ?h ?g - height)
    :precondition (and (at ?a) (near ?a ?b) (high ?a ?h) (high ?b ?g) (succ ?h ?g))
    :effect (and (at ?b) (not (at ?a))))
  (:action place
    :parameters (?a ?b - cell ?h ?g - height)
    :precondition (and (at ?a) (near ?a ?b) (high ?a ?h) (high ?b ?h) (succ ?g ?h) (block)
      (not (depot ?b)))
    :effect (and (high ?b ?g) (not (high ?b ?h)) (not (block))))
  (:action fetch
    :parameters (?a - cell)
    :precondition (and (at ?a) (depot ?a) (not (block)))
    :effect (block))
)
