(define (problem p) (:domain cellar) (:objects m - match f - fuse w - worker)
 (:init (unused m) (free w)) (:goal (mended f)))
