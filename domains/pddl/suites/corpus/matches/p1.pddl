(define (problem m1) (:domain match) (:objects m1 m2 - match f1 f2 f3 - fuse)
(:init (unused m1) (unused m2) (handfree) (= (burn m1) 5) (= (burn m2) 4))
(:goal (and (mended f1) (mended f2) (mended f3)))
(:metric minimize (total-time)))
