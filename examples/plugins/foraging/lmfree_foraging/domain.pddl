; Level-based foraging, seen from above: a robot walks from block to neighbouring block (3 x 3
; cells), and food is eaten by one, two or three robots in its block whose levels are enough.
(define (domain foraging)
  (:requirements :typing)
  (:types robot food block)
  (:predicates (at ?r - robot ?b - block) (near ?a ?b - block) (in ?f - food ?b - block)
               (left ?f - food) (eaten ?f - food)
               (one ?f - food ?r - robot) (two ?f - food ?r ?s - robot)
               (three ?f - food ?r ?s ?t - robot))
  (:action walk
    :parameters (?r - robot ?a ?b - block)
    :precondition (and (near ?a ?b) (at ?r ?a))
    :effect (and (not (at ?r ?a)) (at ?r ?b)))
  (:action load
    :parameters (?r - robot ?f - food ?b - block)
    :precondition (and (one ?f ?r) (in ?f ?b) (left ?f) (at ?r ?b))
    :effect (and (eaten ?f) (not (left ?f))))
  (:action load-two
    :parameters (?r ?s - robot ?f - food ?b - block)
    :precondition (and (two ?f ?r ?s) (in ?f ?b) (left ?f) (at ?r ?b) (at ?s ?b))
    :effect (and (eaten ?f) (not (left ?f))))
  (:action load-three
    :parameters (?r ?s ?t - robot ?f - food ?b - block)
    :precondition (and (three ?f ?r ?s ?t) (in ?f ?b) (left ?f)
                       (at ?r ?b) (at ?s ?b) (at ?t ?b))
    :effect (and (eaten ?f) (not (left ?f)))))
