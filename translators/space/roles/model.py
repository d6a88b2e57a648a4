"""Label texts with spatial tuples.

Two models: a log-linear one decides whether an anchor carries a tuple, a CRF finds the members of
the tuple as seen from the anchor. Tuples of one entity and one event are joined. Factuality is a
third, small model, the entity a fourth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domains.space.items import Item
from translators.space.features import positions
from translators.space.learning import LogLinear, Tagger, load_linear, load_table
from translators.space.roles.anchors import (
    PLACE_ROLES,
    VIEW,
    Roles,
    anchor_features,
    anchors_of,
    fact_features,
    pattern_tuples,
)
from translators.space.roles.entities import resolved
from translators.space.segment import Token, tokens_of

MAX_TUPLES = 60


@dataclass(frozen=True)
class RoleModel:
    """Trained models; without them (``tagger`` is ``None``) the patterns label."""

    anchor: LogLinear = field(default_factory=lambda: LogLinear({}))
    fact: LogLinear = field(default_factory=lambda: LogLinear({}))
    learnt: Mapping[str, float] = field(default_factory=dict)
    threshold: float = 0.5
    tagger: Tagger | None = None
    entity: LogLinear = field(default_factory=lambda: LogLinear({}))

    @classmethod
    def load(cls, folder: Path) -> RoleModel:
        """Read a model folder written by ``train_roles``."""
        table = load_table(folder / "task2-words.json", learnt=dict, threshold=float)
        return cls(load_linear(folder / "task2-anchor.json"), load_linear(folder / "task2-fact.json"),
                   table["learnt"], table["threshold"], Tagger(folder / "task2-roles.crf"),
                   load_linear(folder / "task2-entity.json"))

    def tuples(self, text: str) -> list[Roles]:
        """Return the tuples of a text as role → tokens (事实性 with an empty list)."""
        tokens = tokens_of(text)
        if self.tagger is None:
            return pattern_tuples(tokens)[:MAX_TUPLES]
        found: list[Roles] = []
        for index in anchors_of(tokens, self.learnt):
            if self.anchor.chance(anchor_features(tokens, index, self.learnt)) >= self.threshold:
                last = "".join(t.text for t in found[-1]["空间实体"]) if found else ""
                roles = self._roles(tokens, index, last, self.tagger)
                if roles:
                    found.append(roles)
        return join_tuples(found)[:MAX_TUPLES]

    def _roles(self, tokens: Sequence[Token], index: int, last: str, tagger: Tagger) -> Roles:
        roles = VIEW.members(tagger, tokens, index)
        entity = resolved(self.entity, tokens, index, roles.get("空间实体", []), last)
        if entity:
            roles["空间实体"] = entity
        if not any(r in roles for r in PLACE_ROLES):
            return {}
        if "空间实体" not in roles:
            fallback = pattern_tuples(tokens[: index + 1])
            if not fallback:
                return {}
            roles["空间实体"] = fallback[-1]["空间实体"]
        if self.fact.chance(fact_features(tokens, index)) > 0.5:
            roles["事实性"] = []
        return roles


def predict_roles(model: RoleModel, item: Item) -> dict[str, Any]:
    """Return the answer of one item in the released form."""
    results = [_elements(roles) for roles in model.tuples(item.context)]
    return {"qid": item.qid, "context": item.context, "results": results}


def join_tuples(found: Sequence[Roles]) -> list[Roles]:
    """Join tuples of one event and overlapping entities unless a role lies in two places."""
    joined: list[Roles] = []
    for roles in found:
        for other in joined:
            if _starts(roles, "事件") == _starts(other, "事件") and _starts(
                    roles, "空间实体") & _starts(other, "空间实体") and all(
                    not ts or not other.get(r) or _starts(roles, r) & _starts(other, r)
                    for r, ts in roles.items()):
                other.update({r: ts for r, ts in roles.items() if r not in other})
                break
        else:
            joined.append(dict(roles))
    return joined


def _starts(roles: Roles, role: str) -> set[int]:
    return {t.start for t in roles.get(role, [])}


def _elements(roles: Roles) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for role, tokens in roles.items():
        if role == "事实性":
            found.append({"role": role, "label": "假"})
        elif tokens:
            text = "".join(t.text for t in sorted(tokens, key=lambda t: t.start))
            found.append({"role": role, "fragment": {"text": text, "idxes": sorted(positions(tokens))}})
    return found
