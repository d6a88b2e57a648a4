(define (domain opening-hours)
  (:requirements :durative-actions :timed-initial-literals)
  (:predicates (open) (home) (shop) (bread))
  (:durative-action go
    :parameters ()
    :duration (= ?duration 3)
    :condition (at start (home))
    :effect (and (at start (not (home))) (at end (shop))))
  (:durative-action buy
    :parameters ()
    :duration (= ?duration 1)
    :condition (and (over all (shop)) (over all (open)))
    :effect (at end (bread)))
)
