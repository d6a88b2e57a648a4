(define (domain d) (:requirements :strips :action-costs) (:predicates (a) (b))
  (:functions (dear) (total-cost))
  (:action go :parameters () :precondition (and) :effect (and (a) (increase (total-cost) (dear))))
  (:action on :parameters () :precondition (a) :effect (and (b) (increase (total-cost) (dear)))))
