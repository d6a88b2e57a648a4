(define (domain jugs)
  (:requirements :typing :numeric-fluents)
  (:types jug)
  (:predicates (any))
  (:functions (cap ?j - jug) (amount ?j - jug))
  (:action fill
    :parameters (?j - jug)
    :precondition (< (amount ?j) (cap ?j))
    :effect (assign (amount ?j) (cap ?j)))
  (:action drain
    :parameters (?j - jug)
    :precondition (> (amount ?j) 0)
    :effect (assign (amount ?j) 0))
  (:action pour-all
    :parameters (?a ?b - jug)
    :precondition (and (> (amount ?a) 0) (<= (+ (amount ?a) (amount ?b)) (cap ?b)))
    :effect (and (increase (amount ?b) (amount ?a)) (assign (amount ?a) 0)))
  (:action pour-some
    :parameters (?a ?b - jug)
    :precondition (and (< (amount ?b) (cap ?b)) (>= (+ (amount ?a) (amount ?b)) (cap ?b)))
    :effect (and (decrease (amount ?a) (- (cap ?b) (amount ?b))) (assign (amount ?b) (cap ?b))))
)
