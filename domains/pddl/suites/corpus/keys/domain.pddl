(define (domain keys)
  (:requirements :typing)
  (:types cell key)
  (:predicates (at ?c - cell) (door ?a ?b - cell) (locked ?c - cell ?k - key) (open ?c - cell)
    (lies ?k - key ?c - cell) (has ?k - key))
  (:action go
    :parameters (?a ?b - cell)
    :precondition (and (at ?a) (door ?a ?b) (open ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action take
    :parameters (?k - key ?c - cell)
    :precondition (and (at ?c) (lies ?k ?c))
    :effect (and (has ?k) (not (lies ?k ?c))))
  (:action unlock
    :parameters (?a ?b - cell ?k - key)
    :precondition (and (at ?a) (door ?a ?b) (locked ?b ?k) (has ?k))
    :effect (and (open ?b) (not (locked ?b ?k))))
)
