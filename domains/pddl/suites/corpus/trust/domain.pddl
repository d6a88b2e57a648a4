(define (domain trust)
  (:requirements :derived-predicates :typing :negative-preconditions)
  (:types who)
  (:predicates (knows ?a ?b - who) (trusts ?a ?b - who) (lied ?a - who) (told ?a - who))
  (:derived (trusts ?a ?b - who) (or (knows ?a ?b) (exists (?c - who) (and (knows ?a ?c) (trusts ?c ?b)))))
  (:action tell
    :parameters (?a ?b - who)
    :precondition (and (told ?a) (trusts ?b ?a) (not (lied ?a)))
    :effect (told ?b))
  (:action meet
    :parameters (?a ?b - who)
    :precondition (not (lied ?b))
    :effect (knows ?a ?b))
)
