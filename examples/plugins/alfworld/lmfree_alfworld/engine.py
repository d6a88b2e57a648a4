"""Play a game on TextWorld's engine, in an interpreter that has it: ``PYTHON engine.py GAME``."""

import json
import os
import sys
import types
from importlib.metadata import version

VERSIONS = {"alfworld": "0.4.2", "textworld": "1.7.0"}


def main(path: str) -> None:
    """Answer each line of the input with a line of JSON; an empty one starts the game again."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever the packages print is not an answer
    for package, needed in VERSIONS.items():
        if version(package) != needed:
            sys.exit(f"{package} {version(package)} is installed, {needed} is needed")
    # TextWorld imports it for other games' formats and uses nothing of it here
    sys.modules["jericho"] = stub = types.ModuleType("jericho")
    stub.__getattr__ = lambda name: UserWarning  # type: ignore[method-assign]
    import textworld  # type: ignore[import-not-found]
    from alfworld.agents.utils.misc import Demangler  # type: ignore[import-not-found]

    class Named(textworld.core.Wrapper):  # type: ignore[misc]
        """Give things the names that players see, as ALFWorld's own wrapper does."""

        def load(self, *arguments: object, **options: object) -> None:
            super().load(*arguments, **options)
            names = Demangler(game_infos=self._entity_infos, shuffle=False)
            for info in self._entity_infos.values():
                info.name = names.demangle_alfred_name(info.id)

    wanted = textworld.EnvInfos(won=True, admissible_commands=True)
    game = textworld.start(path, request_infos=wanted, wrappers=[Named])
    for line in map(str.strip, sys.stdin):
        state = game.step(line)[0] if line else game.reset()
        print(json.dumps([state.feedback, sorted(state.admissible_commands), bool(state.won)]),
              file=out, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
