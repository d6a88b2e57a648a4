(define (problem p) (:domain lorry)
  (:objects o - box m - place (:private l1 - lorry x - place))
  (:init (at l1 m) (road l1 m x) (road l1 x m) (lies o x))
  (:goal (and)))
