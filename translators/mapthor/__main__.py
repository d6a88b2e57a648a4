"""``python -m translators.mapthor < FILE``: what sentences are read as, and at what cost."""

from __future__ import annotations

import sys

from translators.mapthor.compile import explained

if __name__ == "__main__":
    for sentence in filter(None, map(str.strip, sys.stdin)):
        sys.stdout.write("\n".join(explained(sentence)) + "\n")
