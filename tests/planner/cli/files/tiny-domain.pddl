(define (domain d) (:predicates (p) (g)) (:action a :parameters () :effect (g)))
