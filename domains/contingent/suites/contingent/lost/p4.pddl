(define (problem lost-4-3-1)
  (:domain lost)
  (:objects c0-0 c0-1 c0-2 c1-0 c1-1 c1-2 c2-0 c2-1 c2-2 c3-0 c3-1 c3-2 - cell north south east west
    - way)
  (:init
    (leads east c2-0 c3-0) (leads west c3-0 c2-0) (leads east c1-0 c2-0)
    (leads west c2-0 c1-0) (leads north c3-0 c3-1) (leads south c3-1 c3-0)
    (leads east c2-2 c3-2) (leads west c3-2 c2-2) (leads east c1-2 c2-2)
    (leads west c2-2 c1-2) (leads east c0-0 c1-0) (leads west c1-0 c0-0)
    (leads north c1-1 c1-2) (leads south c1-2 c1-1) (leads north c2-1 c2-2)
    (leads south c2-2 c2-1) (leads north c0-1 c0-2) (leads south c0-2 c0-1)
    (leads north c1-0 c1-1) (leads south c1-1 c1-0) (leads north c0-0 c0-1)
    (leads south c0-1 c0-0) (leads north c2-0 c2-1) (leads south c2-1 c2-0)
    (leads east c2-1 c3-1) (leads west c3-1 c2-1) (leads east c1-1 c2-1)
    (leads west c2-1 c1-1)
    (oneof
      (at c0-0) (at c0-1) (at c0-2) (at c1-0) (at c1-1) (at c1-2) (at c2-0) (at c2-1)
      (at c2-2) (at c3-0) (at c3-1) (at c3-2)))
  (:goal (at c0-0)))
