(define (domain d) (:requirements :durative-actions)
 (:predicates (at ?p)) (:functions (far ?a ?b) (speed))
 (:durative-action go :parameters (?a ?b) :duration (= ?duration (/ (far ?a ?b) (speed)))
  :condition (at start (at ?a)) :effect (and (at start (not (at ?a))) (at end (at ?b)))))
