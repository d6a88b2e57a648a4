;; VirtualHome's evolving graph as eai-eval 1.0.5 executes it (simulation/evolving_graph/execution.py).
;; Left open: which neighbour GRAB makes the character close to when there is no support or container,
;; and the room of a thing that is in two; there the simulator follows the order of a Python set.
(define (domain virtualhome)
  (:requirements :adl :derived-predicates)
  (:types character room item - thing kind)
  (:constants water child desk window keyboard button chair curtain computer hands_both sponge face
    knife couch bed sofa loveseat pianobench bench bathtub cleaning_solution tooth_paste shampoo
    food_peanut_butter dish_soap soap towel rag paper food_lemon check - kind)
  (:predicates
    (on ?a ?b - thing) (inside ?a ?b - thing) (close ?a ?b - thing) (facing ?a ?b - thing)
    (between ?a ?b - thing) (holds_rh ?c ?x - thing) (holds_lh ?c ?x - thing) (holding ?c ?x - thing)
    (grabbed ?x - thing)
    (is_open ?x - thing) (is_closed ?x - thing) (is_on ?x - thing) (is_off ?x - thing)
    (is_sitting ?x - thing) (is_lying ?x - thing) (is_clean ?x - thing) (is_dirty ?x - thing)
    (is_plugged_in ?x - thing) (is_plugged_out ?x - thing)
    (kind ?x - thing ?k - kind) (grabbable ?x - thing) (sittable ?x - thing) (lieable ?x - thing)
    (drinkable ?x - thing) (eatable ?x - thing) (recipient ?x - thing) (cuttable ?x - thing)
    (pourable ?x - thing) (can_open ?x - thing) (has_switch ?x - thing) (readable ?x - thing)
    (lookable ?x - thing) (clothes ?x - thing) (person ?x - thing) (body_part ?x - thing)
    (has_plug ?x - thing) (movable ?x - thing)
    (near ?c - character ?x - thing) (faces ?c - character ?x - thing)
    (free_hand ?c - character) (shut_in ?x - thing) (no_seat ?x - thing) (no_bed ?x - thing)
    (crowded2 ?x - thing) (can_squeeze ?x - thing) (in_room ?x - thing ?r - room) (two_rooms ?x - thing))

  (:derived (near ?c - character ?x - thing)
    (or (close ?c ?x) (exists (?y - thing) (and (close ?c ?y) (or (close ?y ?x) (on ?x ?y))))))
  (:derived (faces ?c - character ?x - thing)
    (or (facing ?c ?x) (exists (?y - thing) (and (facing ?c ?y) (facing ?y ?x)))))
  (:derived (free_hand ?c - character)
    (or (not (exists (?y - thing) (holds_rh ?c ?y))) (not (exists (?y - thing) (holds_lh ?c ?y)))))
  (:derived (shut_in ?x - thing)
    (exists (?y - thing) (and (inside ?x ?y) (is_closed ?y))))
  (:derived (in_room ?x - thing ?r - room) (or (= ?x ?r) (inside ?x ?r)))
  (:derived (two_rooms ?x - thing)
    (exists (?r - room ?s - room) (and (inside ?x ?r) (inside ?x ?s) (not (= ?r ?s)))))
  (:derived (crowded2 ?x - thing)
    (exists (?a - thing ?b - thing) (and (on ?a ?x) (on ?b ?x) (not (= ?a ?b)))))
  (:derived (no_seat ?x - thing)
    (or (and (not (kind ?x couch)) (not (kind ?x bed)) (not (kind ?x sofa)) (not (kind ?x loveseat))
             (not (kind ?x pianobench)) (not (kind ?x bench)) (exists (?a - thing) (on ?a ?x)))
        (and (or (kind ?x loveseat) (kind ?x pianobench) (kind ?x bench)) (crowded2 ?x))
        (and (or (kind ?x couch) (kind ?x bed) (kind ?x sofa))
             (exists (?a - thing ?b - thing ?d - thing ?e - thing)
               (and (on ?a ?x) (on ?b ?x) (not (= ?a ?b)) (on ?d ?x) (not (= ?a ?d)) (not (= ?b ?d))
                    (on ?e ?x) (not (= ?a ?e)) (not (= ?b ?e)) (not (= ?d ?e)))))))
  (:derived (no_bed ?x - thing)
    (or (and (not (kind ?x couch)) (not (kind ?x bathtub)) (not (kind ?x loveseat)) (not (kind ?x sofa))
             (not (kind ?x bed)) (exists (?a - thing) (on ?a ?x)))
        (and (or (kind ?x couch) (kind ?x bathtub) (kind ?x loveseat) (kind ?x sofa)) (crowded2 ?x))
        (and (kind ?x bed) (exists (?a - thing ?b - thing ?d - thing)
               (and (on ?a ?x) (on ?b ?x) (not (= ?a ?b)) (on ?d ?x) (not (= ?a ?d))
                    (not (= ?b ?d)))))))
  (:derived (can_squeeze ?x - thing)
    (or (clothes ?x) (kind ?x cleaning_solution) (kind ?x tooth_paste) (kind ?x shampoo)
        (kind ?x food_peanut_butter) (kind ?x dish_soap) (kind ?x soap) (kind ?x towel) (kind ?x rag)
        (kind ?x paper) (kind ?x sponge) (kind ?x food_lemon) (kind ?x check)))

  (:action walk :parameters (?c - character ?x - thing)
    :precondition (and (not (is_sitting ?c)) (not (is_lying ?c)) (not (two_rooms ?x))
                       (exists (?r - room) (in_room ?x ?r)) (exists (?r - room) (in_room ?c ?r)))
    :effect (and
      (forall (?y - thing) (and (not (close ?c ?y)) (not (close ?y ?c)) (not (inside ?c ?y))
                                (not (inside ?y ?c)) (not (facing ?c ?y)) (not (facing ?y ?c))))
      (forall (?r - room) (when (in_room ?x ?r) (inside ?c ?r)))
      (forall (?r - room) (when (inside ?x ?r) (and (close ?c ?x) (close ?x ?c))))
      (forall (?y - item) (when (inside ?x ?y) (and (close ?c ?y) (close ?y ?c))))
      (forall (?y - item ?r - room)
        (when (and (body_part ?y) (inside ?x ?r)) (and (close ?c ?y) (close ?y ?c))))
      (forall (?h - thing ?y - thing) (when (holding ?c ?h)
        (and (not (inside ?h ?y)) (not (inside ?y ?h)) (not (close ?h ?y)) (not (close ?y ?h))
             (not (facing ?h ?y)) (not (facing ?y ?h)))))
      (forall (?h - thing) (when (holding ?c ?h) (and (close ?c ?h) (close ?h ?c))))
      (forall (?h - thing ?r - room) (when (and (holding ?c ?h) (inside ?c ?r)) (inside ?h ?r)))
      (forall (?y - item)
        (when (and (can_open ?x) (not (holding ?c ?x)) (inside ?y ?x) (not (holding ?c ?y)))
          (and (close ?c ?y) (close ?y ?c))))
      (forall (?y - thing) (when (on ?x ?y) (and (close ?c ?y) (close ?y ?c))))))

  (:action find :parameters (?c - character ?x - thing)
    :precondition (near ?c ?x)
    :effect (and (forall (?y - thing) (not (facing ?c ?y))) (close ?c ?x) (close ?x ?c)))

  (:action sit :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (not (is_sitting ?c)) (sittable ?x) (not (no_seat ?x)))
    :effect (and (is_sitting ?c) (not (is_lying ?c)) (on ?c ?x)
                 (forall (?y - thing) (when (facing ?x ?y) (facing ?c ?y)))))

  (:action lie :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (not (is_lying ?c)) (lieable ?x) (not (no_bed ?x)))
    :effect (and (is_lying ?c) (not (is_sitting ?c)) (on ?c ?x)))

  (:action standup :parameters (?c - character)
    :precondition (or (is_sitting ?c) (is_lying ?c))
    :effect (and (not (is_sitting ?c)) (not (is_lying ?c))))

  (:action sleep :parameters (?c - character)
    :precondition (or (is_sitting ?c) (is_lying ?c)) :effect (and))

  (:action grab :parameters (?c - character ?x - thing)
    :precondition (and (or (grabbable ?x) (kind ?x water) (kind ?x child)) (not (grabbed ?x))
                       (near ?c ?x) (not (shut_in ?x)) (free_hand ?c))
    :effect (and
      (forall (?y - thing) (and (not (on ?x ?y)) (not (on ?y ?x)) (not (inside ?x ?y)) (not (inside ?y ?x))
                                (not (close ?x ?y)) (not (close ?y ?x))))
      (close ?c ?x) (close ?x ?c) (grabbed ?x) (holding ?c ?x)
      (when (not (exists (?z - thing) (holds_rh ?c ?z))) (holds_rh ?c ?x))
      (when (exists (?z - thing) (holds_rh ?c ?z)) (holds_lh ?c ?x))
      (forall (?r - room) (when (inside ?c ?r) (inside ?x ?r)))
      (forall (?y - thing)
        (when (and (on ?x ?y) (not (exists (?z - thing) (and (on ?x ?z) (not (= ?y ?z))))))
          (and (close ?c ?y) (close ?y ?c))))
      (forall (?y - item)
        (when (and (inside ?x ?y) (not (exists (?z - thing) (on ?x ?z)))
                   (not (exists (?z - item) (and (inside ?x ?z) (not (= ?y ?z))))))
          (and (close ?c ?y) (close ?y ?c))))))

  (:action open :parameters (?c - character ?x - thing)
    :precondition (and (or (can_open ?x) (kind ?x desk) (kind ?x window)) (near ?c ?x) (free_hand ?c)
                       (is_closed ?x) (not (is_on ?x)))
    :effect (and (is_open ?x) (not (is_closed ?x))))

  (:action close_it :parameters (?c - character ?x - thing)
    :precondition (and (or (can_open ?x) (kind ?x desk) (kind ?x window)) (near ?c ?x) (is_open ?x))
    :effect (and (is_closed ?x) (not (is_open ?x))))

  (:action putback :parameters (?c - character ?x - thing ?y - thing)
    :precondition (and (holding ?c ?x) (near ?c ?y))
    :effect (and (not (holding ?c ?x)) (not (holds_rh ?c ?x)) (not (holds_lh ?c ?x)) (not (grabbed ?x))
                 (on ?x ?y) (close ?c ?y) (close ?y ?c) (close ?x ?y) (close ?y ?x)))

  (:action putin :parameters (?c - character ?x - thing ?y - thing)
    :precondition (and (holding ?c ?x) (near ?c ?y) (or (not (can_open ?y)) (is_open ?y)))
    :effect (and (not (holding ?c ?x)) (not (holds_rh ?c ?x)) (not (holds_lh ?c ?x)) (not (grabbed ?x))
                 (inside ?x ?y) (close ?c ?y) (close ?y ?c) (close ?x ?y) (close ?y ?x)))

  (:action pour :parameters (?c - character ?x - thing ?y - thing)
    :precondition (and (or (pourable ?x) (drinkable ?x)) (holding ?c ?x) (near ?c ?y)
      (or (recipient ?y) (kind ?y hands_both) (kind ?y sponge) (kind ?y face)))
    :effect (and (inside ?x ?y) (when (kind ?x water)
                 (and (not (holding ?c ?x)) (not (holds_rh ?c ?x)) (not (holds_lh ?c ?x))))))

  (:action drop :parameters (?c - character ?x - thing)
    :precondition (holding ?c ?x)
    :effect (and (not (holding ?c ?x)) (not (holds_rh ?c ?x)) (not (holds_lh ?c ?x)) (not (grabbed ?x))
                 (forall (?r - room) (when (inside ?c ?r) (inside ?x ?r)))))

  (:action puton :parameters (?c - character ?x - thing)
    :precondition (and (holding ?c ?x) (clothes ?x))
    :effect (and (not (holding ?c ?x)) (not (holds_rh ?c ?x)) (not (holds_lh ?c ?x)) (on ?x ?c)))

  (:action putoff :parameters (?c - character ?x - thing)
    :precondition (and (on ?x ?c) (clothes ?x)) :effect (not (on ?x ?c)))

  (:action switchon :parameters (?c - character ?x - thing)
    :precondition (and (has_switch ?x) (near ?c ?x) (is_off ?x) (not (is_plugged_out ?x)))
    :effect (and (is_on ?x) (not (is_off ?x))))

  (:action switchoff :parameters (?c - character ?x - thing)
    :precondition (and (has_switch ?x) (near ?c ?x) (is_on ?x))
    :effect (and (is_off ?x) (not (is_on ?x))))

  (:action plugin :parameters (?c - character ?x - thing)
    :precondition (and (has_plug ?x) (near ?c ?x) (free_hand ?c) (is_plugged_out ?x))
    :effect (and (is_plugged_in ?x) (not (is_plugged_out ?x))))

  (:action plugout :parameters (?c - character ?x - thing)
    :precondition (and (has_plug ?x) (near ?c ?x) (free_hand ?c) (is_plugged_in ?x))
    :effect (and (is_plugged_out ?x) (not (is_plugged_in ?x))))

  (:action wash :parameters (?c - character ?x - thing)
    :precondition (near ?c ?x) :effect (and (is_clean ?x) (not (is_dirty ?x))))

  (:action wipe :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (exists (?h - thing) (holding ?c ?h)))
    :effect (and (is_clean ?x) (not (is_dirty ?x))))

  (:action turnto :parameters (?c - character ?x - thing)
    :precondition (and) :effect (and (forall (?y - thing) (not (facing ?c ?y))) (facing ?c ?x)))

  (:action lookat :parameters (?c - character ?x - thing) :precondition (faces ?c ?x) :effect (and))

  (:action watch :parameters (?c - character ?x - thing)
    :precondition (and (lookable ?x) (faces ?c ?x) (not (shut_in ?x)) (not (two_rooms ?x))
      (exists (?r - room) (and (in_room ?c ?r) (in_room ?x ?r)))
      (or (kind ?x computer) (facing ?c ?x) (and (not (is_sitting ?c)) (not (is_lying ?c)))))
    :effect (and))

  (:action touch :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (not (shut_in ?x))) :effect (and))

  (:action push :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (not (shut_in ?x)) (free_hand ?c)) :effect (and))

  (:action pull :parameters (?c - character ?x - thing)
    :precondition (and (or (movable ?x) (kind ?x button) (kind ?x chair) (kind ?x curtain))
                       (near ?c ?x) (not (shut_in ?x)) (free_hand ?c)) :effect (and))

  (:action type :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x) (or (kind ?x keyboard) (has_switch ?x))) :effect (and))

  (:action drink :parameters (?c - character ?x - thing)
    :precondition (and (or (drinkable ?x) (recipient ?x)) (holding ?c ?x)) :effect (and))

  (:action read :parameters (?c - character ?x - thing)
    :precondition (and (readable ?x) (holding ?c ?x)) :effect (and))

  (:action eat :parameters (?c - character ?x - thing)
    :precondition (and (near ?c ?x)
      (or (eatable ?x) (exists (?y - thing) (and (on ?y ?x) (eatable ?y))))) :effect (and))

  (:action cut :parameters (?c - character ?x - thing)
    :precondition (and (free_hand ?c) (near ?c ?x) (eatable ?x) (cuttable ?x)
      (exists (?h - thing) (and (holding ?c ?h) (kind ?h knife)))) :effect (and))

  (:action squeeze :parameters (?c - character ?x - thing)
    :precondition (and (free_hand ?c) (near ?c ?x) (can_squeeze ?x)) :effect (and))

  (:action greet :parameters (?c - character ?x - thing) :precondition (person ?x) :effect (and)))
