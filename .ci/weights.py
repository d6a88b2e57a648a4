"""Print what each extra adds in installed packages and MB: ``python .ci/weights.py``.

For the table of docs/install.md; everything must be installed where it runs (``make test``).
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

HOME = "lmfree-planner"


def needs(name: str, extra: str = "") -> dict[str, None]:
    """Return the distributions that one needs, itself included, as far as they are installed."""
    found: dict[str, None] = {}
    waiting, seen = [(name, extra)], set()
    while waiting:
        one = waiting.pop()
        try:
            distribution = metadata.distribution(one[0])
        except metadata.PackageNotFoundError:
            continue
        if one in seen:
            continue
        seen.add(one)
        found[distribution.name.lower().replace("_", "-")] = None
        for line in distribution.requires or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": one[1]}):
                waiting += [(need.name, more) for more in ("", *need.extras)]
    return found


def megabytes(name: str) -> float:
    """Return the size of a distribution's files."""
    files = (Path(str(file.locate())) for file in metadata.distribution(name).files or ())
    return sum(file.stat().st_size for file in files if file.exists()) / 1e6


def main() -> None:
    """Print a row for the core and for each extra: what it adds to the core."""
    core = needs(HOME)
    rows = [("(core)", core)]
    rows += [(extra, {n: None for n in needs(HOME, extra) if n not in core})
             for extra in metadata.metadata(HOME).get_all("Provides-Extra") or ()]
    for extra, names in rows:
        sizes = sorted(((megabytes(n), n) for n in names if n != HOME), reverse=True)
        large = ", ".join(f"{name} {size:.0f}" for size, name in sizes[:3] if size >= 5)
        print(f"| {extra} | {len(sizes)} | {sum(s for s, _ in sizes):.0f} | {large} |")


if __name__ == "__main__":
    main()
