; robots: f t u
(define (problem p) (:domain logistics)
  (:objects t u f x y a p q b)
  (:init (truck t) (truck u) (plane f) (parcel x) (parcel y) (place a) (place p) (place q)
    (place b) (port p) (port q) (at t a) (at u b) (at f q) (at x a) (at y b)
    (road a p) (road p a) (road q b) (road b q))
  (:goal (and (at x b) (at y p))))
