(define (problem p) (:domain d) (:init (= (dear) 1073741823) (= (total-cost) 0)) (:goal (a))
  (:metric minimize (total-cost)))
