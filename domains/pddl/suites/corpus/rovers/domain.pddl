(define (domain rovers)
  (:requirements :typing)
  (:types rover spot sample)
  (:predicates (at ?r - rover ?p - spot) (way ?a ?b - spot) (lies ?s - sample ?p - spot)
    (has ?r - rover ?s - sample) (sees ?p - spot) (sent ?s - sample) (empty ?r - rover))
  (:action go
    :parameters (?r - rover ?a ?b - spot)
    :precondition (and (at ?r ?a) (way ?a ?b))
    :effect (and (at ?r ?b) (not (at ?r ?a))))
  (:action take
    :parameters (?r - rover ?s - sample ?p - spot)
    :precondition (and (at ?r ?p) (lies ?s ?p) (empty ?r))
    :effect (and (has ?r ?s) (not (lies ?s ?p)) (not (empty ?r))))
  (:action send
    :parameters (?r - rover ?s - sample ?p - spot)
    :precondition (and (has ?r ?s) (at ?r ?p) (sees ?p))
    :effect (and (sent ?s) (empty ?r)))
)
