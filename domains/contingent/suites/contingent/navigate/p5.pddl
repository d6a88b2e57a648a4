(define (problem navigate-5)
  (:domain navigate)
  (:objects n0 n1 n2 n3 n4 - node)
  (:init (at n0) (road n0 n1) (road n1 n0) (open n0 n1) (open n1 n0) (road n0 n2) (road n2 n0)
    (unknown (open n0 n2)) (or (not (open n0 n2)) (open n2 n0)) (or (open n0 n2) (not (open n2
    n0))) (road n1 n2) (road n2 n1) (open n1 n2) (open n2 n1) (road n1 n3) (road n3 n1) (unknown
    (open n1 n3)) (or (not (open n1 n3)) (open n3 n1)) (or (open n1 n3) (not (open n3 n1))) (road
    n2 n3) (road n3 n2) (open n2 n3) (open n3 n2) (road n2 n4) (road n4 n2) (unknown (open n2 n4))
    (or (not (open n2 n4)) (open n4 n2)) (or (open n2 n4) (not (open n4 n2))) (road n3 n4) (road
    n4 n3) (open n3 n4) (open n4 n3))
  (:goal (at n4)))
