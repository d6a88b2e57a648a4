(define (problem x) (:domain d) (:init) (:goal (p)))
