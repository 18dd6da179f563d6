"""The command line: `notesvc serve`, and what an administrator does now and then."""

import gc
import importlib
from typing import Any


def main(words: list[str] | None = None) -> int:
    """Run one command and answer the exit code: 0 well, 1 refused or something wrong, 2 a bad setting or argument."""
    return int(load_module("notesvc.cli.words").run(words))


def load_module(name: str) -> Any:
    """The module of that name, loaded when it is needed: most commands need none of what serves the notes."""
    # What is loaded stays for good. Looking for garbage in the middle of it takes a sixth of a start.
    gc.disable()
    module = importlib.import_module(name)
    gc.freeze()
    gc.enable()
    return module
