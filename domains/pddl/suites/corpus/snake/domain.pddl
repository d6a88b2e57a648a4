(define (domain snake)
  (:requirements :strips)
  (:predicates (near ?a ?b) (head ?a) (tail ?a) (link ?a ?b) (busy ?a) (apple ?a))
  (:action move
    :parameters (?h ?n ?t ?u)
    :precondition (and (head ?h) (near ?h ?n) (tail ?t) (link ?t ?u) (not (busy ?n))
      (not (apple ?n)))
    :effect (and (head ?n) (not (head ?h)) (link ?h ?n) (busy ?n) (tail ?u) (not (tail ?t))
      (not (link ?t ?u)) (not (busy ?t))))
  (:action eat
    :parameters (?h ?n)
    :precondition (and (head ?h) (near ?h ?n) (apple ?n))
    :effect (and (head ?n) (not (head ?h)) (link ?h ?n) (busy ?n) (not (apple ?n))))
)
