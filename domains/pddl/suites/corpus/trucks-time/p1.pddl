(define (problem trucks-time-1)
  (:domain trucks-time)
  (:objects t u - truck a b - place x y - parcel)
  (:init (at t a) (at u b) (lies x a) (lies y b) (= (far a b) 3) (= (far b a) 3) (= (far a a) 1) (=
    (far b b) 1))
  (:goal (and (lies x b) (lies y a)))
  (:metric minimize (total-time))
)
