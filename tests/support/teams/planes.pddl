; robots: v w
(define (problem p) (:domain planes)
  (:objects v w - plane p q - person a b c - town l0 l1 - level)
  (:init (at v a) (at w b) (at p a) (at q c) (fuel v l1) (fuel w l0) (next l0 l1))
  (:goal (and (at p c) (at q a) (at w a))))
