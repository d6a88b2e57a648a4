; ADL: conditional and quantified effects, negative and disjunctive conditions
(define (domain lamps)
  (:requirements :adl)
  (:types lamp)
  (:predicates (on ?l - lamp) (next ?a ?b - lamp) (locked ?l - lamp))
  (:action press :parameters (?l - lamp)
    :precondition (or (not (locked ?l)) (exists (?m - lamp) (and (next ?m ?l) (on ?m))))
    :effect (and (when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l))
      (forall (?m - lamp) (when (and (next ?l ?m) (not (on ?m))) (on ?m))))))
