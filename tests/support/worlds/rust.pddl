(define (domain rust) (:requirements :adl) (:types agent) (:predicates
  (wet) (done ?a - agent) (gold))
  (:action rain :parameters (?a - agent) :effect (and (wet) (done ?a)))
  (:action touch :parameters (?a - agent)
    :effect (and (done ?a) (when (wet) (not (gold))))))
