(define (domain transport-cost)
  (:requirements :typing :action-costs)
  (:types truck parcel place level)
  (:predicates (at ?x - (either truck parcel) ?p - place) (in ?x - parcel ?t - truck) (road ?a ?b - place) (room ?t - truck ?l - level) (less ?a ?b - level))
  (:functions (length ?a ?b - place) - number (total-cost) - number)
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (increase (total-cost) (length ?a ?b))))
  (:action load
    :parameters (?x - parcel ?t - truck ?p - place ?l ?m - level)
    :precondition (and (at ?x ?p) (at ?t ?p) (room ?t ?l) (less ?m ?l))
    :effect (and (in ?x ?t) (room ?t ?m) (not (at ?x ?p)) (not (room ?t ?l)) (increase (total-cost) 1)))
  (:action drop
    :parameters (?x - parcel ?t - truck ?p - place ?l ?m - level)
    :precondition (and (in ?x ?t) (at ?t ?p) (room ?t ?l) (less ?l ?m))
    :effect (and (at ?x ?p) (room ?t ?m) (not (in ?x ?t)) (not (room ?t ?l)) (increase (total-cost) 1)))
)
