; robots: g h t u
(define (problem p) (:domain taxis)
  (:objects t u - taxi g h - guest a b c - place)
  (:init (at t a) (at u c) (at g b) (at h b) (free t) (free u) (road a b) (road b a)
    (road b c) (road c b))
  (:goal (and (at g a) (at h c) (at t b))))
