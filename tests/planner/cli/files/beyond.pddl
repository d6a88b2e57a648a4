(define (problem p) (:domain d) (:init (= (dear) 2147483647.5) (= (total-cost) 0)) (:goal (b))
  (:metric minimize (total-cost)))
