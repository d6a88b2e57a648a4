;; Search and rescue, as the world does it; this file is its only definition as PDDL.
;; NavigateTo leads anywhere in one step. A place is where one stands: at a reservoir, the deposit
;; or a person (beside it), on a spot (one cell), or somewhere in the field. What is within reach
;; of a place can be used from there. A light is a block of burning cells with one unit of supply
;; to be spent on it for each level; a splash spends one unit on each light within its reach.
;; Two robots bring a person home; who lifts drops all supplies. (pair ?a ?b) holds for robots in
;; one order only, so that one robot alone provably cannot carry anybody.
(define (domain search-and-rescue)
  (:requirements :strips :typing :action-costs)
  (:types
    robot supply load unit fire light hand search place - object
    reservoir deposit person spot field here - place)
  (:predicates
    (at ?r - robot ?p - place)
    (visited ?p - place)
    (approached ?f - fire)
    (splashed ?f - fire)
    (fetched ?s - supply)
    (reach ?p ?thing - place)                 ; thing can be used from p
    (named ?c - spot ?f - fire)               ; a name of the fire leads onto the spot
    (next ?p - place ?c - spot)               ; one Move leads from p to c
    (beside ?anchor ?c - spot)                ; NavigateTo leads to c while anchor is taken
    (offers ?v - reservoir ?s - supply)
    (needs ?f - fire ?s - supply)
    (carries ?r - robot ?b - load)
    (more ?s - supply ?b ?c - load)           ; one unit more than b makes c
    (none ?b - load)
    (covers ?c - place ?l - light ?f - fire)   ; a splash from c reaches this light alone
    (covers-both ?c - place ?l ?m - light ?f - fire)
    (covers-either ?c - place ?l ?m - light ?f - fire)  ; the same, in both orders
    (first ?u - unit) (second ?u - unit) (third ?u - unit)
    (burning ?l - light ?u - unit)
    (spent ?l - light ?u - unit)
    (pair ?a ?b - robot)
    (other ?a ?b - robot)
    (free ?r - robot)
    (offered ?p - person ?h - hand)
    (holds ?r - robot ?p - person)
    (home ?p - person)
    (shown ?p - person ?q - search)           ; the search that shows where p is
    (then ?q ?n - search)
    (over ?q - search))
  (:functions (total-cost) - number)

  (:action go-to-reservoir
    :parameters (?r - robot ?from - place ?to - reservoir)
    :precondition (at ?r ?from)
    :effect (and (not (at ?r ?from)) (at ?r ?to) (visited ?to) (increase (total-cost) 1)))

  (:action go-to-deposit
    :parameters (?r - robot ?from - place ?to - deposit)
    :precondition (at ?r ?from)
    :effect (and (not (at ?r ?from)) (at ?r ?to) (visited ?to) (increase (total-cost) 1)))

  (:action go-to-fire
    :parameters (?r - robot ?from - place ?to - spot ?f - fire)
    :precondition (and (at ?r ?from) (named ?to ?f))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (approached ?f) (increase (total-cost) 1)))

  (:action go-beside
    :parameters (?r ?mate - robot ?from - place ?anchor ?to - spot ?f - fire)
    :precondition (and (other ?r ?mate) (at ?r ?from) (at ?mate ?anchor) (named ?anchor ?f)
                       (beside ?anchor ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (approached ?f) (increase (total-cost) 1)))

  (:action go-to-person
    :parameters (?r - robot ?from - place ?to - person ?q - search)
    :precondition (and (at ?r ?from) (shown ?to ?q) (over ?q))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (visited ?to) (increase (total-cost) 1)))

  (:action move
    :parameters (?r - robot ?from - place ?to - spot)
    :precondition (and (at ?r ?from) (next ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 1)))

  ;; nobody's turn: whoever is missing is taken to be found by the looks of this step
  (:action find
    :parameters (?q ?n - search)
    :precondition (and (over ?q) (then ?q ?n))
    :effect (over ?n))

  (:action look
    :parameters (?r - robot ?from - place ?to - field)
    :precondition (and (at ?r ?from) (free ?r))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 1)))

  (:action get-supply
    :parameters (?r - robot ?p - place ?v - reservoir ?s - supply ?b ?c - load)
    :precondition (and (at ?r ?p) (reach ?p ?v) (offers ?v ?s) (free ?r) (carries ?r ?b)
                       (more ?s ?b ?c))
    :effect (and (not (carries ?r ?b)) (carries ?r ?c) (fetched ?s) (increase (total-cost) 1)))

  (:action clear-supplies
    :parameters (?r - robot ?b ?none - load)
    :precondition (and (free ?r) (carries ?r ?b) (none ?none))
    :effect (and (not (carries ?r ?b)) (carries ?r ?none) (increase (total-cost) 1)))

  (:action splash
    :parameters (?r - robot ?c - place ?f - fire ?s - supply ?b ?less - load ?l - light ?u - unit)
    :precondition (and (at ?r ?c) (covers ?c ?l ?f) (needs ?f ?s) (free ?r) (carries ?r ?b)
                       (more ?s ?less ?b) (burning ?l ?u))
    :effect (and (not (carries ?r ?b)) (carries ?r ?less) (not (burning ?l ?u)) (spent ?l ?u)
                 (splashed ?f) (increase (total-cost) 1)))

  (:action splash-both
    :parameters (?r - robot ?c - place ?f - fire ?s - supply ?b ?less - load ?l ?m - light
                 ?u ?w - unit)
    :precondition (and (at ?r ?c) (covers-both ?c ?l ?m ?f) (needs ?f ?s) (free ?r)
                       (carries ?r ?b) (more ?s ?less ?b) (burning ?l ?u) (burning ?m ?w))
    :effect (and (not (carries ?r ?b)) (carries ?r ?less) (not (burning ?l ?u)) (spent ?l ?u)
                 (not (burning ?m ?w)) (spent ?m ?w) (splashed ?f) (increase (total-cost) 1)))

  (:action splash-other
    :parameters (?r - robot ?c - place ?f - fire ?s - supply ?b ?less - load ?l ?out - light
                 ?u ?u1 ?u2 ?u3 - unit)
    :precondition (and (at ?r ?c) (covers-either ?c ?l ?out ?f) (needs ?f ?s) (free ?r)
                       (carries ?r ?b) (more ?s ?less ?b) (burning ?l ?u)
                       (first ?u1) (second ?u2) (third ?u3)
                       (spent ?out ?u1) (spent ?out ?u2) (spent ?out ?u3))
    :effect (and (not (carries ?r ?b)) (carries ?r ?less) (not (burning ?l ?u)) (spent ?l ?u)
                 (splashed ?f) (increase (total-cost) 1)))

  (:action carry
    :parameters (?r - robot ?from - place ?p - person ?h - hand ?b ?none - load)
    :precondition (and (at ?r ?from) (reach ?from ?p) (free ?r) (offered ?p ?h) (carries ?r ?b)
                       (none ?none))
    :effect (and (not (free ?r)) (holds ?r ?p) (not (offered ?p ?h)) (not (carries ?r ?b))
                 (carries ?r ?none) (increase (total-cost) 1)))

  (:action drop-off-together
    :parameters (?a ?b - robot ?p - person ?d - deposit ?x ?y - place)
    :precondition (and (pair ?a ?b) (holds ?a ?p) (holds ?b ?p) (at ?a ?x) (reach ?x ?d)
                       (at ?b ?y) (reach ?y ?d))
    :effect (and (not (holds ?a ?p)) (not (holds ?b ?p)) (free ?a) (free ?b) (home ?p)
                 (increase (total-cost) 2))))
