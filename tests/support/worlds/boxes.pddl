(define (problem p) (:domain d) (:objects r q - robot a b c - place x y - box)
 (:init (at r a) (at q c) (free r) (free q) (lies x a) (lies y c) (= (far a b) 4) (= (far c b) 3)
  (= (far b a) 4)) (:goal (and (lies x b) (lies y b))))
