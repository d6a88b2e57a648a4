; The household domain: MAP-THOR's high-level actions, one hand per robot, containers with doors,
; and what the team has seen. Every action costs one step, however far a robot walks in it.
(define (domain household)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types robot thing)
  (:predicates
    (at ?r - robot ?o - thing)          ; the robot stands where it can act on the thing
    (hand-empty ?r - robot)
    (holding ?r - robot ?o - thing)
    (seen ?o - thing)                   ; some robot has seen it: only then it has a name
    (inside ?o ?p - thing)              ; in or on a receptacle
    (loose ?o - thing)                  ; in or on nothing that closes
    (closable ?p - thing)
    (is-open ?p - thing)
    (fits ?o ?p - thing)                ; the simulator's placement table
    (portable ?o - thing)
    (switchable ?o - thing)
    (is-on ?o - thing)
    (needs-shut ?o - thing)             ; a microwave runs only when closed, opens only when off
    (sliceable ?o - thing)
    (is-sliced ?o - thing)
    (is-dirty ?o - thing)
    (can ?r - robot ?o - thing))        ; robots may differ in what they can lift
  (:functions (total-cost) - number)

  (:action navigate
    :parameters (?r - robot ?from ?to - thing)
    :precondition (and (at ?r ?from) (seen ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 1)))

  (:action look-inside                  ; opening a container shows what is in it
    :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?p) (inside ?o ?p) (closable ?p) (is-open ?p) (not (seen ?o)))
    :effect (and (seen ?o) (increase (total-cost) 0)))

  (:action pick-up-from-container
    :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?o) (seen ?o) (inside ?o ?p) (closable ?p) (is-open ?p)
                       (portable ?o) (can ?r ?o) (hand-empty ?r))
    :effect (and (not (inside ?o ?p)) (not (hand-empty ?r)) (holding ?r ?o)
                 (increase (total-cost) 1)))

  (:action pick-up
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (seen ?o) (loose ?o) (portable ?o) (can ?r ?o) (hand-empty ?r))
    :effect (and (not (loose ?o)) (not (hand-empty ?r)) (holding ?r ?o)
                 (increase (total-cost) 1)))

  (:action put-into-container
    :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?p) (holding ?r ?o) (fits ?o ?p) (closable ?p) (is-open ?p))
    :effect (and (not (holding ?r ?o)) (hand-empty ?r) (inside ?o ?p) (increase (total-cost) 1)))

  (:action put
    :parameters (?r - robot ?o ?p - thing)
    :precondition (and (at ?r ?p) (holding ?r ?o) (fits ?o ?p) (not (closable ?p)))
    :effect (and (not (holding ?r ?o)) (hand-empty ?r) (inside ?o ?p) (loose ?o)
                 (increase (total-cost) 1)))

  (:action open
    :parameters (?r - robot ?p - thing)
    :precondition (and (at ?r ?p) (closable ?p) (not (is-open ?p)) (not (is-on ?p)))
    :effect (and (is-open ?p) (increase (total-cost) 1)))

  (:action close
    :parameters (?r - robot ?p - thing)
    :precondition (and (at ?r ?p) (closable ?p) (is-open ?p))
    :effect (and (not (is-open ?p)) (increase (total-cost) 1)))

  (:action toggle-on
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (switchable ?o) (not (needs-shut ?o)) (not (is-on ?o)))
    :effect (and (is-on ?o) (increase (total-cost) 1)))

  (:action toggle-on-shut
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (switchable ?o) (needs-shut ?o) (not (is-open ?o))
                       (not (is-on ?o)))
    :effect (and (is-on ?o) (increase (total-cost) 1)))

  (:action toggle-off
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (switchable ?o) (is-on ?o))
    :effect (and (not (is-on ?o)) (increase (total-cost) 1)))

  (:action slice
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (sliceable ?o) (not (is-sliced ?o)))
    :effect (and (is-sliced ?o) (increase (total-cost) 1)))

  (:action clean
    :parameters (?r - robot ?o - thing)
    :precondition (and (at ?r ?o) (is-dirty ?o))
    :effect (and (not (is-dirty ?o)) (increase (total-cost) 1))))
