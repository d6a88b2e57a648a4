(define (domain miconic-adl)
  (:requirements :adl)
  (:types person floor)
  (:predicates (at ?f - floor) (from ?p - person ?f - floor) (to ?p - person ?f - floor) (in ?p - person) (served ?p - person) (vip ?p - person) (hates ?p ?q - person))
  (:action stop
    :parameters (?f - floor)
    :precondition (and (at ?f) (imply (exists (?p - person) (and (vip ?p) (not (served ?p)))) (exists (?p - person) (and (vip ?p) (or (from ?p ?f) (to ?p ?f))))) (forall (?p ?q - person) (not (and (hates ?p ?q) (in ?p) (from ?q ?f)))))
    :effect (forall (?p - person) (and (when (and (in ?p) (to ?p ?f)) (and (served ?p) (not (in ?p)))) (when (and (from ?p ?f) (not (served ?p))) (in ?p)))))
  (:action go
    :parameters (?a ?b - floor)
    :precondition (at ?a)
    :effect (and (at ?b) (not (at ?a))))
)
