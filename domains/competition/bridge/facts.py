"""Worlds and the platform's lines in the words of ``domain.pddl``, the robot's senses added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domains.competition.world.actions import read_action
from domains.competition.world.model import World
from domains.competition.world.state import apply, derive, initial_state, places
from planner.execution.actor import Atom, GroundAction

__all__ = ["ME", "facts_of", "line_of", "objects_of", "steps_of", "with_senses"]

ME = "robot"
SENSES = """
  (:action ask-loc :parameters (?me - me ?t - thing) :effect (asked ?t))
  (:action sense :parameters (?me - me ?p - place)
    :precondition (robot-at ?p) :effect (looked ?p))
  (:action stop                 ; what is worth doing is done, as the rewards were weighed last
    :parameters (?me - me ?d - deal) :precondition (weighed ?d) :effect (served))
)"""
VERBS = {"move": "Move", "pick-up": "PickUp", "put-down": "PutDown", "to-plate": "ToPlate",
         "from-plate": "FromPlate", "open": "Open", "close": "Close", "put-in": "PutIn",
         "take-out": "TakeOut", "ask-loc": "AskLoc", "sense": "Sense"}


def with_senses(domain: str) -> str:
    """Return the domain with a parameter for the robot, its questions and looks, and stopping."""
    text = domain.rstrip().removesuffix(")").replace("place thing - object",
                                                     "place thing me deal - object")
    text = text.replace("(plate-empty))", "(plate-empty) (asked ?t - thing) (looked ?p - place)"
                                          " (weighed ?d - deal) (served))", 1)
    return text.replace(":parameters (", ":parameters (?me - me ") + SENSES


def objects_of(world: World) -> dict[str, str]:
    """Return names and types; a thing is ``t3``, a place ``p3``."""
    kinds = {f"t{n}": "container" if "container" in words else
             "small" if "small" in words else "fixed" for n, words in world.words.items()}
    return {ME: "me", **kinds, **{f"p{n}": "place" for n in world.locations}}


def facts_of(world: World) -> Iterator[Atom]:
    """Yield what is so in a world."""
    state = derive(world, initial_state(world))
    carried = {n for n in (state.hand, state.plate) if n > 0}
    for thing, place in state.at:
        if thing == 0:
            yield "robot-at", (f"p{place}",)
        elif thing not in carried:
            yield "at", (f"t{thing}", f"p{place}")
    yield from (("inside", (f"t{n}", f"t{c}")) for n, c in state.inside)
    yield from (("opened", (f"t{c}",)) for c in state.opened)
    for name, free, n in (("holding", "hand-empty", state.hand),
                          ("plated", "plate-empty", state.plate)):
        if n == 0:
            yield free, ()
        elif n > 0:
            yield name, (f"t{n}",)
            yield "carried", (f"t{n}",)


def steps_of(world: World, lines: Iterable[str]) -> list[GroundAction]:
    """Return ground actions for physical lines, as far as they can be done in a world."""
    state, found = initial_state(world), list[GroundAction]()
    names = {line: name for name, line in VERBS.items()}
    for line in lines:
        action = read_action(line)
        here = next(iter(places(world, state, 0)), None)
        after = apply(world, state, action) if action is not None else None
        if action is None or after is None or here is None:
            break
        things = [f"t{n}" for n in action.arguments]
        if action.name == "Move":
            things = [f"p{here}", f"p{action.arguments[0]}"]
        elif action.name in ("PickUp", "PutDown", "Open", "Close", "PutIn", "TakeOut"):
            things.append(f"p{here}")
        found.append(GroundAction(names[action.name], (ME, *things)))
        state = after
    return found


def line_of(action: GroundAction) -> str:
    """Return the platform's line of a ground action; ``Done`` for stopping."""
    if action.name not in VERBS:
        return "Done"
    words: Sequence[str] = [w for w in action.arguments if w[0] == "t"]
    if action.name == "move":
        words = action.arguments[-1:]
    return " ".join((VERBS[action.name], *(w[1:] for w in words)))
