; robots: v w
(define (problem p) (:domain transport)
  (:objects a b c - place v w - vehicle x y z - parcel n0 n1 - level)
  (:init (at v a) (at w c) (at x a) (at y b) (at z c) (road a b) (road b a) (road b c)
    (road c b) (room v n1) (room w n1) (next n0 n1) (= (far a b) 4) (= (far b a) 4)
    (= (far b c) 5) (= (far c b) 5) (= (total-cost) 0))
  (:goal (and (at x c) (at y c) (at z a)))
  (:metric minimize (total-cost)))
