(define (domain lights-out)
  (:requirements :adl)
  (:predicates (on ?l) (near ?a ?b))
  (:action press
    :parameters (?l)
    :precondition (and)
    :effect (forall (?m) (and (when (and (near ?l ?m) (on ?m)) (not (on ?m)))
                          (when (and (near ?l ?m) (not (on ?m))) (on ?m)))))
)
