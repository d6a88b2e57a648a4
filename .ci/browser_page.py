"""Build the page that plans in the browser: ``python .ci/browser_page.py OUT --runtime FOLDER``.

``FOLDER`` is the unpacked npm package ``pyodide`` (``make docs-browser`` fetches it). Runtime,
planner, pyperplan and Jinja go into one script beside the page: it works from a file, offline.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json")
PACKAGES = ("planner", "domains", "translators", "benchmarks")
SAMPLES = ("domains/competition/problems/plate.xml", "domains/pddl/samples/gripper-domain.pddl",
           "domains/pddl/samples/gripper.pddl")


def archive() -> bytes:
    """Return what Python needs: our packages with their entry points, others, the page's app."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for file, name in sorted(contents(), key=lambda pair: pair[1]):
            target.writestr(zipfile.ZipInfo(name), file.read_bytes())
        home = "lmfree_planner.dist-info"
        for name in ("METADATA", "entry_points.txt"):
            text = distribution("lmfree-planner").read_text(name) or ""
            target.writestr(zipfile.ZipInfo(f"{home}/{name}"), text)
    return made.getvalue()


def contents() -> Iterator[tuple[Path, str]]:
    """Yield the files with their names in the archive; compiled modules stay behind."""
    folders = [ROOT / name for name in PACKAGES]
    for name in ("pyperplan", "jinja2", "markupsafe"):
        spec = find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise SystemExit(f"{name} is not installed here")
        folders.append(Path(spec.submodule_search_locations[0]))
    for folder in folders:
        for file in folder.rglob("*"):
            if file.is_file() and file.suffix not in (".so", ".pyc"):
                yield file, str(file.relative_to(folder.parent))
    yield ROOT / "docs/browser/app.py", "app.py"


def build(out: Path, runtime: Path) -> None:
    """Write ``index.html`` and ``runtime.js``."""
    missing = [name for name in RUNTIME if not (runtime / name).is_file()]
    if missing:
        raise SystemExit(f"{runtime} is not the npm package pyodide: no {', '.join(missing)}")
    files = {name: (runtime / name).read_bytes() for name in RUNTIME} | {"planner.zip": archive()}
    packed = {name: base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
              for name, data in files.items()}
    samples = [(ROOT / name).read_text(encoding="utf-8") for name in SAMPLES]
    out.mkdir(parents=True, exist_ok=True)
    (out / "runtime.js").write_text(f"const FILES = {json.dumps(packed)};\n"
                                    f"const SAMPLES = {json.dumps(samples)};\n", encoding="utf-8")
    (out / "index.html").write_bytes((ROOT / "docs/browser/page.html").read_bytes())


def main() -> None:
    """Build into the folder named."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("out", type=Path)
    options.add_argument("--runtime", type=Path, required=True)
    given = options.parse_args()
    build(given.out, given.runtime)
    print(f"{given.out}/index.html")


if __name__ == "__main__":
    main()
