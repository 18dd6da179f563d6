"""The command line: `notesvc serve`, and what an administrator does now and then."""

import gc
import importlib


def main(words: list[str] | None = None) -> int:
    """Run one command and answer the exit code: 0 well, 1 refused or something wrong, 2 a bad setting or argument."""
    # What is loaded stays for good. Looking for garbage in the middle of it takes a sixth of a start.
    gc.disable()
    commands = importlib.import_module("notesvc.cli.words")
    gc.freeze()
    gc.enable()
    return int(commands.run(words))
