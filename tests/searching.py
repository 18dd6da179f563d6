"""Random searches: the same examples each time in the gate, others and more of them in `make search`.

`python -m tests.searching MINUTES [SEED]` repeats all searches until so many minutes have passed, each round from a new
seed. A round from a given seed makes the same examples again.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence

_SEED = os.environ.get("NOTESVC_TEST_SEED")
IS_ON = _SEED is not None
# How many times as far as the gate a round goes.
_FACTOR = 10


def examples(of_the_gate: int) -> int:
    """How many examples, acts or runs to make where the gate makes that many."""
    return of_the_gate * _FACTOR if IS_ON else of_the_gate


def seed(of_the_gate: int) -> int:
    """A seed: the given one in the gate, another in each round of a search."""
    return int(_SEED or 0) + of_the_gate


def seeds(of_the_gate: int) -> Sequence[int]:
    """As many seeds as the gate has, from 0; more of them, and others, in a search."""
    return range(seed(0), seed(0) + examples(of_the_gate))


def main(minutes: float, first: int | None = None) -> int:
    """Run rounds, and return 1 if one failed."""
    end, failed = time.monotonic() + minutes * 60, []
    while True:
        chosen = random.SystemRandom().getrandbits(31) if first is None else first
        print(f"\n== seed {chosen}; to repeat it: make search MINUTES=0 SEED={chosen}", flush=True)
        # Apart from what drives a browser, which leaves a running event loop in its process.
        red = [part for part in ("not browser", "browser") if not _is_green(f"search and {part}", chosen)]
        failed += [chosen] if red else []
        if first is not None or time.monotonic() > end:
            break
    print(f"seeds of rounds that failed: {failed or 'none'}")
    return int(bool(failed))


def _is_green(marks: str, seed: int) -> bool:
    command = ["-m", "pytest", "-n", "2", "--dist", "loadfile", "--timeout", "0", "--full", "-m", marks]
    run = [sys.executable, *command, f"--hypothesis-seed={seed}"]
    return subprocess.run(run, env=os.environ | {"NOTESVC_TEST_SEED": str(seed)}, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), *map(int, sys.argv[2:])))
