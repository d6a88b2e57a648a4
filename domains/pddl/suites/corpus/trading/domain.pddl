(define (domain trading)
  (:requirements :typing)
  (:types good market truck level)
  (:predicates (at ?t - truck ?m - market) (stock ?g - good ?m - market) (bought ?g - good)
    (money ?l - level) (after ?a ?b - level))
  (:action go
    :parameters (?t - truck ?a ?b - market)
    :precondition (at ?t ?a)
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action buy
    :parameters (?t - truck ?g - good ?m - market ?l ?k - level)
    :precondition (and (at ?t ?m) (stock ?g ?m) (money ?l) (after ?k ?l))
    :effect (and (bought ?g) (money ?k) (not (money ?l))))
)
