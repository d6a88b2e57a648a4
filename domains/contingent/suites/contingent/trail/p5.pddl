(define (problem trail-5)
  (:domain trail)
  (:objects c0-0 c0-1 c0-2 c0-3 c0-4 c1-0 c1-1 c1-2 c1-3 c1-4 c2-0 c2-1 c2-2 c2-3 c2-4 c3-0 c3-1
    c3-2 c3-3 c3-4 c4-0 c4-1 c4-2 c4-3 c4-4 - cell)
  (:init (at c2-0) (stone c2-0) (adj c0-0 c0-1) (adj c0-0 c1-0) (adj c0-0 c1-1) (adj c0-1 c0-0)
    (adj c0-1 c0-2) (adj c0-1 c1-0) (adj c0-1 c1-1) (adj c0-1 c1-2) (adj c0-2 c0-1) (adj c0-2
    c0-3) (adj c0-2 c1-1) (adj c0-2 c1-2) (adj c0-2 c1-3) (adj c0-3 c0-2) (adj c0-3 c0-4) (adj
    c0-3 c1-2) (adj c0-3 c1-3) (adj c0-3 c1-4) (adj c0-4 c0-3) (adj c0-4 c1-3) (adj c0-4 c1-4)
    (adj c1-0 c0-0) (adj c1-0 c0-1) (adj c1-0 c1-1) (adj c1-0 c2-0) (adj c1-0 c2-1) (adj c1-1
    c0-0) (adj c1-1 c0-1) (adj c1-1 c0-2) (adj c1-1 c1-0) (adj c1-1 c1-2) (adj c1-1 c2-0) (adj
    c1-1 c2-1) (adj c1-1 c2-2) (adj c1-2 c0-1) (adj c1-2 c0-2) (adj c1-2 c0-3) (adj c1-2 c1-1)
    (adj c1-2 c1-3) (adj c1-2 c2-1) (adj c1-2 c2-2) (adj c1-2 c2-3) (adj c1-3 c0-2) (adj c1-3
    c0-3) (adj c1-3 c0-4) (adj c1-3 c1-2) (adj c1-3 c1-4) (adj c1-3 c2-2) (adj c1-3 c2-3) (adj
    c1-3 c2-4) (adj c1-4 c0-3) (adj c1-4 c0-4) (adj c1-4 c1-3) (adj c1-4 c2-3) (adj c1-4 c2-4)
    (adj c2-0 c1-0) (adj c2-0 c1-1) (adj c2-0 c2-1) (adj c2-0 c3-0) (adj c2-0 c3-1) (adj c2-1
    c1-0) (adj c2-1 c1-1) (adj c2-1 c1-2) (adj c2-1 c2-0) (adj c2-1 c2-2) (adj c2-1 c3-0) (adj
    c2-1 c3-1) (adj c2-1 c3-2) (adj c2-2 c1-1) (adj c2-2 c1-2) (adj c2-2 c1-3) (adj c2-2 c2-1)
    (adj c2-2 c2-3) (adj c2-2 c3-1) (adj c2-2 c3-2) (adj c2-2 c3-3) (adj c2-3 c1-2) (adj c2-3
    c1-3) (adj c2-3 c1-4) (adj c2-3 c2-2) (adj c2-3 c2-4) (adj c2-3 c3-2) (adj c2-3 c3-3) (adj
    c2-3 c3-4) (adj c2-4 c1-3) (adj c2-4 c1-4) (adj c2-4 c2-3) (adj c2-4 c3-3) (adj c2-4 c3-4)
    (adj c3-0 c2-0) (adj c3-0 c2-1) (adj c3-0 c3-1) (adj c3-0 c4-0) (adj c3-0 c4-1) (adj c3-1
    c2-0) (adj c3-1 c2-1) (adj c3-1 c2-2) (adj c3-1 c3-0) (adj c3-1 c3-2) (adj c3-1 c4-0) (adj
    c3-1 c4-1) (adj c3-1 c4-2) (adj c3-2 c2-1) (adj c3-2 c2-2) (adj c3-2 c2-3) (adj c3-2 c3-1)
    (adj c3-2 c3-3) (adj c3-2 c4-1) (adj c3-2 c4-2) (adj c3-2 c4-3) (adj c3-3 c2-2) (adj c3-3
    c2-3) (adj c3-3 c2-4) (adj c3-3 c3-2) (adj c3-3 c3-4) (adj c3-3 c4-2) (adj c3-3 c4-3) (adj
    c3-3 c4-4) (adj c3-4 c2-3) (adj c3-4 c2-4) (adj c3-4 c3-3) (adj c3-4 c4-3) (adj c3-4 c4-4)
    (adj c4-0 c3-0) (adj c4-0 c3-1) (adj c4-0 c4-1) (adj c4-1 c3-0) (adj c4-1 c3-1) (adj c4-1
    c3-2) (adj c4-1 c4-0) (adj c4-1 c4-2) (adj c4-2 c3-1) (adj c4-2 c3-2) (adj c4-2 c3-3) (adj
    c4-2 c4-1) (adj c4-2 c4-3) (adj c4-3 c3-2) (adj c4-3 c3-3) (adj c4-3 c3-4) (adj c4-3 c4-2)
    (adj c4-3 c4-4) (adj c4-4 c3-3) (adj c4-4 c3-4) (adj c4-4 c4-3) (last c0-4) (last c1-4) (last
    c2-4) (last c3-4) (last c4-4) (oneof (stone c0-1) (stone c1-1) (stone c2-1) (stone c3-1)
    (stone c4-1)) (or (not (stone c0-1))) (or (not (stone c4-1))) (oneof (stone c0-2) (stone c1-2)
    (stone c2-2) (stone c3-2) (stone c4-2)) (or (not (stone c0-2)) (stone c0-1) (stone c1-1)) (or
    (not (stone c1-2)) (stone c0-1) (stone c1-1) (stone c2-1)) (or (not (stone c2-2)) (stone c1-1)
    (stone c2-1) (stone c3-1)) (or (not (stone c3-2)) (stone c2-1) (stone c3-1) (stone c4-1)) (or
    (not (stone c4-2)) (stone c3-1) (stone c4-1)) (oneof (stone c0-3) (stone c1-3) (stone c2-3)
    (stone c3-3) (stone c4-3)) (or (not (stone c0-3)) (stone c0-2) (stone c1-2)) (or (not (stone
    c1-3)) (stone c0-2) (stone c1-2) (stone c2-2)) (or (not (stone c2-3)) (stone c1-2) (stone
    c2-2) (stone c3-2)) (or (not (stone c3-3)) (stone c2-2) (stone c3-2) (stone c4-2)) (or (not
    (stone c4-3)) (stone c3-2) (stone c4-2)) (oneof (stone c0-4) (stone c1-4) (stone c2-4) (stone
    c3-4) (stone c4-4)) (or (not (stone c0-4)) (stone c0-3) (stone c1-3)) (or (not (stone c1-4))
    (stone c0-3) (stone c1-3) (stone c2-3)) (or (not (stone c2-4)) (stone c1-3) (stone c2-3)
    (stone c3-3)) (or (not (stone c3-4)) (stone c2-3) (stone c3-3) (stone c4-3)) (or (not (stone
    c4-4)) (stone c3-3) (stone c4-3)))
  (:goal (or (at c0-4) (at c1-4) (at c2-4) (at c3-4) (at c4-4))))
