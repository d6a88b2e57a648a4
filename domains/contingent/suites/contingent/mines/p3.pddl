(define (problem mines-3)
  (:domain mines)
  (:objects c0-0 c0-1 c0-2 c1-0 c1-1 c1-2 c2-0 c2-1 c2-2 - cell)
  (:init (or (not (mine c0-0))) (or (not (mine c0-1))) (or (not (mine c1-0))) (or (not (mine
    c1-1))) (or (not (mine c0-2)) (not (mine c1-2))) (or (not (mine c0-2)) (not (mine c2-0))) (or
    (not (mine c0-2)) (not (mine c2-1))) (or (not (mine c0-2)) (not (mine c2-2))) (or (not (mine
    c1-2)) (not (mine c2-0))) (or (not (mine c1-2)) (not (mine c2-1))) (or (not (mine c1-2)) (not
    (mine c2-2))) (or (not (mine c2-0)) (not (mine c2-1))) (or (not (mine c2-0)) (not (mine
    c2-2))) (or (not (mine c2-1)) (not (mine c2-2))) (or (mine c0-2) (mine c1-2) (mine c2-0) (mine
    c2-1) (mine c2-2)) (oneof (around c0-0 k0) (around c0-0 k1)) (or (around c0-0 k0) (mine c0-1)
    (mine c1-0) (mine c1-1)) (or (around c0-0 k1) (not (mine c0-1)) (mine c1-0) (mine c1-1)) (or
    (around c0-0 k1) (not (mine c1-0)) (mine c0-1) (mine c1-1)) (or (around c0-0 k1) (not (mine
    c1-1)) (mine c0-1) (mine c1-0)) (oneof (around c0-1 k0) (around c0-1 k1)) (or (around c0-1 k0)
    (mine c0-0) (mine c0-2) (mine c1-0) (mine c1-1) (mine c1-2)) (or (around c0-1 k1) (not (mine
    c0-0)) (mine c0-2) (mine c1-0) (mine c1-1) (mine c1-2)) (or (around c0-1 k1) (not (mine c0-2))
    (mine c0-0) (mine c1-0) (mine c1-1) (mine c1-2)) (or (around c0-1 k1) (not (mine c1-0)) (mine
    c0-0) (mine c0-2) (mine c1-1) (mine c1-2)) (or (around c0-1 k1) (not (mine c1-1)) (mine c0-0)
    (mine c0-2) (mine c1-0) (mine c1-2)) (or (around c0-1 k1) (not (mine c1-2)) (mine c0-0) (mine
    c0-2) (mine c1-0) (mine c1-1)) (oneof (around c0-2 k0) (around c0-2 k1)) (or (around c0-2 k0)
    (mine c0-1) (mine c1-1) (mine c1-2)) (or (around c0-2 k1) (not (mine c0-1)) (mine c1-1) (mine
    c1-2)) (or (around c0-2 k1) (not (mine c1-1)) (mine c0-1) (mine c1-2)) (or (around c0-2 k1)
    (not (mine c1-2)) (mine c0-1) (mine c1-1)) (oneof (around c1-0 k0) (around c1-0 k1)) (or
    (around c1-0 k0) (mine c0-0) (mine c0-1) (mine c1-1) (mine c2-0) (mine c2-1)) (or (around c1-0
    k1) (not (mine c0-0)) (mine c0-1) (mine c1-1) (mine c2-0) (mine c2-1)) (or (around c1-0 k1)
    (not (mine c0-1)) (mine c0-0) (mine c1-1) (mine c2-0) (mine c2-1)) (or (around c1-0 k1) (not
    (mine c1-1)) (mine c0-0) (mine c0-1) (mine c2-0) (mine c2-1)) (or (around c1-0 k1) (not (mine
    c2-0)) (mine c0-0) (mine c0-1) (mine c1-1) (mine c2-1)) (or (around c1-0 k1) (not (mine c2-1))
    (mine c0-0) (mine c0-1) (mine c1-1) (mine c2-0)) (oneof (around c1-1 k0) (around c1-1 k1)) (or
    (around c1-1 k0) (mine c0-0) (mine c0-1) (mine c0-2) (mine c1-0) (mine c1-2) (mine c2-0) (mine
    c2-1) (mine c2-2)) (or (around c1-1 k1) (not (mine c0-0)) (mine c0-1) (mine c0-2) (mine c1-0)
    (mine c1-2) (mine c2-0) (mine c2-1) (mine c2-2)) (or (around c1-1 k1) (not (mine c0-1)) (mine
    c0-0) (mine c0-2) (mine c1-0) (mine c1-2) (mine c2-0) (mine c2-1) (mine c2-2)) (or (around
    c1-1 k1) (not (mine c0-2)) (mine c0-0) (mine c0-1) (mine c1-0) (mine c1-2) (mine c2-0) (mine
    c2-1) (mine c2-2)) (or (around c1-1 k1) (not (mine c1-0)) (mine c0-0) (mine c0-1) (mine c0-2)
    (mine c1-2) (mine c2-0) (mine c2-1) (mine c2-2)) (or (around c1-1 k1) (not (mine c1-2)) (mine
    c0-0) (mine c0-1) (mine c0-2) (mine c1-0) (mine c2-0) (mine c2-1) (mine c2-2)) (or (around
    c1-1 k1) (not (mine c2-0)) (mine c0-0) (mine c0-1) (mine c0-2) (mine c1-0) (mine c1-2) (mine
    c2-1) (mine c2-2)) (or (around c1-1 k1) (not (mine c2-1)) (mine c0-0) (mine c0-1) (mine c0-2)
    (mine c1-0) (mine c1-2) (mine c2-0) (mine c2-2)) (or (around c1-1 k1) (not (mine c2-2)) (mine
    c0-0) (mine c0-1) (mine c0-2) (mine c1-0) (mine c1-2) (mine c2-0) (mine c2-1)) (oneof (around
    c1-2 k0) (around c1-2 k1)) (or (around c1-2 k0) (mine c0-1) (mine c0-2) (mine c1-1) (mine
    c2-1) (mine c2-2)) (or (around c1-2 k1) (not (mine c0-1)) (mine c0-2) (mine c1-1) (mine c2-1)
    (mine c2-2)) (or (around c1-2 k1) (not (mine c0-2)) (mine c0-1) (mine c1-1) (mine c2-1) (mine
    c2-2)) (or (around c1-2 k1) (not (mine c1-1)) (mine c0-1) (mine c0-2) (mine c2-1) (mine c2-2))
    (or (around c1-2 k1) (not (mine c2-1)) (mine c0-1) (mine c0-2) (mine c1-1) (mine c2-2)) (or
    (around c1-2 k1) (not (mine c2-2)) (mine c0-1) (mine c0-2) (mine c1-1) (mine c2-1)) (oneof
    (around c2-0 k0) (around c2-0 k1)) (or (around c2-0 k0) (mine c1-0) (mine c1-1) (mine c2-1))
    (or (around c2-0 k1) (not (mine c1-0)) (mine c1-1) (mine c2-1)) (or (around c2-0 k1) (not
    (mine c1-1)) (mine c1-0) (mine c2-1)) (or (around c2-0 k1) (not (mine c2-1)) (mine c1-0) (mine
    c1-1)) (oneof (around c2-1 k0) (around c2-1 k1)) (or (around c2-1 k0) (mine c1-0) (mine c1-1)
    (mine c1-2) (mine c2-0) (mine c2-2)) (or (around c2-1 k1) (not (mine c1-0)) (mine c1-1) (mine
    c1-2) (mine c2-0) (mine c2-2)) (or (around c2-1 k1) (not (mine c1-1)) (mine c1-0) (mine c1-2)
    (mine c2-0) (mine c2-2)) (or (around c2-1 k1) (not (mine c1-2)) (mine c1-0) (mine c1-1) (mine
    c2-0) (mine c2-2)) (or (around c2-1 k1) (not (mine c2-0)) (mine c1-0) (mine c1-1) (mine c1-2)
    (mine c2-2)) (or (around c2-1 k1) (not (mine c2-2)) (mine c1-0) (mine c1-1) (mine c1-2) (mine
    c2-0)) (oneof (around c2-2 k0) (around c2-2 k1)) (or (around c2-2 k0) (mine c1-1) (mine c1-2)
    (mine c2-1)) (or (around c2-2 k1) (not (mine c1-1)) (mine c1-2) (mine c2-1)) (or (around c2-2
    k1) (not (mine c1-2)) (mine c1-1) (mine c2-1)) (or (around c2-2 k1) (not (mine c2-1)) (mine
    c1-1) (mine c1-2)))
  (:goal (and (or (mine c0-0) (opened c0-0)) (or (mine c0-1) (opened c0-1)) (or (mine c0-2)
    (opened c0-2)) (or (mine c1-0) (opened c1-0)) (or (mine c1-1) (opened c1-1)) (or (mine c1-2)
    (opened c1-2)) (or (mine c2-0) (opened c2-0)) (or (mine c2-1) (opened c2-1)) (or (mine c2-2)
    (opened c2-2)))))
