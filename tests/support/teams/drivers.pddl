; robots: d e
(define (problem p) (:domain drivers)
  (:objects d e t u x y a b)
  (:init (driver d) (driver e) (truck t) (truck u) (parcel x) (parcel y) (place a)
    (place b) (at d a) (at e b) (at t a) (at u a) (at x a) (at y b) (empty t)
    (empty u) (road a b) (road b a))
  (:goal (and (at x b) (at y a) (at d b))))
