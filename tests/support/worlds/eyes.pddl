(define (domain eyes) (:requirements :strips :typing) (:types room mark - object)
  (:predicates (in ?here - room) (seen ?m - mark))
  (:action look :parameters (?r - room ?m - mark) :precondition (in ?r) :effect (seen ?m)))
