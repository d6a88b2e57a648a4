(define (domain t) (:requirements :durative-actions :typing) (:types robot)
 (:predicates (a) (b)) (:durative-action go :parameters (?r - robot) :duration (= ?duration 2)
 :condition (at start (a)) :effect (at end (b))))
