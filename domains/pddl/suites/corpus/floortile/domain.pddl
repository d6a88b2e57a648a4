(define (domain floortile)
  (:requirements :typing)
  (:types cell robot colour)
  (:predicates (at ?r - robot ?c - cell) (up ?a ?b - cell) (clear ?c - cell)
    (painted ?c - cell ?k - colour) (brush ?r - robot ?k - colour))
  (:action change
    :parameters (?r - robot ?k ?l - colour)
    :precondition (brush ?r ?k)
    :effect (and (brush ?r ?l) (not (brush ?r ?k))))
  (:action paint
    :parameters (?r - robot ?a ?b - cell ?k - colour)
    :precondition (and (at ?r ?a) (up ?b ?a) (clear ?b) (brush ?r ?k))
    :effect (and (painted ?b ?k) (not (clear ?b))))
  (:action back
    :parameters (?r - robot ?a ?b - cell)
    :precondition (and (at ?r ?a) (up ?a ?b) (clear ?b))
    :effect (and (at ?r ?b) (clear ?a) (not (at ?r ?a)) (not (clear ?b))))
)
