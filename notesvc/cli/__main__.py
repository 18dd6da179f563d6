"""`python -m notesvc.cli` is `notesvc`."""

import sys

from notesvc.cli import main

if __name__ == "__main__":
    sys.exit(main())
