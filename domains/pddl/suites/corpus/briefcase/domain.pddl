(define (domain briefcase)
  (:requirements :adl)
  (:types thing place)
  (:predicates (at ?x - thing ?p - place) (case-at ?p - place) (in ?x - thing))
  (:action move
    :parameters (?a ?b - place)
    :precondition (case-at ?a)
    :effect (and (case-at ?b) (not (case-at ?a)) (forall (?x - thing) (when (in ?x) (and (at ?x ?b)
      (not (at ?x ?a)))))))
  (:action put-in
    :parameters (?x - thing ?p - place)
    :precondition (and (at ?x ?p) (case-at ?p))
    :effect (in ?x))
  (:action take-out
    :parameters (?x - thing)
    :precondition (in ?x)
    :effect (not (in ?x)))
)
