; Things on top of each other; one move takes the top thing of a stack to another stack, or
; to the ground where there is one (discs stay on their pegs).
(define (domain stacks)
  (:requirements :strips :typing)
  (:types thing)
  (:predicates (table) (on ?x ?y - thing) (ground ?x - thing) (clear ?x - thing) (fits ?x ?y - thing))
  (:action move
    :parameters (?x ?y ?z - thing)
    :precondition (and (on ?x ?y) (clear ?x) (clear ?z) (fits ?x ?z))
    :effect (and (not (on ?x ?y)) (not (clear ?z)) (on ?x ?z) (clear ?y)))
  (:action put-down
    :parameters (?x ?y - thing)
    :precondition (and (table) (on ?x ?y) (clear ?x))
    :effect (and (not (on ?x ?y)) (clear ?y) (ground ?x)))
  (:action pick-up
    :parameters (?x ?z - thing)
    :precondition (and (ground ?x) (clear ?x) (clear ?z) (fits ?x ?z))
    :effect (and (not (ground ?x)) (not (clear ?z)) (on ?x ?z))))
