; robots: a1 a2
(define (problem p) (:domain arms)
  (:objects w x y z - block (:private a1 a1 - arm) (:private a2 a2 - arm))
  (:init (empty a1) (empty a2) (table w) (on x w) (on y x) (on z y) (clear z))
  (:goal (and (on w x) (on x y) (on y z))))
