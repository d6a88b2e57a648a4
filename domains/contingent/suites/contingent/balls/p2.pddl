(define (problem balls-2-2-2-2)
  (:domain balls)
  (:objects c0-0 c0-1 c1-0 c1-1 - cell
    b0 b1 - ball red blue - colour)
  (:init (at c0-0)
    (beside c0-0 c1-0) (beside c0-0 c0-1) (beside c0-1 c1-1) (beside c0-1 c0-0)
    (beside c1-0 c0-0) (beside c1-0 c1-1) (beside c1-1 c0-1) (beside c1-1 c1-0)
    (bin red c0-0) (bin blue c1-1)
    (oneof
      (in b0 c0-0) (in b0 c0-1) (in b0 c1-0) (in b0 c1-1))
    (oneof (of b0 red) (of b0 blue))
    (oneof
      (in b1 c0-0) (in b1 c0-1) (in b1 c1-0) (in b1 c1-1))
    (oneof (of b1 red) (of b1 blue)))
  (:goal (and (tidy b0) (tidy b1))))
