(define (domain logistics)
  (:requirements :typing)
  (:types truck plane - vehicle airport spot - place vehicle parcel place city)
  (:predicates (at ?x - (either vehicle parcel) ?p - place) (in ?x - parcel ?v - vehicle)
    (of ?p - place ?c - city))
  (:action drive
    :parameters (?t - truck ?a ?b - place ?c - city)
    :precondition (and (at ?t ?a) (of ?a ?c) (of ?b ?c))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action fly
    :parameters (?t - plane ?a ?b - airport)
    :precondition (at ?t ?a)
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action load
    :parameters (?x - parcel ?v - vehicle ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p))
    :effect (and (in ?x ?v) (not (at ?x ?p))))
  (:action unload
    :parameters (?x - parcel ?v - vehicle ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v))))
)
