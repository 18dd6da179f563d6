"""`python -m tests.bench [MEASURE …] [--quick] [--write]`: measure, print the table, keep it in the documents."""

import argparse
import signal
import sys
import time
from collections.abc import Sequence

from tests.bench import document, machine, measures, notes, table
from tests.bench.ground import QUICK, Ground, Sizes
from tests.bench.load import UnexpectedAnswerError
from tests.bench.table import Row
from tests.places import PROJECT

_FOLDER = PROJECT / ".bench"


def main() -> int:
    """0 when all was measured, 1 when something could not be; a missed target is a figure, not a failure."""
    chosen = _arguments()
    # The stack of what was started unwinds only for exceptions.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    names = chosen.measures or list(measures.ALL)
    rows: list[Row] = []
    failures = 0
    sizes = QUICK if chosen.quick else Sizes()
    with Ground(_FOLDER, sizes) as ground:
        for name in names:
            found = _measured(name, ground)
            rows += found
            failures += not found
    figures = f"{machine.description()}\n- {_about_notes(sizes)}\n\n{table.markdown(rows)}"
    print(figures)
    if chosen.write and failures:
        print("not written down, since something could not be measured", file=sys.stderr)
    elif chosen.write:
        document.write(figures)
    return min(failures, 1)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(measures.ALL))
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it works, not how fast")
    parser.add_argument("--write", action="store_true", help=f"keep the table in {document.PATH.name}")
    chosen = parser.parse_args()
    if unknown := set(chosen.measures) - measures.ALL.keys():
        parser.error(f"there is no measure {', '.join(sorted(unknown))}")
    if chosen.write and (chosen.measures or chosen.quick):
        parser.error("only a whole run may be written down")
    return chosen


def _measured(name: str, ground: Ground) -> Sequence[Row]:
    """The rows of a measure; none, and a word on standard error, when it could not be taken."""
    began = time.monotonic()
    try:
        rows = measures.ALL[name](ground)
    except (UnexpectedAnswerError, OSError) as error:
        print(f"{name}: not measured: {error}", file=sys.stderr, flush=True)
        return []
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows


def _about_notes(sizes: Sizes) -> str:
    if notes.is_sample_here():
        return f"{sizes.notes:,} real notes of about 5 kB"
    return f"**stand-in:** the sample of real notes is not on this machine, so {sizes.notes:,} made ones were used"


if __name__ == "__main__":
    sys.exit(main())
