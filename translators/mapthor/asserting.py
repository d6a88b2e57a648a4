"""Sentences that say what should be the case: claims, passives, "there is", "nothing is"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Location, Placed, Selection, Wish
from translators.mapthor.making import Making
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, limited
from translators.mapthor.stages import merge

__all__ = ["Asserting"]

_PLACES = ("pp", "near", "at_home", "there")
_NEEDS = {"isOpen": "openable", "isToggled": "toggleable", "isDirty": "dirtyable",
          "isFilledWithLiquid": "fillable"}
_DONE = {
    "WASHED": "washing", "WASH": "washing", "SLICED_UP": "slicing", "SLICE": "slicing",
    "OPENED": "opening", "CLOSED": "closing", "CLOSE": "closing", "HEATED": "heating",
    "HEAT": "heating", "COOK": "heating", "CHILLED": "chilling", "CHILL": "chilling",
    "FILL": "filling", "FILLED": "filling", "EMPTIED": "emptying", "EMPTY": "emptying",
    "TRASHED": "trashing", "TIDIED": "awaying", "TIDY": "awaying", "SWITCHED": "switching",
    "PICKED_UP": "holding", "FILLED_WITH": "filling",
}
_ACTIVE = {"WASH": "washing", "CLEAN": "washing", "SLICE": "slicing", "OPEN": "opening",
           "CLOSE": "closing", "HEAT": "heating", "COOK": "heating", "CHILL": "chilling",
           "FILL": "filling", "EMPTY": "emptying", "BREAK": "breaking", "FIND": "finding",
           "TOAST": "heating"}


class Asserting(Making):
    """A claim is read as the order to make it true.

    "The light is on" alone tells a fact; after "make sure" or "should" (``insisting``) it orders.
    """

    insisting = False

    def _ensuring(self, node: Tree[Any]) -> list[Wish] | Steps:
        claims = trees(node, "claim", "containing", "room_claim", "existence",
                       "negative") or [node]
        self.insisting = self.insisting or said(node, "ENSURE", "WANT", "MAKE", "KEEP", "HAVE")
        if not self.insisting and said(claims[0], "IS", "IS_NOT", "ITS", "THERES"):
            return self._told(claims)
        self.insisting = True
        stages: Steps = []
        for claim in claims:
            _join(stages, self.step(claim) if claim is not node
                  else self._staged(self._claim(node)))
        return stages

    def _told(self, claims: list[Tree[Any]]) -> Steps:
        """Read "the light is on" as a fact: it only says what later pronouns mean."""
        words = [t for c in claims for t in terminals(c)]
        begin, end = words[0].start_pos or 0, words[-1].end_pos or 0
        self.phrases.remarks.append(
            f"'{self.phrases.text[begin:end]}' is read as a fact, not as an order")
        self.facts.append(words[0])
        for claim in claims:
            located = trees(claim, "located_things")
            things = trees(claim, "things")
            if located:
                self.phrases.located_things(located[0])
            elif things:
                found = self.phrases.things(things[0])
                for where in trees(claim, *_PLACES):
                    found = self.phrases.at(found, where)
                self.phrases.antecedents = found
        return [[]]

    def _containing(self, node: Tree[Any]) -> list[Wish]:
        """Read "the box must contain the keys"."""
        target = into(self.phrases.place(trees(node, "place")[0]))
        what = self._carried(node)
        self.phrases.last_place = target
        return [Placed(s, target) for s in what]

    def _staged(self, wishes: list[Wish] | Steps) -> Steps:
        return wishes if wishes and isinstance(wishes[0], list) else [wishes]  # type: ignore

    def _claim(self, node: Tree[Any]) -> list[Wish] | Steps:
        negated = said(node, "NOT_BE", "IS_NOT")
        located = (trees(node, "located_things")
                   or [Tree("located_things", list(trees(node, "things")))])[0]
        located = Tree(located.data, [*located.children, *trees(node, "exception")])
        clauses: list[tuple[bool, Steps]] = []
        for claimed in [c for c in node.children if isinstance(c, Tree)
                        and c.data in (*_PLACES, "state", "done")]:
            clauses.append((False, self._staged(self._said_of(located, claimed, negated))))
        return merge(clauses)

    def _said_of(
        self, located: Tree[Any], claimed: Tree[Any], negated: bool
    ) -> list[Wish] | Steps:
        """Read one thing said of the subject: a state, a place, what is done to it."""
        if claimed.data == "done":
            if negated:
                self.phrases.fail("what should not be done is not supported",
                                  terminals(claimed)[0], "what should be done")
            return self._passive(located, claimed)
        if claimed.data == "state":
            return self.brought(located, self.phrases.state(claimed, negated=negated),
                                terminals(claimed)[-1])
        what = self._carried(Tree("claim", [located]))
        where = self.phrases.location(claimed, target=not negated)
        if negated:
            return self._kept_off(what, where, terminals(claimed)[0])
        self.phrases.last_place = where
        wishes: list[Wish] = [Placed(s, where) for s in what]
        return wishes

    def brought(
        self, located: Tree[Any], state: tuple[str, bool | str], word: Token
    ) -> list[Wish] | Steps:
        """Wish for a state by the verb that brings it about."""
        key, value = state
        token = word
        rule = {("isOpen", True): "opening", ("isOpen", False): "closing",
                ("isDirty", False): "washing", ("isSliced", True): "slicing",
                ("isCooked", True): "heating", ("temperature", "Hot"): "heating",
                ("temperature", "Cold"): "chilling", ("isFilledWithLiquid", True): "filling",
                ("isFilledWithLiquid", False): "emptying", ("isBroken", True): "breaking",
                }.get((key, value))
        if key == "isToggled":
            kind = "ON" if value else "OFF"
            return self._switching(Tree("switching", [
                Tree("onoff", [Token(kind, str(word), start_pos=word.start_pos)]), located]))
        if key == "isCooked" and value and str(word).lower() == "toasted":
            token = Token("TOAST", str(word), start_pos=word.start_pos)
        if rule is None:
            self.phrases.fail("no robot can bring this about", word,
                              "a state that can be reached: open, closed, on, off, clean, sliced, "
                              "cooked, hot, cold, filled, empty, broken")
        return self.step_of(rule, [token, located])

    def step_of(self, rule: str, children: list[Any]) -> list[Wish] | Steps:
        """Read a clause made up from its parts."""
        read: Any = getattr(self, f"_{rule}")
        result: list[Wish] | Steps = read(Tree(rule, children))
        return result

    def _perfect(self, node: Tree[Any]) -> list[Wish] | Steps:
        """Read "after you have washed it"."""
        verb = terminals(node)[0]
        return self.step_of(_DONE[verb.type], [verb, *trees(node, "located_things")])

    def _doing_both(self, node: Tree[Any]) -> Steps:
        """Read "wash and slice the tomato" as two orders about the same things."""
        (located,) = trees(node, "located_things")
        verbs = [t for t in node.children if isinstance(t, Token) and t.type in _ACTIVE]
        return merge([(False, self._staged(self.step_of(_ACTIVE[t.type], [t, located])))
                      for t in verbs])

    def _passive(self, located: Tree[Any], done: Tree[Any]) -> list[Wish] | Steps:
        """Read "should be washed" as the order to wash."""
        verb = terminals(done)[0]
        things = trees(located, "things")[0]
        rest = [c for c in done.children if isinstance(c, Tree)]
        if verb.type in ("PUT_DONE", "THROWN"):
            if not rest:
                return self.step_of("awaying", [verb, located])
            if len(located.children) > 1:
                things_at = [*located.children[1:]]
                return self._group(Tree("group_to", [things, *things_at, *rest]))
            return self._group(Tree("group", [things, *rest]))
        if verb.type in ("CLEARED", "CLEAR"):
            return self.step_of("awaying", [Token("CLEAR", str(verb), start_pos=verb.start_pos),
                                            located])
        if verb.type == "PULLED":
            return self.step_of("closing" if said(done, "DOWN") else "opening", [verb, located])
        word = Token({"TIDIED": "PUT"}.get(verb.type, verb.type), str(verb),
                     start_pos=verb.start_pos)
        return self.step_of(_DONE[verb.type], [word, located, *rest])

    def _room_claim(self, node: Tree[Any]) -> list[Wish]:
        kinds = {t.type for t in node.children if isinstance(t, Token)}
        return self.lit(node, ("BRIGHT" in kinds) != bool({"NOT_BE", "IS_NOT"} & kinds))

    # -- "there is", "nothing is", "no … is" -----------------------------------------------

    def _existence(self, node: Tree[Any]) -> list[Wish] | Steps:
        words = {t.type for t in node.children if isinstance(t, Token)}
        wheres = trees(node, *_PLACES)
        if words & {"NO", "NOTHING", "NOT_BE", "IS_NOT"}:
            if not wheres and not words & {"NOTHING"} and not trees(node, "state"):
                return self._none_lit(node)
            return self._negative(node)
        if trees(node, "state"):
            return self.brought(Tree("located_things", trees(node, "things")),
                                self.phrases.state(trees(node, "state")[0]), terminals(node)[-1])
        if not wheres:
            return self._some_lit(node)
        what = self._carried(node)
        where = self.phrases.location(wheres[0])
        wishes: list[Wish] = [Placed(s, where) for s in what]
        return wishes

    def _some_lit(self, node: Tree[Any]) -> list[Wish]:
        """Let there be light."""
        what = self.phrases.things(trees(node, "things")[0])
        if not all("LightSwitch" in s.types or "DeskLamp" in s.types for s in what):
            self.phrases.fail("the sentence stops too early: where should it be?",
                              terminals(node)[-1], "'… on the table', '… in the fridge'")
        return self.lit(node, True)

    def _none_lit(self, node: Tree[Any]) -> list[Wish]:
        what = self._all_of(trees(node, "things")[0])
        if not all("LightSwitch" in s.types or "DeskLamp" in s.types for s in what):
            self.phrases.fail("no robot can make things vanish", terminals(node)[-1],
                              "a place, e.g. '… on the floor'")
        return self.lit(node, False)

    def _negative(self, node: Tree[Any]) -> list[Wish] | Steps:
        """Read "no light is on" as all off, "nothing is on the sofa" as clearing it."""
        states, wheres = trees(node, "state"), trees(node, *_PLACES)
        things = trees(node, "things")
        if not states and not wheres:
            self.phrases.fail("the sentence stops too early", terminals(node)[-1],
                              "a state or a place")
        if states:
            key, value = self.phrases.state(states[0], negated=True)
            if not things:
                kinds = ontology().properties[_NEEDS.get(key, "pickupable")]
                every: list[Wish] = [
                    HasState(Selection(kinds, "all", words="everything"), key, value)]
                return every
            self.phrases.every = True
            try:
                return self.brought(Tree("located_things", [things[0]]), (key, value),
                                    terminals(states[0])[-1])
            finally:
                self.phrases.every = False
        where = self.phrases.location(wheres[0], target=False)
        word = terminals(wheres[0])[0]
        if not things:
            if where.place is None or where.relation == "near":
                self.phrases.fail("a place things lie in or on is needed", word)
            spared = next(iter(trees(node, "exception")), None)
            return self.emptied_place(where.place, spared=spared)
        what = [limited(s, "pickupable") for s in self._all_of(things[0])]
        return self._kept_off(what, where, word)

    def _all_of(self, node: Tree[Any]) -> list[Selection]:
        """Read the things of "no …": every one of them."""
        self.phrases.every = True
        try:
            return self.phrases.things(node)
        finally:
            self.phrases.every = False

    def _kept_off(self, what: list[Selection], where: Location, word: Token) -> list[Wish]:
        """Wish things away from a place, to where they belong."""
        if where.place is None or where.relation == "near":
            self.phrases.fail("say where it should be instead", word, "'… in the drawer'")
        return [Placed(replace(s, located=where), self.phrases.home(avoid=where.place.types))
                for s in what]


def _join(stages: Steps, further: Steps) -> None:
    """Add the stages of one claim to those of the claims beside it."""
    for number, stage in enumerate(further):
        while len(stages) <= number:
            stages.append([])
        stages[number] += stage
