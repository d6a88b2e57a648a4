(define (problem q) (:domain d) (:objects t1 - truck a b - place)
 (:init (at t1 a) (road a hub) (road hub b)) (:goal (seen b)))
