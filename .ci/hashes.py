"""Write every package of an installation with its version and hash, for ``--require-hashes``.

``hashes.py OUT EXTRAS`` asks pip what it would install here (this platform, this Python) under
``constraints.txt``, and writes what the index says of each file. Install with
``pip install --require-hashes --no-deps -r OUT`` and then the project itself with ``--no-deps``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(out: str, extras: str) -> None:
    """Write the list; packages of which the index gives no hash are named and end it with 1."""
    asked = subprocess.run(
        [sys.executable, "-P", "-m", "pip", "install", "--disable-pip-version-check", "--quiet",
         "--dry-run", "--ignore-installed", "--report", "-", "--constraint",
         str(ROOT / "constraints.txt"), f"{ROOT}[{extras}]"],
        check=True, capture_output=True, text=True)
    lines, without = [], []
    for item in json.loads(asked.stdout)["install"]:
        name, version = item["metadata"]["name"], item["metadata"]["version"]
        hashes = item["download_info"].get("archive_info", {}).get("hashes", {})
        if "sha256" in hashes:
            lines.append(f"{name}=={version} --hash=sha256:{hashes['sha256']}")
        elif name != "lmfree-planner":
            without.append(name)
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text("\n".join(sorted(lines, key=str.lower)) + "\n", encoding="utf-8")
    if without:
        raise SystemExit(f"no hash for {', '.join(without)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
