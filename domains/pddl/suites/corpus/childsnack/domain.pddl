(define (domain childsnack)
  (:requirements :typing)
  (:types child bread filling tray place)
  (:predicates (there ?b - bread) (spread ?f - filling) (made ?b - bread) (on ?b - bread ?t - tray)
    (at ?t - tray ?p - place) (waits ?c - child ?p - place) (served ?c - child))
  (:constants kitchen - place)
  (:action make
    :parameters (?b - bread ?f - filling)
    :precondition (and (there ?b) (spread ?f))
    :effect (and (made ?b) (not (there ?b)) (not (spread ?f))))
  (:action lay
    :parameters (?b - bread ?t - tray)
    :precondition (and (made ?b) (at ?t kitchen))
    :effect (and (on ?b ?t) (not (made ?b))))
  (:action carry
    :parameters (?t - tray ?p ?q - place)
    :precondition (at ?t ?p)
    :effect (and (at ?t ?q) (not (at ?t ?p))))
  (:action serve
    :parameters (?b - bread ?c - child ?t - tray ?p - place)
    :precondition (and (on ?b ?t) (at ?t ?p) (waits ?c ?p))
    :effect (and (served ?c) (not (on ?b ?t))))
)
