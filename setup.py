"""Build hook: compile the inner part of the reward search where that is possible.

Everything else is declared in ``setup.cfg``. Without mypyc or without a C compiler the package is
installed all the same, and the Python files run (see ``domains/competition/search/native``).
``PLANNER_PURE_PYTHON=1`` builds without it: a wheel for every Python, and a quicker installation.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SEARCH = Path("domains/competition/search")
PACKAGE = "domains.competition.search.native"


class CompileSearch(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Let mypyc write the C files only when they are to be built; drop what was built before."""

    def finalize_options(self) -> None:
        self.distribution.ext_modules = compiled_modules()
        super().finalize_options()

    def run(self) -> None:
        for old in (SEARCH / "native").glob("*__mypyc.*"):
            old.unlink()
        super().run()


def compiled_modules() -> list[Extension]:
    """Return the optional extensions, placed beside their loader; none if mypyc is missing."""
    native = runpy.run_path(str(SEARCH / "native" / "__init__.py"))
    group = native["library"](SEARCH).removesuffix("__mypyc")
    try:
        from mypyc.build import mypycify

        extensions = mypycify(
            # what is not compiled need not be sound here: the build has no numpy
            ["--follow-imports=silent", "--ignore-missing-imports",
             *(str(SEARCH / f"{name}.py") for name in native["MODULES"])],
            opt_level="2", debug_level="0", group_name=group,
        )
    except (Exception, SystemExit) as reason:
        sys.stderr.write(f"warning: the search stays plain Python: {reason}\n")
        return []
    for extension in extensions:
        extension.optional = True
        extension.name = f"{PACKAGE}.{extension.name.rpartition('.')[2]}"
    return extensions


if os.environ.get("PLANNER_PURE_PYTHON", "0") not in {"", "0"}:
    setup()
else:
    setup(
        cmdclass={"build_ext": CompileSearch},
        ext_modules=[Extension(f"{PACKAGE}.search", [], optional=True)],
    )
