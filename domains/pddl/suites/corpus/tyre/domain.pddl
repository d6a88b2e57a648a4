(define (domain tyre)
  (:requirements :typing)
  (:types wheel hub tool)
  (:predicates (on ?w - wheel ?h - hub) (tight ?h - hub) (up ?h - hub) (has ?x -
    (either wheel tool)) (in-boot ?x - (either wheel tool)) (open) (bare ?h - hub))
  (:constants jack wrench - tool)
  (:action open-boot
    :parameters ()
    :precondition (and)
    :effect (open))
  (:action fetch
    :parameters (?x - (either wheel tool))
    :precondition (and (in-boot ?x) (open))
    :effect (and (has ?x) (not (in-boot ?x))))
  (:action loosen
    :parameters (?h - hub)
    :precondition (and (has wrench) (tight ?h))
    :effect (not (tight ?h)))
  (:action tighten
    :parameters (?h - hub ?w - wheel)
    :precondition (and (has wrench) (on ?w ?h))
    :effect (tight ?h))
  (:action jack-up
    :parameters (?h - hub)
    :precondition (has jack)
    :effect (and (up ?h) (not (has jack))))
  (:action jack-down
    :parameters (?h - hub)
    :precondition (up ?h)
    :effect (and (has jack) (not (up ?h))))
  (:action take-off
    :parameters (?w - wheel ?h - hub)
    :precondition (and (on ?w ?h) (up ?h) (not (tight ?h)))
    :effect (and (has ?w) (bare ?h) (not (on ?w ?h))))
  (:action put-on
    :parameters (?w - wheel ?h - hub)
    :precondition (and (has ?w) (up ?h) (bare ?h))
    :effect (and (on ?w ?h) (not (has ?w)) (not (bare ?h))))
)
