(define (domain woodshop)
  (:requirements :typing :action-costs)
  (:types board part colour)
  (:predicates (whole ?b - board) (cut ?p - part) (from ?p - part ?b - board) (smooth ?p - part)
    (coat ?p - part ?c - colour))
  (:functions (total-cost) - number (work ?p - part) - number)
  (:action saw
    :parameters (?p - part ?b - board)
    :precondition (and (whole ?b) (from ?p ?b))
    :effect (and (cut ?p) (not (whole ?b)) (increase (total-cost) 10)))
  (:action plane
    :parameters (?p - part)
    :precondition (cut ?p)
    :effect (and (smooth ?p) (increase (total-cost) (work ?p))))
  (:action glaze
    :parameters (?p - part ?c - colour)
    :precondition (smooth ?p)
    :effect (and (coat ?p ?c) (increase (total-cost) 3)))
)
