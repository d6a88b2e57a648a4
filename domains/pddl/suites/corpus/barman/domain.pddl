(define (domain barman)
  (:requirements :typing)
  (:types glass drink shaker)
  (:predicates (clean ?g - glass) (holds ?g - glass ?d - drink) (in ?s - shaker ?d - drink)
    (mix ?a ?b ?c - drink) (shaken ?s - shaker ?d - drink))
  (:action pour
    :parameters (?g - glass ?d - drink)
    :precondition (clean ?g)
    :effect (and (holds ?g ?d) (not (clean ?g))))
  (:action tip
    :parameters (?g - glass ?s - shaker ?d - drink)
    :precondition (holds ?g ?d)
    :effect (and (in ?s ?d) (not (holds ?g ?d))))
  (:action wash
    :parameters (?g - glass)
    :precondition (and)
    :effect (clean ?g))
  (:action shake
    :parameters (?s - shaker ?a ?b ?c - drink)
    :precondition (and (in ?s ?a) (in ?s ?b) (mix ?a ?b ?c))
    :effect (and (shaken ?s ?c) (not (in ?s ?a)) (not (in ?s ?b))))
  (:action serve
    :parameters (?g - glass ?s - shaker ?c - drink)
    :precondition (and (clean ?g) (shaken ?s ?c))
    :effect (and (holds ?g ?c) (not (clean ?g)) (not (shaken ?s ?c))))
)
