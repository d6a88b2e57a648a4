(define (domain blocks-derived)
  (:requirements :derived-predicates :negative-preconditions)
  (:predicates (on ?x ?y) (above ?x ?y) (clear ?x) (table ?x))
  (:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (clear ?x) (not (exists (?y) (on ?y ?x))))
  (:action move
    :parameters (?x ?y)
    :precondition (and (clear ?x) (clear ?y) (not (= ?x ?y)))
    :effect (and (on ?x ?y) (not (table ?x)) (forall (?z) (when (and (on ?x ?z) (not (= ?z ?y))) (not (on ?x ?z))))))
  (:action to-table
    :parameters (?x)
    :precondition (and (clear ?x) (not (table ?x)))
    :effect (and (table ?x) (forall (?z) (when (on ?x ?z) (not (on ?x ?z))))))
)
