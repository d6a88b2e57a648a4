(define (domain pegs)
  (:requirements :strips)
  (:predicates (line ?a ?b ?c) (peg ?a) (hole ?a))
  (:action jump
    :parameters (?a ?b ?c)
    :precondition (and (line ?a ?b ?c) (peg ?a) (peg ?b) (hole ?c))
    :effect (and (hole ?a) (hole ?b) (peg ?c) (not (peg ?a)) (not (peg ?b)) (not (hole ?c))))
)
