"""What was written, and what somebody took away: each line is told apart from all others."""

import itertools
import random
import re

_ADDRESS = re.compile(r"!\[\]\([^)]*\)")


class Ledger:
    """Every line that was ever written, and those that somebody took away on purpose."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self.written: set[str] = set()
        self.removed: set[str] = set()
        self.files: set[bytes] = set()
        self.removed_files: set[bytes] = set()

    def line(self) -> str:
        line = f"line {next(self._numbers)} of somebody"
        self.written.add(line)
        return line

    def text(self, random_source: random.Random) -> str:
        return "".join(f"{self.line()}\n" for _ in range(random_source.randint(2, 6)))

    def remove(self, text: str) -> None:
        self.removed |= self.written & {_ADDRESS.sub("", line).rstrip() for line in text.splitlines()}

    def file(self) -> bytes:
        """What a new file holds."""
        data = b"file %d of somebody\n" % next(self._numbers) * 3
        self.files.add(data)
        return data

    def remove_file(self, data: bytes) -> None:
        self.removed_files.add(data)

    def edit(self, text: str, random_source: random.Random) -> str:
        """The text after an edit: a line added at the end or in the middle, changed, or taken away."""
        lines = text.splitlines()
        place = random_source.randrange(len(lines) + 1)
        act = random_source.choice(["append", "insert", "change", "remove"])
        if act == "append":
            lines.append(self.line())
        elif act == "insert" or place == len(lines):
            lines.insert(place, self.line())
        else:
            self.remove(lines[place])
            lines[place : place + 1] = [self.line()] if act == "change" else []
        return "".join(f"{line}\n" for line in lines)
