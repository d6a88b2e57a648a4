(define (problem trail-4)
  (:domain trail)
  (:objects c0-0 c0-1 c0-2 c0-3 c1-0 c1-1 c1-2 c1-3 c2-0 c2-1 c2-2 c2-3 - cell)
  (:init (at c1-0) (stone c1-0) (adj c0-0 c0-1) (adj c0-0 c1-0) (adj c0-0 c1-1) (adj c0-1 c0-0)
    (adj c0-1 c0-2) (adj c0-1 c1-0) (adj c0-1 c1-1) (adj c0-1 c1-2) (adj c0-2 c0-1) (adj c0-2
    c0-3) (adj c0-2 c1-1) (adj c0-2 c1-2) (adj c0-2 c1-3) (adj c0-3 c0-2) (adj c0-3 c1-2) (adj
    c0-3 c1-3) (adj c1-0 c0-0) (adj c1-0 c0-1) (adj c1-0 c1-1) (adj c1-0 c2-0) (adj c1-0 c2-1)
    (adj c1-1 c0-0) (adj c1-1 c0-1) (adj c1-1 c0-2) (adj c1-1 c1-0) (adj c1-1 c1-2) (adj c1-1
    c2-0) (adj c1-1 c2-1) (adj c1-1 c2-2) (adj c1-2 c0-1) (adj c1-2 c0-2) (adj c1-2 c0-3) (adj
    c1-2 c1-1) (adj c1-2 c1-3) (adj c1-2 c2-1) (adj c1-2 c2-2) (adj c1-2 c2-3) (adj c1-3 c0-2)
    (adj c1-3 c0-3) (adj c1-3 c1-2) (adj c1-3 c2-2) (adj c1-3 c2-3) (adj c2-0 c1-0) (adj c2-0
    c1-1) (adj c2-0 c2-1) (adj c2-1 c1-0) (adj c2-1 c1-1) (adj c2-1 c1-2) (adj c2-1 c2-0) (adj
    c2-1 c2-2) (adj c2-2 c1-1) (adj c2-2 c1-2) (adj c2-2 c1-3) (adj c2-2 c2-1) (adj c2-2 c2-3)
    (adj c2-3 c1-2) (adj c2-3 c1-3) (adj c2-3 c2-2) (last c0-3) (last c1-3) (last c2-3) (oneof
    (stone c0-1) (stone c1-1) (stone c2-1)) (oneof (stone c0-2) (stone c1-2) (stone c2-2)) (or
    (not (stone c0-2)) (stone c0-1) (stone c1-1)) (or (not (stone c1-2)) (stone c0-1) (stone c1-1)
    (stone c2-1)) (or (not (stone c2-2)) (stone c1-1) (stone c2-1)) (oneof (stone c0-3) (stone
    c1-3) (stone c2-3)) (or (not (stone c0-3)) (stone c0-2) (stone c1-2)) (or (not (stone c1-3))
    (stone c0-2) (stone c1-2) (stone c2-2)) (or (not (stone c2-3)) (stone c1-2) (stone c2-2)))
  (:goal (arrived)))
