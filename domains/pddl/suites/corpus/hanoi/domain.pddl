(define (domain hanoi)
  (:requirements :strips)
  (:predicates (clear ?x) (on ?x ?y) (smaller ?y ?x))
  (:action move
    :parameters (?d ?from ?to)
    :precondition (and (smaller ?to ?d) (on ?d ?from) (clear ?d) (clear ?to))
    :effect (and (clear ?from) (on ?d ?to) (not (on ?d ?from)) (not (clear ?to))))
)
