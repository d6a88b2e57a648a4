; Dials that nobody can see turn on by one mark; a finger feels whether a dial shows its notch.
(define (domain dials)
  (:requirements :strips :typing :conditional-effects)
  (:types dial mark)
  (:predicates (shows ?d - dial ?m - mark) (next ?a ?b - mark) (notch ?m - mark))
  (:action turn
    :parameters (?d - dial)
    :effect (forall (?a ?b - mark) (when (and (shows ?d ?a) (next ?a ?b))
      (and (not (shows ?d ?a)) (shows ?d ?b)))))
  (:action feel
    :parameters (?d - dial ?m - mark)
    :precondition (notch ?m)
    :observe (shows ?d ?m)))
