; The household domain: what a team of one-handed robots can do in a room, in the steps the world
; takes. A stand is a place together with a turn of the camera: NavigateTo leads to a known stand
; in one step however far it is, one step more turns the camera to another, and from each stand
; robots reach certain things. Whatever changes has exactly one value at a time. Left out: sizes,
; and what devices do to what lies in them (a tap washes and fills).
(define (domain household)
  (:requirements :strips :typing :negative-preconditions :equality :action-costs)
  (:types robot thing stand value ability - object
          liquid - value drink - liquid)
  (:constants room - thing              ; what is in or on nothing that closes is in the room
              is-open is-shut is-on is-off is-whole is-sliced is-dirty is-clean
              is-sound is-broken is-empty is-new is-used-up - value
              water coffee wine - drink some-liquid - liquid
              opening closing switching-on switching-off slicing cleaning breaking emptying
              filling dirtying using-up picking-up putting - ability)
  (:predicates
    (at ?r - robot ?s - stand)
    (leads ?o - thing ?s - stand)       ; where NavigateTo leads while it lies where it was
    (still ?o - thing)
    (seen ?o - thing)
    (anywhere ?s - stand)               ; where looks lead to: nothing is known to be reached there
    (blocked ?r - robot ?o - thing)     ; somebody stands in its way there …
    (in-way ?m ?r - robot ?o ?x - thing) ; … ?m, until ?x is settled and it goes elsewhere
    (hidden ?o - thing)                 ; nobody has seen it; a look round may show it
    (turns ?from ?to - stand)           ; one turn or tilt of the camera
    (reaches ?s - stand ?o - thing)     ; what is where ?o is at first: near and in the picture
    (hand-empty ?r - robot)
    (holding ?r - robot ?o - thing)
    (held ?o - thing)
    (lies ?o ?p ?w - thing)             ; in or on a receptacle, reached from what reaches ?w
    (where ?p ?w - thing)               ; the same of a place
    (state ?o - thing ?v - value)       ; what never closes is open, what has no switch is off
    (fits ?o ?p - thing)                ; the simulator's placement table
    (wanted ?o ?p - thing)              ; and the goal accepts it there
    (settled ?o - thing)                ; it is where it is wanted
    (full ?p - thing)                   ; there is no room until something is taken from there
    (to-pull ?o ?p - thing)             ; referees of acts: each drawer is opened for each thing
    (pulled ?o ?p - thing)              ; no need (any more) to open ?p with ?o in hand
    (to-show ?o ?p - thing)             ; ?o is wanted in a hand near ?p: a book under the lamp
    (shown ?o - thing)
    (closable ?o - thing)
    (switchable ?o - thing)
    (sliceable ?o - thing)
    (breakable ?o - thing)
    (needs-shut ?o - thing)             ; a microwave runs only when closed
    (to-reach ?o - thing)               ; somebody is asked to go there
    (reached ?o - thing)                ; some robot has gone there
    (to-inspect ?o - thing)
    (inspected ?o - thing)              ; some robot has looked at it, or into it
    (can ?r - robot ?o - thing)         ; portable, and the robot is made to lift it
    (beyond ?r - robot ?o - thing)      ; higher or lower than the robot reaches
    (able ?r - robot ?a - ability))
  (:functions (total-cost) - number)

  (:action navigate
    :parameters (?r - robot ?from ?to - stand ?o - thing)
    :precondition (and (at ?r ?from) (leads ?o ?to) (still ?o) (not (blocked ?r ?o)))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 1)))

  (:action make-way                     ; go somewhere, to let a robot pass that waits meanwhile
    :parameters (?m - robot ?from ?to - stand ?o - thing ?r - robot ?there ?x - thing)
    :precondition (and (at ?m ?from) (leads ?o ?to) (still ?o) (not (blocked ?m ?o))
                       (in-way ?m ?r ?there ?x) (settled ?x) (not (= ?from ?to))
                       (not (= ?o ?there))
                       (not (reaches ?from ?o)))
    :effect (and (not (at ?m ?from)) (at ?m ?to) (not (blocked ?r ?there))
                 (increase (total-cost) 1)))

  (:action turn
    :parameters (?r - robot ?from ?to - stand)
    :precondition (and (at ?r ?from) (turns ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (increase (total-cost) 1)))

  (:action visit                        ; go somewhere for the sake of being there
    :parameters (?r - robot ?from ?to - stand ?o - thing)
    :precondition (and (at ?r ?from) (leads ?o ?to) (still ?o) (to-reach ?o)
                       (not (blocked ?r ?o)))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (reached ?o) (increase (total-cost) 1)))

  (:action look-round                   ; sensing: it shows the thing, or not; it leads somewhere
    :parameters (?r - robot ?from ?to - stand ?o - thing)
    :precondition (and (at ?r ?from) (anywhere ?to) (hidden ?o))
    :effect (and (not (at ?r ?from)) (at ?r ?to) (not (hidden ?o)) (still ?o) (seen ?o)
                 (increase (total-cost) 1)))

  (:action inspect                      ; sensing: it shows what is there
    :parameters (?r - robot ?o ?w - thing ?s - stand)
    :precondition (and (at ?r ?s) (to-inspect ?o) (reaches ?s ?w) (where ?o ?w)
                       (state ?o is-open))
    :effect (and (inspected ?o) (increase (total-cost) 1)))

  (:action pick-up
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r picking-up) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-whole) (can ?r ?o) (hand-empty ?r))
    :effect (and (not (lies ?o ?p ?w)) (not (where ?o ?w)) (not (still ?o)) (not (settled ?o))
                 (not (full ?p)) (not (hand-empty ?r)) (holding ?r ?o) (held ?o)
                 (increase (total-cost) 1)))

  (:action put                          ; where it may be, to have the hand free
    :parameters (?r - robot ?o ?p ?q ?w - thing ?s - stand)
    :precondition (and (able ?r putting) (not (beyond ?r ?p)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?p ?q ?w) (state ?q is-open)
                       (holding ?r ?o) (fits ?o ?p) (state ?p is-open))
    :effect (and (not (holding ?r ?o)) (not (held ?o)) (not (shown ?o)) (hand-empty ?r)
                 (lies ?o ?p ?w) (where ?o ?w) (increase (total-cost) 1)))

  (:action put-away                     ; where it is wanted
    :parameters (?r - robot ?o ?p ?q ?w - thing ?s - stand)
    :precondition (and (able ?r putting) (not (beyond ?r ?p)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?p ?q ?w) (state ?q is-open)
                       (holding ?r ?o) (wanted ?o ?p) (pulled ?o ?p) (state ?p is-open)
                       (not (full ?p)))
    :effect (and (not (holding ?r ?o)) (not (held ?o)) (not (shown ?o)) (hand-empty ?r)
                 (lies ?o ?p ?w) (where ?o ?w) (settled ?o) (increase (total-cost) 1)))

  (:action show                         ; hold it near something
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (at ?r ?s) (reaches ?s ?w) (where ?p ?w) (holding ?r ?o) (to-show ?o ?p))
    :effect (and (shown ?o) (increase (total-cost) 1)))

  (:action open
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r opening) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-shut) (state ?o is-off))
    :effect (and (not (state ?o is-shut)) (state ?o is-open) (increase (total-cost) 1)))

  (:action pull-open                    ; with the thing in hand; an open one may be pulled again
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r opening) (not (beyond ?r ?p)) (at ?r ?s)
                       (reaches ?s ?w) (where ?p ?w) (holding ?r ?o)
                       (to-pull ?o ?p) (state ?p is-off))
    :effect (and (not (state ?p is-shut)) (state ?p is-open) (pulled ?o ?p)
                 (increase (total-cost) 1)))

  (:action close
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r closing) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-open) (closable ?o))
    :effect (and (not (state ?o is-open)) (state ?o is-shut) (increase (total-cost) 1)))

  (:action toggle-on
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r switching-on) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (switchable ?o) (not (needs-shut ?o))
                       (state ?o is-off) (state ?o is-sound))
    :effect (and (not (state ?o is-off)) (state ?o is-on) (increase (total-cost) 1)))

  (:action toggle-on-shut
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r switching-on) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (switchable ?o) (needs-shut ?o)
                       (state ?o is-shut) (state ?o is-off) (state ?o is-sound))
    :effect (and (not (state ?o is-off)) (state ?o is-on) (increase (total-cost) 1)))

  (:action toggle-off
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r switching-off) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (switchable ?o) (state ?o is-on))
    :effect (and (not (state ?o is-on)) (state ?o is-off) (increase (total-cost) 1)))

  (:action slice                        ; no knife is needed; the pieces are other things
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r slicing) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (sliceable ?o) (state ?o is-whole))
    :effect (and (not (state ?o is-whole)) (state ?o is-sliced) (not (lies ?o ?p ?w))
                 (not (where ?o ?w)) (increase (total-cost) 1)))

  (:action clean
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r cleaning) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-dirty))
    :effect (and (not (state ?o is-dirty)) (state ?o is-clean) (increase (total-cost) 1)))

  (:action break
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r breaking) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (breakable ?o) (state ?o is-sound)
                       (state ?o is-off))
    :effect (and (not (state ?o is-sound)) (state ?o is-broken) (increase (total-cost) 1)))

  (:action soil
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r dirtying) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-clean))
    :effect (and (not (state ?o is-clean)) (state ?o is-dirty) (increase (total-cost) 1)))

  (:action use-up
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand)
    :precondition (and (able ?r using-up) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-new))
    :effect (and (not (state ?o is-new)) (state ?o is-used-up) (increase (total-cost) 1)))

  (:action fill                         ; no tap or bottle is needed
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand ?l - drink)
    :precondition (and (able ?r filling) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o is-empty))
    :effect (and (not (state ?o is-empty)) (state ?o ?l) (increase (total-cost) 1)))

  (:action empty
    :parameters (?r - robot ?o ?p ?w - thing ?s - stand ?l - liquid)
    :precondition (and (able ?r emptying) (not (beyond ?r ?o)) (at ?r ?s)
                       (reaches ?s ?w) (lies ?o ?p ?w)
                       (state ?p is-open) (state ?o ?l))
    :effect (and (not (state ?o ?l)) (state ?o is-empty) (increase (total-cost) 1))))
