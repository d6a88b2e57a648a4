;; Search and rescue: the offline core of the domain (people known, fires as they burn at reset).
;; This file is its only definition as PDDL. Going anywhere takes one step; a robot holds at most
;; three units; a splash lowers a light by one level; two robots lift, bring and set down a
;; person together. (pair ?a ?b) holds for ordered pairs of different robots, so that one robot
;; alone provably cannot carry anybody.
(define (domain search-and-rescue)
  (:requirements :strips :typing :action-costs)
  (:types
    robot supply amount fire - object
    place - object
    reservoir deposit light person - place)
  (:predicates
    (at ?r - robot ?p - place)
    (visited ?p - place)
    (approached ?f - fire)
    (of ?l - light ?f - fire)
    (needs ?f - fire ?s - supply)
    (offers ?v - reservoir ?s - supply)
    (next ?low ?high - amount)
    (zero ?n - amount)
    (units ?r - robot ?s - supply ?n - amount)
    (load ?r - robot ?n - amount)
    (level ?l - light ?n - amount)
    (fetched ?s - supply)
    (splashed ?f - fire)
    (pair ?a ?b - robot)
    (free ?r - robot)
    (waiting ?p - person)
    (held ?a ?b - robot ?p - person)
    (home ?p - person))
  (:functions (total-cost) - number)

  (:action go
    :parameters (?r - robot ?from ?to - place)
    :precondition (at ?r ?from)
    :effect (and (not (at ?r ?from)) (at ?r ?to) (visited ?to) (increase (total-cost) 1)))

  (:action go-to-fire
    :parameters (?r - robot ?from - place ?to - light ?f - fire)
    :precondition (and (at ?r ?from) (of ?to ?f))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (visited ?to) (approached ?f)
                 (increase (total-cost) 1)))

  (:action get-supply
    :parameters (?r - robot ?v - reservoir ?s - supply ?n ?n1 ?m ?m1 - amount)
    :precondition (and (at ?r ?v) (offers ?v ?s) (free ?r) (load ?r ?n) (next ?n ?n1)
                       (units ?r ?s ?m) (next ?m ?m1))
    :effect (and (not (load ?r ?n)) (load ?r ?n1) (not (units ?r ?s ?m)) (units ?r ?s ?m1)
                 (fetched ?s) (increase (total-cost) 1)))

  (:action use-supply
    :parameters (?r - robot ?l - light ?f - fire ?s - supply ?n ?n1 ?m ?m1 ?k ?k1 - amount)
    :precondition (and (at ?r ?l) (of ?l ?f) (needs ?f ?s) (free ?r) (load ?r ?n1) (next ?n ?n1)
                       (units ?r ?s ?m1) (next ?m ?m1) (level ?l ?k1) (next ?k ?k1))
    :effect (and (not (load ?r ?n1)) (load ?r ?n) (not (units ?r ?s ?m1)) (units ?r ?s ?m)
                 (not (level ?l ?k1)) (level ?l ?k) (splashed ?f) (increase (total-cost) 1)))

  (:action carry-together
    :parameters (?a ?b - robot ?p - person ?n - amount)
    :precondition (and (pair ?a ?b) (at ?a ?p) (at ?b ?p) (free ?a) (free ?b) (waiting ?p)
                       (zero ?n) (load ?a ?n) (load ?b ?n))
    :effect (and (not (free ?a)) (not (free ?b)) (not (waiting ?p)) (held ?a ?b ?p)
                 (increase (total-cost) 2)))

  (:action drop-off-together
    :parameters (?a ?b - robot ?p - person ?d - deposit)
    :precondition (and (held ?a ?b ?p) (at ?a ?d) (at ?b ?d))
    :effect (and (not (held ?a ?b ?p)) (free ?a) (free ?b) (home ?p)
                 (increase (total-cost) 2))))
