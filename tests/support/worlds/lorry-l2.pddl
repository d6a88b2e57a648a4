(define (problem p) (:domain lorry)
  (:objects o - box m - place (:private l2 - lorry y - place))
  (:init (at l2 m) (road l2 m y))
  (:goal (and (lies o y))))
