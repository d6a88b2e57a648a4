(define (problem tree-2-2)
  (:domain unix)
  (:objects d d1 d2 d11 d12 d21 d22 - folder f0 f1 - file)
  (:init (here d)
    (under d d1) (under d d2) (under d1 d11) (under d1 d12) (under d2 d21) (under d2 d22)
    (unknown (in f0 d11)) (unknown (in f0 d12)) (unknown (in f0 d21)) (unknown (in f0 d22))
    (oneof
      (in f0 d11) (in f0 d12) (in f0 d21) (in f0 d22))
    (unknown (in f1 d11)) (unknown (in f1 d12)) (unknown (in f1 d21)) (unknown (in f1 d22))
    (oneof
      (in f1 d11) (in f1 d12) (in f1 d21) (in f1 d22)))
  (:goal (and (in f0 d) (in f1 d))))
