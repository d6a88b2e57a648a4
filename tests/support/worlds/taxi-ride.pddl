(define (problem r) (:domain t) (:objects a b - place (:private t1 t1 - taxi)
  (:private g1 g1 - guest)) (:init (at t1 b) (at g1 a)) (:goal (at g1 b)))
