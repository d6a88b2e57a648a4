(define (problem x) (:domain d) (:init) (:goal (g)) (:goal (p)))
