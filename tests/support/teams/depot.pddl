; robots: h k t
(define (problem p) (:domain depot)
  (:objects a b - place t - truck h k - hoist c d - crate s r - pallet)
  (:init (at h a) (at k b) (at t b) (at s a) (at r b) (at c a) (at d a) (on c s) (on d c)
    (clear d) (clear r) (idle h) (idle k) (road a b) (road b a))
  (:goal (and (on c d) (on d r))))
