; Discs on pegs; the top disc of a peg goes to another peg, never onto a smaller disc.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types thing)
  (:predicates (on ?x ?y - thing) (clear ?x - thing) (fits ?x ?y - thing))
  (:action stack
    :parameters (?x ?y ?z - thing)
    :precondition (and (on ?x ?y) (clear ?x) (clear ?z) (fits ?x ?z))
    :effect (and (not (on ?x ?y)) (not (clear ?z)) (on ?x ?z) (clear ?y))))
