(define (domain schedule)
  (:requirements :adl)
  (:types part surface)
  (:constants polished rough - surface)
  (:predicates (surface ?p - part ?s - surface) (hot ?p - part) (hole ?p - part) (busy ?p - part) (tick))
  (:action polish
    :parameters (?p - part)
    :precondition (and (not (hot ?p)) (not (busy ?p)))
    :effect (and (busy ?p) (surface ?p polished) (forall (?s - surface) (when (and (surface ?p ?s) (not (= ?s polished))) (not (surface ?p ?s))))))
  (:action drill
    :parameters (?p - part)
    :precondition (not (busy ?p))
    :effect (and (busy ?p) (hole ?p) (surface ?p rough) (when (surface ?p polished) (not (surface ?p polished)))))
  (:action wait
    :parameters ()
    :precondition (and)
    :effect (forall (?p - part) (and (not (busy ?p)) (not (hot ?p)))))
)
