(define (problem navigate-7)
  (:domain navigate)
  (:objects n0 n1 n2 n3 n4 n5 n6 - node)
  (:init (at n0) (road n0 n1) (road n1 n0) (open n0 n1) (open n1 n0) (road n0 n2) (road n2 n0)
    (unknown (open n0 n2)) (or (not (open n0 n2)) (open n2 n0)) (or (open n0 n2) (not (open n2
    n0))) (road n0 n4) (road n4 n0) (unknown (open n0 n4)) (or (not (open n0 n4)) (open n4 n0))
    (or (open n0 n4) (not (open n4 n0))) (road n0 n6) (road n6 n0) (unknown (open n0 n6)) (or (not
    (open n0 n6)) (open n6 n0)) (or (open n0 n6) (not (open n6 n0))) (road n1 n2) (road n2 n1)
    (open n1 n2) (open n2 n1) (road n2 n3) (road n3 n2) (open n2 n3) (open n3 n2) (road n3 n4)
    (road n4 n3) (open n3 n4) (open n4 n3) (road n3 n5) (road n5 n3) (unknown (open n3 n5)) (or
    (not (open n3 n5)) (open n5 n3)) (or (open n3 n5) (not (open n5 n3))) (road n4 n5) (road n5
    n4) (open n4 n5) (open n5 n4) (road n4 n6) (road n6 n4) (unknown (open n4 n6)) (or (not (open
    n4 n6)) (open n6 n4)) (or (open n4 n6) (not (open n6 n4))) (road n5 n6) (road n6 n5) (open n5
    n6) (open n6 n5))
  (:goal (at n6)))
