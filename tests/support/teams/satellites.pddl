; robots: s t
(define (problem p) (:domain satellites)
  (:objects s t i j a b c)
  (:init (satellite s) (satellite t) (dish i) (dish j) (way a) (way b) (way c) (aboard i s)
    (aboard j t) (points s a) (points t b) (power s) (power t) (aim i a) (aim j b))
  (:goal (and (seen a) (seen b) (seen c) (points t a))))
