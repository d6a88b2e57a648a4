"""Orders in the constructions of English: ``household_constructions.toml``, form by form."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from household_forms import Forms
from household_phrases import Condition, spot, things_meant, wished
from household_speaker import Sentence

_ADJECTIVES = {"dirty": ("isDirty", True), "clean": ("isDirty", False)}
_PARTED = re.compile(r"\b(turn\w*|switch\w*|throw\w*|cut\w*) (on|off|away|out|up) (it|them|both)\b")
_PAST = {"thrown": "threw"}
_ROLES = {"p": "q", "r": "qr", "u": "qu"}


@cache
def constructions() -> Any:
    """Return ``household_constructions.toml``: the constructions, and how verbs are inflected."""
    path = Path(__file__).with_name("household_constructions.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Constructions(Forms):
    def sentence(self) -> Sentence:
        """Say something in any construction, every way equally often."""
        forms = constructions()["forms"]
        name = self.rng.choices(list(forms), [len(f["ways"]) for f in forms.values()])[0]
        return self.formed(name, self.rng.choice(forms[name]["ways"]))

    def formed(self, name: str, way: str) -> Sentence:
        form = constructions()["forms"][name]
        slots, kinds, spots = self._filled(form)
        stages: list[set[Condition]] = [set()]
        for part in form["means"]:
            meaning = part.removeprefix("then ")
            if meaning != part:
                stages.append(set())
            if meaning.startswith("do"):
                used = {k for k in kinds.values() if k}
                words, wishes, named = self._whole(used | {k for _, k in spots.values()})
                kinds[meaning] = named
                slots.update({key.replace("do", meaning) if key in ("do", "done") else
                              key + meaning[2:]: said for key, said in words.items()})
                stages[-1] |= wishes
            else:
                stages[-1] |= self._meant(meaning, form, kinds, spots)
        text = _PARTED.sub(r"\1 \3 \2", way.format(**slots))
        return Sentence(self.written(text), name, tuple(map(frozenset, stages)),
                        any_one=bool(form.get("any")))

    def _filled(self, form: Any) -> tuple[dict[str, str], dict[str, str], dict[str, Any]]:
        """Choose verbs, things and places for the slots of a form."""
        means = " ".join(form["means"])
        slots: dict[str, str] = {}
        kinds: dict[str, str] = {}
        things = list(form.get("things", self.said["things"]))
        if re.search(r"\b(?:x|y|xs) [vw]\b", means):
            able = form.get("verbs") or [v for v in constructions()["verbs"] if v != "move"]
            verbs = self.rng.choice(able).split()
            fit = [set(self.said["can"][v]) for v in verbs]
            things = sorted(set.intersection(*fit))
            for key, verb in zip("vw", verbs, strict=False):
                kinds[key] = verb
                slots.update(self._inflected(verb, key))
        if form.get("carried") or any(f" {p}" in means for p in "pr"):
            things = [t for t in things if t in self.said["things"]]
        things = [t for t in things if not (" xs" in f" {means}" and t in (
            "Bread", "Lettuce", "Blinds"))]
        one, two = self.rng.sample([*things, things[0]] if len(things) < 2 else things, 2)
        kinds |= {"x": one, "y": two, "n": one, "xs": one}
        for key, kind in (("x", one), ("y", two)):
            single, many = self.rng.choice(
                self.said["things"].get(kind) or self.said["fixtures"][kind]).split("|")
            the = self.rng.choice(("the", "the", "the", "the", "my"))
            slots |= {key: f"{the} {single}", f"n{key}": single, f"{key}s": many}
        slots["a"] = f"{'an' if slots['nx'][0].lower() in 'aeiou' else 'a'} {slots['nx']}"
        where = form.get("places", [p for p in self.said["places"] if p not in ("Box", "Safe")])
        if where == "on":
            where = [p for p, (relation, *_) in self.said["places"].items() if relation == "on"]
        spots = {}
        chosen = self.rng.sample(where, 3) if len(where) > 2 else where * 3
        for (key, alone), kind in zip(_ROLES.items(), chosen, strict=True):
            relation, *names = self.said["places"][kind]
            words = f"the {self.rng.choice(names)}"
            slots |= {key: f"{relation} {words}", alone: words}
            spots[key] = spot(relation, kind), kind
        slots |= {"to": f"to {slots['q']}", "on": slots["p"].split()[0]}
        return slots, kinds, spots

    def _inflected(self, verb: str, key: str) -> dict[str, str]:
        base, ing, done, state = self.rng.choice(constructions()["verbs"][verb]).split("|")
        return {key: base, f"{key}ing": ing, f"{key}ed": done, f"s{key}": state}

    def _whole(self, but: set[str]) -> tuple[dict[str, str], set[Condition], str]:
        """Say a whole order about none of some types: bare, with -ing, done, in the past."""
        verb = self.rng.choice(("move", "move", *constructions()["verbs"]))
        able = [k for k in self.said["can"].get(verb, self.said["things"]) if k not in but]
        kind = self.rng.choice(able)
        what = f"the {self._named(kind)}"
        base, ing, done, _ = self.rng.choice(constructions()["verbs"][verb]).split("|")
        first, _, rest = done.partition(" ")
        forms = {"do": base, "doing": ing, "done": done,
                 "did": f"{_PAST.get(first, first)} {rest}".strip()}
        meant, behind = things_meant("the", 1, [kind]), ""
        if verb == "move":
            place = self.rng.choice([p for p in self.said["places"]
                                     if p not in ("Box", "Safe", *but)])
            relation, name = self.said["places"][place][:2]
            wishes: set[Condition] = {("at", meant, spot(relation, place))}
            behind = f" {'to' if base == 'bring' else relation} the {name}"
        else:
            wishes = wished(verb, meant)
        parted = " " in base and self.chance(0.5)
        said = {key: " ".join((f.split()[0], what, *f.split()[1:])) if parted else f"{f} {what}"
                for key, f in forms.items()}
        return {key: f + behind for key, f in said.items()}, wishes, kind

    def _named(self, kind: str) -> str:
        names = self.said["things"].get(kind) or self.said["fixtures"][kind]
        return str(self.rng.choice(names).split("|")[0])

    def _meant(self, meaning: str, form: Any, kinds: dict[str, str],
               spots: dict[str, Any]) -> set[Condition]:
        """Return the conditions of "x p", "xs@u p", "x/dirty p", "x v", "held x"."""
        what, _, done = meaning.partition(" ")
        if what == "held":
            return {("held", things_meant("the", 1, [kinds[done]]))}
        name, _, now = what.partition("@")
        name, _, adjective = name.partition("/")
        where = spots[now][0] if now else None
        states = [_ADJECTIVES[adjective]] if adjective else []
        if name == "all":
            selection: Condition = ("all", 0, frozenset(), frozenset(), where, frozenset())
        else:
            how = {"xs": ("all", 1), "n": ("some", 2)}.get(
                name, ("some", 1) if form.get("some") else ("the", 1))
            selection = things_meant(*how, [kinds[name]], states, where)
        if done in spots:
            return {("at", selection, spots[done][0])}
        if done == "away":
            return {("at", selection, ("home", where[1] if where else frozenset()))}
        return wished(kinds[done], selection)
