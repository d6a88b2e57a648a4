"""What orders nothing: remarks, questions, headings, reasons and purposes.

A clause that cannot be an order about things of a household is left out whole, its own negations,
conditions and numbers included. In all others no such word can be left out.
"""

from __future__ import annotations

from translators.english.spelling import STOPS
from translators.english.words import is_english, numeral, parts_of_speech
from translators.mapthor.clauses import ClauseChart
from translators.mapthor.ontology import ontology
from translators.mapthor.phrases import SIGNS
from translators.mapthor.said import Thing
from translators.mapthor.vocabulary import WORDS


class RemarkChart(ClauseChart):
    """Finds clauses that order nothing."""

    def ends(self, i: int) -> int:
        """Return where a clause ends: at a sign, or where an order is joined to it."""
        return next((n for n in range(i, self.size) if self.words[n] in SIGNS
                     or self._order_follows(n)), self.size)

    def _order_follows(self, i: int) -> bool:
        """Whether "and" or "by" with a verb stands there: what follows is no part of a reason."""
        if self.says(i, "by"):
            return self.word(i + 1).endswith("ing") and self.word(i + 1) in self.known.verbs
        return self.says(i, "and", "but", "so") and any(
            m[2].what and m[1] < 0.9 for name in ("polite", "order")
            for m in self.order(self.skipping(i + 1, name)))

    def names(self, i: int, end: int) -> list[Thing]:
        """Return what is named in what is left out, for pronouns."""
        found = []
        while i < end:
            named = [m for m in self.thing(i) if m[2].kind in ("name", "every") and m[0] <= end
                     and m[1] < 0.4 and (not self.says(m[0], "'s") or self._is_verb(m[0]))]
            best = max(named, key=lambda m: m[0], default=None)
            found += [best[2]] if best and best[2].types else []
            i = best[0] if best else i + 1
        return found

    def _refers(self, n: int) -> bool:
        """Whether a pronoun for things stands at a position."""
        return bool(self.phrases("pronoun", n) or self.phrases("home", n)) or self.says(
            n, "one", "ones", "other", "others")

    def is_question(self, i: int) -> bool:
        """Whether the sentence ends with a question mark."""
        return next((word for word in self.words[i:] if word in STOPS), "") == "?"

    def remark(self, i: int) -> tuple[int, float]:
        """Return where a clause ends that cannot be an order, ``i`` for none; what it costs."""
        end, begun = self.ends(i), i + self.says(i, "ever")
        if i == 0 and WORDS["calls"] >= {*self.words[:end]} and self.says(end, *STOPS, ","):
            return end, 0.1  # "stop, …", "sorry, …"
        begun += self.says(begun, *WORDS["reasons"])
        verb = self._finite(begun, end)
        asked = self.is_question(i) and end + 1 < self.size and (
            verb < end or self.word(i) in WORDS["asking"] | {"any"})
        commands = end <= begun or (self._commands(begun) and not (
            asked and self.says(i, *WORDS["asking"])))
        bids = commands or (self._bids(begun, verb, end) and not self._therefore(end))
        if not bids and (asked or self._tells(begun, verb, end)):
            known = all(w in self.known.known or is_english(w) for w in self.words[i:end])
            return end, 0.35 + 0.03 * (end - i) + 0.2 * (not known)
        short = self.says(end, *STOPS, ",") and end < i + 3 and not (
            commands or self._closed(i) or self.word(i) in ontology().refused or any(
                self._nouns(end + 1)))
        between = [","] * (short or self.says(end, ":"))
        if end > i and self.word(i - 1) in {"", *STOPS, *between} and (
                self._heads(i, end, short=short)):
            return end, 0.35 + 0.03 * (end - i)
        return i, 0.0

    def _therefore(self, end: int) -> bool:
        """Whether "so" and an order stand behind a clause: that is the reason for it."""
        end += self.says(end, ",", ";")
        return self.says(end, "so") and not self.says(end + 1, "that") and any(
            m[2].act != "fact" for n in {end + 1, self.skipping(end + 1, "polite"),
                *self.asking(end + 1)} for m in self.clause(n))

    def _commands(self, i: int) -> bool:
        """Whether a clause begins with a verb, like an order, or with a word that denies one."""
        skipped = () if self.says(i, *WORDS["people"]) else ("polite", "order", "time")
        first = self.word(max((self.skipping(i, name) for name in skipped), default=i))
        if self.phrases("room", i) and first not in self.known.verbs:
            return False  # "room 12 checks out at noon"
        return first in WORDS["never"] - {"nobody"} or self.words[i:i + 2] == ["do", "not"] or (
                "verb" in parts_of_speech(first) and first not in WORDS["being"]
                and not (first.endswith("s") and not first.endswith("ss")))

    def _bids(self, i: int, verb: int, end: int) -> bool:
        """Whether a clause tells somebody to do something: "I asked you to wash it"."""
        # not of "the mug you gave me is great"
        said = set(self.words[verb if verb < end and self.names(i, verb) else i:end])
        my = self.says(i, "my", "our", "his", "her", "their") and not (
            self.phrases("room", i + 1) or self.names(i, verb))
        you = said & {"you", "robot", "robots"}
        k = verb + self.says(verb, "would")
        own = self.says(k, "want", "wants", "need", "needs", "like", "love") and self.says(
            k + 1, "to") and (self.says(i, "i", "we") or self.word(k + 2) not in {
                "be", *self.known.verbs})
        if verb < end and not you and (my or own or self.skipping(i, "guest") == verb):
            return False  # "I want to use it", "it needs to air"
        never = said & {"not", "never", "nobody"}
        things = self.names(i, end) or any(
            self._refers(n) or self.phrases("liquid", n) for n in range(i, end))
        idle = set() if things or not said & {"i", "we"} else {
            "must", "should", "supposed", "ought", "shall", "go"}  # "I must go"
        idle |= {"need", "needs", "want", "wants"} if never or (idle and "to" in said) else set()
        if said & (WORDS["wishes"] - idle) or any(
                self.says(n, "is", "are", "was", "were") and self.words[n + 1:n + 3] == ["to", "be"]
                for n in range(i, end)):
            return True
        if you and (not said & WORDS["thinking"] or any(
                self.words[n] in self.known.verbs and self.words[n] not in WORDS["thinking"]
                and self.says(n - 1, "to", "you", "have") for n in range(i, end))):
            return True
        softly = said & {"would", "could", "may"}
        return bool(things and softly and (not never or "may" in said))

    def _heads(self, i: int, end: int, *, short: bool) -> bool:
        """Whether words stand over what follows: "Movie night: …", "Bedtime.", "yuck, …"."""
        heading = not self.says(i, "the") and (self.says(end, ":") or (
            self.says(end, "by") and not self.names(i, end)))
        whole = self.word(end) in STOPS or short
        return (heading or (whole and not self.names(i, end))) and (
            end + 1 < self.size and end - i < 9) and not any(
            w in WORDS["never"] | WORDS["wishes"] or (self._refers(n) and not (
                heading and self.words[i].endswith("ing"))) or (numeral(w) and (
                self.says(n - 1, "for") or self.names(i, end)))
            or (not heading and (w == "to" or self.phrases("state", n) or (
                w in self.known.verbs and not w.endswith("ing"))))
            for n, w in enumerate(self.words[i:end], i))

    def _tells(self, i: int, verb: int, end: int) -> bool:
        """Whether a clause tells of people, of something unknown, or how a thing is."""
        told = self.skipping(i, "quantifier")
        someone = self.says(i, *WORDS["people"]) or self.skipping(i, "guest") > i
        if verb == end or (not someone and {"get", "gets"} & {*self.words[verb:verb + 2]}):
            return False  # "the room gets its lamp on" is none
        subject = self.words[i:verb]
        if subject[0] in WORDS["people"] or subject == ["can", "not"] or (
                self.skipping(i, "guest") == verb):
            return True
        refers = any(self._refers(n) for n in range(i, verb))
        if not (refers or self.names(i, verb)):
            return told != i or not self._closed(i)
        if any(numeral(w) or w in ("if", "unless", "either") for w in subject):
            return False
        known = self.preds(verb + 1) or set(self.words[verb:end]) & (
            self.known.participles - WORDS["being"])
        return not known or subject in (["it"], ["this"], ["that"]) or self.word(
            verb) not in WORDS["being"] - {"has", "have", "had"}

    def _finite(self, i: int, end: int) -> int:
        """Return where the verb of a clause with a subject stands, the end for none."""
        who = max(self.skipping(i, "guest"), i + self.says(i, *WORDS["people"]))
        told, short = self.skipping(i, "quantifier") + (numeral(self.word(i)) > 0), (
            self._refers(i) or who > i)
        named = [(-len(m[2].members), m[0]) for m in self.things(i)
                 if m[2].members[0].kind == "name" and m[1] < 0.2]
        begun = min(named)[1] if named else max(i + 1, who, told + (not short))
        begun = max((m[0] for m in self.place(begun) if m[1] < 0.2), default=begun)
        for n in range(begun, end):
            word = self.words[n]
            if word in WORDS["being"] or (word == "'s" and self._is_verb(n)):
                return n
            if word in ("'s", "rest", *ontology().telling) or self.says(n - 1, "to"):
                continue
            if n > i + 2 and told == i and not named:
                return end
            if "verb" in (parts := parts_of_speech(word)) and word not in WORDS["small"] and (
                    short or n + 1 < end or "noun" not in parts) and (
                    not word.endswith("ing") or word not in self.known.participles) and (
                    who > i or ontology().find(word) is None) and (
                    short or not word.endswith("ed") or self.phrases("quantifier", n + 1)):
                return n
        return end

    def _is_verb(self, i: int) -> bool:
        """Whether "'s" means "is" or "has" at a position: "the apple's rotten"."""
        parts = parts_of_speech(self.word(i + 1))
        return self._closed(i + 1) or self.word(i + 1).endswith("ing") or (
            "noun" not in parts or "adv" in parts)

    def reason(self, i: int) -> tuple[int, float]:
        """Return where a reason, purpose or comment ends, if no order is in it; what it costs."""
        word, refused = self.word(i + 1), ontology().refused
        aim = self.says(i, "to") and "verb" in parts_of_speech(word) and refused.get(word) in (
            None, refused["charge"])  # Bob is no verb here
        if aim and self.word(i - 1).isalpha() and any(
                m[1] < 0.6 and m[2].wheres and not m[2].what for m in self.order(i + 1)):
            return i, 0.0  # "to place in the cabinet"
        begun = i + 2 if aim else self.skipping(i, "aside")
        end = self.ends(begun)
        if begun == i or end < i + 2:
            return i, 0.0
        said = self.words[i:end]
        bars = WORDS["never"] - WORDS["reasons"] - {
            "any", "then", *(["not"] if said[0] in WORDS["reasons"] else [])}
        bad = set(self.words[begun:end]) & bars or said[0] in ("if", "unless", "no")
        counted = said[0] == "for" and any(numeral(w) for w in said)
        return i if bad or counted else end, 0.45 + 0.05 * len(said) + 0.1 * len(
            self.names(i, end))
