(define (problem fuel-1)
  (:domain fuel)
  (:objects a b c - place)
  (:init (at a) (road a b) (road b c) (pump b) (= (fuel) 6) (= (tank) 10) (= (far a b) 5) (=
    (far b c) 7.5) (= (far a c) 12) (= (far b a) 5) (= (far c a) 12) (= (far c b) 7.5) (= (far a a)
    0) (= (far b b) 0) (= (far c c) 0))
  (:goal (at c))
)
