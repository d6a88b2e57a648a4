(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (empty) (holding ?x))
  (:action pick
    :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (empty))
    :effect (and (holding ?x) (not (clear ?x)) (not (ontable ?x)) (not (empty))))
  (:action put
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (ontable ?x) (empty)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (on ?x ?y) (empty)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (empty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (on ?x ?y)) (not (empty))))
)
