(define (domain river)
  (:requirements :strips :negative-preconditions)
  (:predicates (left ?x) (man-left) (eats ?x ?y))
  (:action take-over
    :parameters (?x ?y ?z)
    :precondition (and (man-left) (left ?x) (not (= ?x ?y)) (not (= ?y ?z)) (not (= ?x ?z))
      (or (not (left ?y)) (not (left ?z)) (not (or (eats ?y ?z) (eats ?z ?y)))))
    :effect (and (not (man-left)) (not (left ?x))))
  (:action take-back
    :parameters (?x ?y ?z)
    :precondition (and (not (man-left)) (not (left ?x)) (not (= ?x ?y)) (not (= ?y ?z))
      (not (= ?x ?z)) (or (left ?y) (left ?z) (not (or (eats ?y ?z) (eats ?z ?y)))))
    :effect (and (man-left) (left ?x)))
  (:action back-alone
    :parameters ()
    :precondition (and (not (man-left)) (forall (?x ?y) (or (left ?x) (left ?y)
      (not (eats ?x ?y)))))
    :effect (man-left))
)
