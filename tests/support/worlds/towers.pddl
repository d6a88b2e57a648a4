(define (domain towers) (:predicates (on ?x ?y) (table ?x) (clear ?x))
 (:action up :parameters (?x ?y) :precondition (and (clear ?x) (table ?x) (clear ?y)) :effect
   (and (on ?x ?y) (not (table ?x)) (not (clear ?y))))
 (:action down :parameters (?x ?y) :precondition (and (clear ?x) (on ?x ?y)) :effect (and (table ?x)
   (clear ?y) (not (on ?x ?y)))))
