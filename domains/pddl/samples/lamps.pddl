(define (problem lamps-3) (:domain lamps)
  (:objects l1 l2 l3 - lamp)
  (:init (next l1 l2) (next l2 l3) (locked l3) (locked l2))
  (:goal (forall (?l - lamp) (on ?l))))
