(define (domain parking)
  (:requirements :typing)
  (:types car curb)
  (:predicates (front ?c - car ?k - curb) (behind ?c ?d - car) (open ?k - curb) (last ?c - car))
  (:action to-curb
    :parameters (?c - car ?a ?b - curb)
    :precondition (and (front ?c ?a) (last ?c) (open ?b))
    :effect (and (front ?c ?b) (open ?a) (not (front ?c ?a)) (not (open ?b))))
  (:action behind-to-curb
    :parameters (?c ?d - car ?b - curb)
    :precondition (and (behind ?c ?d) (last ?c) (open ?b))
    :effect (and (front ?c ?b) (last ?d) (not (behind ?c ?d)) (not (open ?b))))
  (:action to-behind
    :parameters (?c ?d - car ?a ?k - curb)
    :precondition (and (front ?c ?a) (last ?c) (last ?d) (front ?d ?k))
    :effect (and (behind ?c ?d) (open ?a) (not (front ?c ?a)) (not (last ?d))))
)
