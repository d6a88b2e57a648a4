"""What a figure rests on, and which figures may therefore stand beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from planner.discovery import domain_named
from planner.environment import BASIS
from planner.files import read_toml

NOT_RECORDED = "not recorded"


@dataclass(frozen=True, order=True)
class Basis:
    """Simulator, referee and its reading, preparation of the task, scene store; as texts."""

    referee: str = NOT_RECORDED
    preparation: str = NOT_RECORDED
    simulator: str = NOT_RECORDED
    scenes: str = NOT_RECORDED

    @classmethod
    def of(cls, found: Mapping[str, str] | None) -> Basis:
        """Read a record's basis; what it lacks is not recorded."""
        known = found or {}
        return cls(**{key: str(known.get(key) or NOT_RECORDED) for key in BASIS})

    @classmethod
    def joined(cls, every: Iterable[Basis]) -> Basis:
        """Return what several episodes rest on together: each text once, in order."""
        found = list(every)
        return cls(**{key: "; ".join(sorted({getattr(basis, key) for basis in found}))
                      or NOT_RECORDED for key in BASIS})

    def beside(self, other: Basis) -> bool:
        """Say whether figures may stand beside each other: same referee, same preparation."""
        mine, yours = (self.referee, self.preparation), (other.referee, other.preparation)
        return mine == yours and NOT_RECORDED not in mine

    def differences(self, other: Basis) -> str:
        """Say in words what differs from another basis; empty where nothing does."""
        mine, yours = asdict(self), asdict(other)
        return "; ".join(f"{key}: {mine[key]}, not {yours[key]}" for key in BASIS
                         if mine[key] != yours[key])


UNKNOWN = Basis()
"""That of records of earlier versions."""


def published_basis(domain: str) -> Basis:
    """Return what the printed and recorded figures of a domain rest on."""
    path = domain_named(domain).published
    return Basis.of(read_toml(path).get("basis")) if path is not None else UNKNOWN
