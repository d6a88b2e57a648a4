;; Home service robot of the competition: the nine physical actions and their costs
;; (specification §5). This file is their only definition; costs are points.
;;
;; A carried thing has no (at …) of its own: it is where the robot is. A thing inside a container
;; has none either. Doors are open or not; a door nothing was said about is closed.
(define (domain service-robot)
  (:requirements :strips :typing :negative-preconditions :equality :action-costs)
  (:types
    place thing - object
    fixed small - thing
    container - fixed)
  (:predicates
    (robot-at ?p - place)
    (at ?t - thing ?p - place)
    (inside ?s - small ?c - container)
    (opened ?c - container)
    (holding ?s - small)
    (plated ?s - small)
    (carried ?s - small)      ; held or plated
    (hand-empty)
    (plate-empty))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?from ?to - place)
    :precondition (and (robot-at ?from) (not (= ?from ?to)))
    :effect (and (not (robot-at ?from)) (robot-at ?to) (increase (total-cost) 4)))

  (:action pick-up
    :parameters (?s - small ?p - place)
    :precondition (and (robot-at ?p) (at ?s ?p) (hand-empty))
    :effect (and (not (at ?s ?p)) (not (hand-empty)) (holding ?s) (carried ?s)
                 (increase (total-cost) 2)))

  (:action put-down
    :parameters (?s - small ?p - place)
    :precondition (and (robot-at ?p) (holding ?s))
    :effect (and (not (holding ?s)) (not (carried ?s)) (hand-empty) (at ?s ?p)
                 (increase (total-cost) 2)))

  (:action to-plate
    :parameters (?s - small)
    :precondition (and (holding ?s) (plate-empty))
    :effect (and (not (holding ?s)) (hand-empty) (not (plate-empty)) (plated ?s)
                 (increase (total-cost) 2)))

  (:action from-plate
    :parameters (?s - small)
    :precondition (and (plated ?s) (hand-empty))
    :effect (and (not (plated ?s)) (plate-empty) (not (hand-empty)) (holding ?s)
                 (increase (total-cost) 2)))

  (:action open
    :parameters (?c - container ?p - place)
    :precondition (and (robot-at ?p) (at ?c ?p) (hand-empty) (not (opened ?c)))
    :effect (and (opened ?c) (increase (total-cost) 2)))

  (:action close
    :parameters (?c - container ?p - place)
    :precondition (and (robot-at ?p) (at ?c ?p) (hand-empty) (opened ?c))
    :effect (and (not (opened ?c)) (increase (total-cost) 2)))

  (:action put-in
    :parameters (?s - small ?c - container ?p - place)
    :precondition (and (robot-at ?p) (at ?c ?p) (opened ?c) (holding ?s))
    :effect (and (not (holding ?s)) (not (carried ?s)) (hand-empty) (inside ?s ?c)
                 (increase (total-cost) 2)))

  (:action take-out
    :parameters (?s - small ?c - container ?p - place)
    :precondition (and (robot-at ?p) (at ?c ?p) (opened ?c) (inside ?s ?c) (hand-empty))
    :effect (and (not (inside ?s ?c)) (not (hand-empty)) (holding ?s) (carried ?s)
                 (increase (total-cost) 2)))
)
