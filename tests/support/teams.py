"""Small domains of many robots after those of the field, and who the robots of each are."""

from __future__ import annotations

from planner.pddl import PDDLTask, read_domain, read_problem
from planner.pddl.reader import joined_task

DRIVE = """(:action drive :parameters (?t - truck ?a ?b - place) :precondition (and (at ?t ?a)
 (road ?a ?b)) :effect (and (not (at ?t ?a)) (at ?t ?b)))"""
TEAMS: dict[str, tuple[str, str, set[str]]] = {
    "transport": (  # capacities, a type of things beside the vehicles
        """(:types place thing level - object vehicle parcel - thing)
 (:predicates (at ?x - thing ?p - place) (in ?x - parcel ?v - vehicle) (road ?a ?b - place)
  (room ?v - vehicle ?n - level) (next ?a ?b - level)) (:functions (far ?a ?b - place))
 (:action drive :parameters (?v - vehicle ?a ?b - place) :precondition (and (at ?v ?a) (road ?a
  ?b))
  :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (far ?a ?b))))
 (:action load :parameters (?v - vehicle ?p - place ?x - parcel ?m ?n - level)
  :precondition (and (at ?v ?p) (at ?x ?p) (next ?m ?n) (room ?v ?n))
  :effect (and (not (at ?x ?p)) (in ?x ?v) (room ?v ?m) (not (room ?v ?n))))
 (:action drop :parameters (?v - vehicle ?p - place ?x - parcel ?m ?n - level)
  :precondition (and (at ?v ?p) (in ?x ?v) (next ?m ?n) (room ?v ?m))
  :effect (and (not (in ?x ?v)) (at ?x ?p) (room ?v ?n) (not (room ?v ?m))))""",
        """(:objects a b c - place v w - vehicle x y z - parcel n0 n1 - level)
 (:init (at v a) (at w c) (at x a) (at y b) (at z c) (road a b) (road b a) (road b c) (road c b)
  (room v n1) (room w n1) (next n0 n1) (= (far a b) 4) (= (far b a) 4) (= (far b c) 5)
  (= (far c b) 5) (= (total-cost) 0)) (:goal (and (at x c) (at y c) (at z a)))
 (:metric minimize (total-cost))""", {"v", "w"}),
    "logistics": (  # no types
        """(:predicates (truck ?t) (plane ?t) (parcel ?x) (place ?p) (port ?p) (road ?a ?b) (at
  ?x ?p)
  (in ?x ?v))
 (:action load :parameters (?x ?t ?p) :precondition (and (parcel ?x) (truck ?t) (at ?x ?p) (at ?t
  ?p))
  :effect (and (not (at ?x ?p)) (in ?x ?t)))
 (:action unload :parameters (?x ?t ?p) :precondition (and (parcel ?x) (truck ?t) (in ?x ?t)
   (at ?t ?p)) :effect (and (at ?x ?p) (not (in ?x ?t))))
 (:action board :parameters (?x ?f ?p) :precondition (and (parcel ?x) (plane ?f) (at ?x ?p) (at
  ?f ?p))
  :effect (and (not (at ?x ?p)) (in ?x ?f)))
 (:action leave :parameters (?x ?f ?p) :precondition (and (parcel ?x) (plane ?f) (in ?x ?f) (at
  ?f ?p))
  :effect (and (at ?x ?p) (not (in ?x ?f))))
 (:action drive :parameters (?t ?a ?b) :precondition (and (truck ?t) (at ?t ?a) (road ?a ?b))
  :effect (and (not (at ?t ?a)) (at ?t ?b)))
 (:action fly :parameters (?f ?a ?b) :precondition (and (plane ?f) (port ?a) (port ?b) (at ?f ?a))
  :effect (and (not (at ?f ?a)) (at ?f ?b)))""",
        """(:objects t u f x y a p q b) (:init (truck t) (truck u) (plane f) (parcel x) (parcel y)
  (place a) (place p) (place q) (place b) (port p) (port q) (at t a) (at u b) (at f q) (at x a)
  (at y b) (road a p) (road p a) (road q b) (road b q)) (:goal (and (at x b) (at y p)))""",
        {"t", "u", "f"}),
    "lifts": (  # two types of robots below one, floors that count
        """(:types lift guest floor - object slow fast - lift)
 (:predicates (where ?g - guest ?f - floor) (within ?g - guest ?l - lift) (lift-at ?l - lift ?f -
  floor)
  (above ?a ?b - floor)) (:functions (way ?a ?b - floor))
 (:action up-slow :parameters (?l - slow ?a ?b - floor) :precondition (and (lift-at ?l ?a) (above
  ?a ?b))
  :effect (and (lift-at ?l ?b) (not (lift-at ?l ?a)) (increase (total-cost) (way ?a ?b))))
 (:action up-fast :parameters (?l - fast ?a ?b - floor) :precondition (and (lift-at ?l ?a) (above
  ?a ?b))
  :effect (and (lift-at ?l ?b) (not (lift-at ?l ?a)) (increase (total-cost) (way ?a ?b))))
 (:action enter :parameters (?g - guest ?l - lift ?f - floor) :precondition (and (lift-at ?l ?f)
   (where ?g ?f)) :effect (and (not (where ?g ?f)) (within ?g ?l)))
 (:action exit :parameters (?g - guest ?l - lift ?f - floor) :precondition (and (lift-at ?l ?f)
   (within ?g ?l)) :effect (and (where ?g ?f) (not (within ?g ?l))))""",
        """(:objects s - slow q - fast g h - guest f0 f1 f2 - floor) (:init (lift-at s f0)
  (lift-at q f1)
  (where g f0) (where h f1) (above f0 f1) (above f1 f2) (above f0 f2) (= (way f0 f1) 3)
  (= (way f1 f2) 3) (= (way f0 f2) 5)) (:goal (and (where g f2) (where h f2)))
 (:metric minimize (total-cost))""", {"s", "q"}),
    "drivers": (  # trucks that only their drivers move
        """(:predicates (driver ?d) (truck ?t) (place ?p) (parcel ?x) (at ?x ?p) (in ?x ?t)
  (drives ?d ?t)
  (empty ?t) (road ?a ?b))
 (:action load :parameters (?x ?t ?p) :precondition (and (parcel ?x) (truck ?t) (at ?t ?p) (at ?x
  ?p))
  :effect (and (not (at ?x ?p)) (in ?x ?t)))
 (:action unload :parameters (?x ?t ?p) :precondition (and (parcel ?x) (truck ?t) (at ?t ?p)
   (in ?x ?t)) :effect (and (at ?x ?p) (not (in ?x ?t))))
 (:action board :parameters (?d ?t ?p) :precondition (and (driver ?d) (truck ?t) (at ?d ?p) (at
  ?t ?p)
   (empty ?t)) :effect (and (not (at ?d ?p)) (drives ?d ?t) (not (empty ?t))))
 (:action descend :parameters (?d ?t ?p) :precondition (and (driver ?d) (truck ?t) (drives ?d ?t)
   (at ?t ?p)) :effect (and (at ?d ?p) (not (drives ?d ?t)) (empty ?t)))
 (:action drive :parameters (?t ?a ?b ?d) :precondition (and (truck ?t) (driver ?d) (drives ?d ?t)
   (at ?t ?a) (road ?a ?b)) :effect (and (not (at ?t ?a)) (at ?t ?b)))
 (:action walk :parameters (?d ?a ?b) :precondition (and (driver ?d) (at ?d ?a) (road ?a ?b))
  :effect (and (not (at ?d ?a)) (at ?d ?b)))""",
        """(:objects d e t u x y a b) (:init (driver d) (driver e) (truck t) (truck u) (parcel x)
  (parcel y)
  (place a) (place b) (at d a) (at e b) (at t a) (at u a) (at x a) (at y b) (empty t) (empty u)
  (road a b) (road b a)) (:goal (and (at x b) (at y a) (at d b)))""", {"d", "e"}),
    "depot": (  # hoists that lift and trucks that drive
        """(:types place thing - object truck hoist pile - thing crate pallet - pile)
 (:predicates (at ?x - thing ?p - place) (on ?c - crate ?s - pile) (in ?c - crate ?t - truck)
  (holds ?h - hoist ?c - crate) (idle ?h - hoist) (clear ?s - pile) (road ?a ?b - place))
 """ + DRIVE + """
 (:action lift :parameters (?h - hoist ?c - crate ?s - pile ?p - place) :precondition (and (at ?h
  ?p)
   (idle ?h) (at ?c ?p) (on ?c ?s) (clear ?c)) :effect (and (holds ?h ?c) (clear ?s) (not (at ?c
  ?p))
   (not (clear ?c)) (not (idle ?h)) (not (on ?c ?s))))
 (:action put :parameters (?h - hoist ?c - crate ?s - pile ?p - place) :precondition (and (at ?h
  ?p)
   (at ?s ?p) (clear ?s) (holds ?h ?c)) :effect (and (idle ?h) (at ?c ?p) (clear ?c) (on ?c ?s)
   (not (holds ?h ?c)) (not (clear ?s))))
 (:action load :parameters (?h - hoist ?c - crate ?t - truck ?p - place) :precondition (and (at
  ?h ?p)
   (at ?t ?p) (holds ?h ?c)) :effect (and (in ?c ?t) (idle ?h) (not (holds ?h ?c))))
 (:action unload :parameters (?h - hoist ?c - crate ?t - truck ?p - place) :precondition (and
   (at ?h ?p) (at ?t ?p) (idle ?h) (in ?c ?t)) :effect (and (holds ?h ?c) (not (in ?c ?t))
   (not (idle ?h))))""",
        """(:objects a b - place t - truck h k - hoist c d - crate s r - pallet) (:init (at h a)
  (at k b)
  (at t b) (at s a) (at r b) (at c a) (at d a) (on c s) (on d c) (clear d) (clear r) (idle h)
  (idle k)
  (road a b) (road b a)) (:goal (and (on c d) (on d r)))""", {"t", "h", "k"}),
    "rovers": (
        """(:types rover spot store goal)
 (:predicates (at ?r - rover ?p - spot) (road ?a ?b - spot) (empty ?s - store) (full ?s - store)
  (of ?s - store ?r - rover) (rock ?p - spot) (has ?r - rover ?p - spot) (sent ?p - spot)
  (base ?p - spot) (quiet))
 (:action go :parameters (?r - rover ?a ?b - spot) :precondition (and (at ?r ?a) (road ?a ?b))
  :effect (and (not (at ?r ?a)) (at ?r ?b)))
 (:action dig :parameters (?r - rover ?s - store ?p - spot) :precondition (and (at ?r ?p) (rock ?p)
   (of ?s ?r) (empty ?s)) :effect (and (not (empty ?s)) (full ?s) (has ?r ?p) (not (rock ?p))))
 (:action dump :parameters (?r - rover ?s - store) :precondition (and (of ?s ?r) (full ?s))
  :effect (and (not (full ?s)) (empty ?s)))
 (:action send :parameters (?r - rover ?p ?q - spot) :precondition (and (at ?r ?q) (base ?q)
   (has ?r ?p) (quiet)) :effect (and (sent ?p) (not (quiet)) (quiet)))""",
        """(:objects r q - rover s z - store a b c - spot) (:init (at r a) (at q b) (empty s)
  (full z) (of s r)
  (of z q) (rock b) (rock c) (base a) (quiet) (road a b) (road b a) (road b c) (road c b))
 (:goal (and (sent b) (sent c)))""", {"r", "q"}),
    "satellites": (
        """(:predicates (satellite ?s) (dish ?i) (way ?d) (aboard ?i ?s) (points ?s ?d) (power
  ?s) (on ?i)
  (tuned ?i) (aim ?i ?d) (seen ?d))
 (:action turn :parameters (?s ?d ?e) :precondition (and (satellite ?s) (way ?d) (way ?e) (points
  ?s ?e)
   (not (= ?d ?e))) :effect (and (points ?s ?d) (not (points ?s ?e))))
 (:action start :parameters (?i ?s) :precondition (and (dish ?i) (satellite ?s) (aboard ?i ?s)
  (power ?s))
  :effect (and (on ?i) (not (tuned ?i)) (not (power ?s))))
 (:action tune :parameters (?s ?i ?d) :precondition (and (satellite ?s) (dish ?i) (way ?d)
  (aboard ?i ?s)
   (aim ?i ?d) (points ?s ?d) (on ?i)) :effect (tuned ?i))
 (:action look :parameters (?s ?d ?i) :precondition (and (satellite ?s) (dish ?i) (way ?d) (tuned
  ?i)
   (aboard ?i ?s) (on ?i) (points ?s ?d)) :effect (seen ?d))""",
        """(:objects s t i j a b c) (:init (satellite s) (satellite t) (dish i) (dish j) (way a)
  (way b) (way c)
  (aboard i s) (aboard j t) (points s a) (points t b) (power s) (power t) (aim i a) (aim j b))
 (:goal (and (seen a) (seen b) (seen c) (points t a)))""", {"s", "t"}),
    "planes": (  # people who ride, fuel in levels
        """(:types plane person town level)
 (:predicates (at ?x - (either plane person) ?c - town) (in ?p - person ?a - plane)
  (fuel ?a - plane ?l - level) (next ?a ?b - level))
 (:action board :parameters (?p - person ?a - plane ?c - town) :precondition (and (at ?p ?c) (at
  ?a ?c))
  :effect (and (not (at ?p ?c)) (in ?p ?a)))
 (:action leave :parameters (?p - person ?a - plane ?c - town) :precondition (and (in ?p ?a) (at
  ?a ?c))
  :effect (and (not (in ?p ?a)) (at ?p ?c)))
 (:action fly :parameters (?a - plane ?c ?d - town ?l ?m - level) :precondition (and (at ?a ?c)
   (fuel ?a ?l) (next ?m ?l)) :effect (and (not (at ?a ?c)) (at ?a ?d) (not (fuel ?a ?l)) (fuel
  ?a ?m)))
 (:action fill :parameters (?a - plane ?c - town ?l ?m - level) :precondition (and (at ?a ?c)
  (fuel ?a ?l)
   (next ?l ?m)) :effect (and (fuel ?a ?m) (not (fuel ?a ?l))))""",
        """(:objects v w - plane p q - person a b c - town l0 l1 - level) (:init (at v a) (at w
  b) (at p a)
  (at q c) (fuel v l1) (fuel w l0) (next l0 l1)) (:goal (and (at p c) (at q a) (at w a)))""",
        {"v", "w"}),
    "workshop": (  # machines that never change: one parameter of every action
        """(:types machine part colour - object saw sander painter - machine)
 (:predicates (raw ?p - part) (cut ?p - part) (smooth ?p - part) (free ?p - part) (has ?m - painter
   ?c - colour) (paint ?p - part ?c - colour))
 (:action do-cut :parameters (?p - part ?m - saw) :precondition (and (raw ?p) (free ?p))
  :effect (and (not (raw ?p)) (cut ?p)))
 (:action do-sand :parameters (?p - part ?m - sander) :precondition (and (cut ?p) (free ?p))
  :effect (smooth ?p))
 (:action do-paint :parameters (?p - part ?m - painter ?c - colour) :precondition (and (smooth ?p)
   (has ?m ?c)) :effect (and (paint ?p ?c) (not (smooth ?p))))""",
        """(:objects s - saw g - sander f - painter p q r - part red - colour) (:init (raw p)
  (raw q) (raw r)
  (free p) (free q) (free r) (has f red)) (:goal (and (paint p red) (paint q red) (smooth r)))""",
        {"s", "g", "f"}),
    "painters": (  # called robots; places that others block
        """(:types robot tile colour)
 (:predicates (on ?r - robot ?t - tile) (up ?a ?b - tile) (clear ?t - tile) (done ?t - tile ?c -
  colour)
  (with ?r - robot ?c - colour))
 (:action go :parameters (?r - robot ?a ?b - tile) :precondition (and (on ?r ?a) (up ?a ?b)
  (clear ?b))
  :effect (and (not (on ?r ?a)) (on ?r ?b) (clear ?a) (not (clear ?b))))
 (:action paint :parameters (?r - robot ?t ?u - tile ?c - colour) :precondition (and (on ?r ?t)
  (up ?t ?u)
   (clear ?u) (with ?r ?c)) :effect (and (not (clear ?u)) (done ?u ?c)))""",
        """(:objects r q - robot a b c d e f - tile red blue - colour) (:init (on r a) (on q b)
  (with r red)
  (with q blue) (clear c) (clear d) (clear e) (clear f) (up a b) (up b a) (up a c) (up c a) (up b
  d)
  (up d b) (up c e) (up d f) (up c d) (up d c)) (:goal (and (done e blue) (done f red)))""",
        {"r", "q"}),
    "arms": (  # MA-PDDL
        """(:types arm block)
 (:predicates (on ?x ?y - block) (table ?x - block) (clear ?x - block) (:private ?a - arm (holds
  ?a - arm
   ?x - block) (empty ?a - arm)))
 (:action pick :agent ?a - arm :parameters (?x - block) :precondition (and (clear ?x) (table ?x)
   (empty ?a)) :effect (and (not (table ?x)) (not (clear ?x)) (not (empty ?a)) (holds ?a ?x)))
 (:action lay :agent ?a - arm :parameters (?x - block) :precondition (holds ?a ?x)
  :effect (and (not (holds ?a ?x)) (clear ?x) (empty ?a) (table ?x)))
 (:action stack :agent ?a - arm :parameters (?x ?y - block) :precondition (and (holds ?a ?x)
  (clear ?y))
  :effect (and (not (holds ?a ?x)) (not (clear ?y)) (clear ?x) (empty ?a) (on ?x ?y)))
 (:action take :agent ?a - arm :parameters (?x ?y - block) :precondition (and (on ?x ?y) (clear ?x)
   (empty ?a)) :effect (and (holds ?a ?x) (clear ?y) (not (clear ?x)) (not (empty ?a)) (not (on
  ?x ?y))))""",
        """(:objects w x y z - block (:private a1 a1 - arm) (:private a2 a2 - arm)) (:init (empty
  a1) (empty a2)
  (table w) (on x w) (on y x) (on z y) (clear z)) (:goal (and (on w x) (on x y) (on y z)))""",
        {"a1", "a2"}),
    "taxis": (  # MA-PDDL: guests act, too; entering takes the guest's turn alone
        """(:types place agent - object taxi guest - agent)
 (:predicates (at ?a - agent ?p - place) (in ?g - guest ?t - taxi) (free ?t - taxi) (road ?a ?b -
  place))
 (:action drive :agent ?t - taxi :parameters (?a ?b - place) :precondition (and (at ?t ?a) (road
  ?a ?b))
  :effect (and (not (at ?t ?a)) (at ?t ?b)))
 (:action enter :agent ?g - guest :parameters (?t - taxi ?p - place) :precondition (and (at ?g ?p)
   (at ?t ?p) (free ?t)) :effect (and (not (at ?g ?p)) (in ?g ?t) (not (free ?t))))
 (:action leave :agent ?g - guest :parameters (?t - taxi ?p - place) :precondition (and (in ?g ?t)
   (at ?t ?p)) :effect (and (at ?g ?p) (not (in ?g ?t)) (free ?t)))""",
        """(:objects t u - taxi g h - guest a b c - place) (:init (at t a) (at u c) (at g b) (at
  h b) (free t)
  (free u) (road a b) (road b a) (road b c) (road c b)) (:goal (and (at g a) (at h c) (at t
  b)))""",
        {"t", "u", "g", "h"}),
}


def team(name: str) -> tuple[PDDLTask, set[str]]:
    """Return a task and its robots."""
    domain, problem, robots = TEAMS[name]
    if ":functions" in domain:
        domain = domain.replace("(:functions ", "(:functions (total-cost) ")
    words = ":typing :equality :negative-preconditions :action-costs"
    if ":agent" in domain:
        words += " :multi-agent :unfactored-privacy"
    known = read_domain(f"(define (domain {name}) (:requirements {words}) {domain})", strict=True)
    given = f"(define (problem p) (:domain {name}) {problem})"
    return joined_task(known, read_problem(given, "p", known, strict=True)), robots
