; robots: q s
(define (problem p) (:domain lifts)
  (:objects s - slow q - fast g h - guest f0 f1 f2 - floor)
  (:init (lift-at s f0) (lift-at q f1) (where g f0) (where h f1) (above f0 f1)
    (above f1 f2) (above f0 f2) (= (way f0 f1) 3) (= (way f1 f2) 3) (= (way f0 f2) 5))
  (:goal (and (where g f2) (where h f2)))
  (:metric minimize (total-cost)))
