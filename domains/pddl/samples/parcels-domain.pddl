; parcels on a road map; moving costs the road's length
(define (domain parcels)
  (:requirements :strips :typing :action-costs)
  (:types place thing - object parcel van - thing)
  (:predicates (road ?a ?b - place) (at ?x - thing ?p - place) (in ?x - parcel ?v - van))
  (:functions (length ?a ?b - place) - number (total-cost) - number)
  (:action drive
    :parameters (?v - van ?a ?b - place)
    :precondition (and (road ?a ?b) (at ?v ?a))
    :effect (and (at ?v ?b) (not (at ?v ?a)) (increase (total-cost) (length ?a ?b))))
  (:action load
    :parameters (?x - parcel ?v - van ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p))
    :effect (and (in ?x ?v) (not (at ?x ?p)) (increase (total-cost) 1)))
  (:action unload
    :parameters (?x - parcel ?v - van ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v)) (increase (total-cost) 1))))
