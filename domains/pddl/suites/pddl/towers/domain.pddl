; One gripper rebuilds towers of blocks.
(define (domain towers)
  (:requirements :strips :typing)
  (:types block)
  (:predicates (on ?x ?y - block) (table ?x - block) (top ?x - block) (empty) (grip ?x - block))
  (:action lift
    :parameters (?x - block)
    :precondition (and (table ?x) (top ?x) (empty))
    :effect (and (grip ?x) (not (table ?x)) (not (top ?x)) (not (empty))))
  (:action lower
    :parameters (?x - block)
    :precondition (grip ?x)
    :effect (and (table ?x) (top ?x) (empty) (not (grip ?x))))
  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (on ?x ?y) (top ?x) (empty))
    :effect (and (grip ?x) (top ?y) (not (on ?x ?y)) (not (top ?x)) (not (empty))))
  (:action stack
    :parameters (?x ?y - block)
    :precondition (and (grip ?x) (top ?y))
    :effect (and (on ?x ?y) (top ?x) (empty) (not (grip ?x)) (not (top ?y)))))
