"""What commands say: lines for people, or one JSON document for scripts."""

import contextlib
import json
import os
import sys
from typing import Any, TextIO

from notesvc.clients.desktop.cli.codes import FAILED, CommandError


class Output:
    """Lines at once, or everything in one document at the end."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self._said: dict[str, Any] = {}

    def say(self, line: str) -> None:
        """A line for people. Raises CommandError where nobody reads any more."""
        if self.is_json:
            self._said.setdefault("messages", []).append(line)
        else:
            _print(line, sys.stdout)

    def tell(self, name: str, value: Any) -> None:
        """A value for scripts."""
        self._said[name] = value

    def fail(self, text: str, code: int) -> None:
        """Why the command ends."""
        self._said |= {"error": text, "code": code}
        if not self.is_json:
            with contextlib.suppress(CommandError):
                _print(text, sys.stderr)

    def end(self) -> None:
        """Print the document, where one is wanted."""
        if self.is_json:
            with contextlib.suppress(CommandError):
                _print(json.dumps(self._said, ensure_ascii=False), sys.stdout)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError as error:
        # What is still in its buffer would fail once more when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise CommandError(FAILED, "Nobody reads its output any more: it has ended.") from error
