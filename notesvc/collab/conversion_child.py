"""The child process that converts for the worker (`converter.py`)."""

import sys

from notesvc.collab import conversions
from notesvc.text.sandbox import child_loop

# Blocks nest, and those that read them call themselves for each level.
_RECURSION = 8_000

if __name__ == "__main__":
    sys.setrecursionlimit(_RECURSION)
    child_loop.serve(conversions.DO, int(sys.argv[1]))
