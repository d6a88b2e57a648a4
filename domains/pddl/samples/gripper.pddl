(define (problem balls-3) (:domain balls)
  (:objects a b - room x y z - ball left right - hand)
  (:init (robot-in a) (in x a) (in y a) (in z a) (free left) (free right))
  (:goal (and (in x b) (in y b) (in z b))))
