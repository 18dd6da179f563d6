"""Writes blocks of Markdown one after the other, inside the quotes and list items that are open."""

from dataclasses import dataclass

MAX_CONTAINERS = 16
"""Deeper quotes and lists are written as if they stood at this depth, or output would grow with its square."""


@dataclass(slots=True, eq=False)
class Container:
    """An open quote (no marker), list item or footnote; `pending` until its marker is written."""

    marker: str = ""
    pending: bool = False

    @property
    def prefix(self) -> str:
        """What stands before each of its lines but the first."""
        if not self.marker:
            return "> "
        return " " * (4 if self.marker.startswith("[") else max(4, len(self.marker)))


class Writer:
    """Collects lines. Blocks are kept apart by a blank line, items of a list are not."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.containers: list[Container] = []
        self._before: list[Container] = []  # what was open when the last block was written
        self._tight = False

    def open_quote(self) -> Container | None:
        """Starts a quote; None when there are too many."""
        return self._open(Container())

    def open_item(self, marker: str, tight: bool) -> Container | None:
        """Starts a list item; `tight` when no blank line belongs before it. None when there are too many."""
        self._tight = tight
        return self._open(Container(marker, pending=True))

    def close(self, container: Container | None) -> None:
        """Ends a quote or item, and all that was opened inside it."""
        if container in self.containers:
            del self.containers[self.containers.index(container) :]
            self._tight = False

    def block(self, text: str, alone: bool = False) -> None:
        """Writes a block. `alone`: its lines may not share one with the marker of a list item."""
        if self.lines and not self._tight:
            self._blank()
        self._tight = False
        self._markers(all_of_them=alone)
        rest = "".join(container.prefix for container in self.containers)
        first = rest
        if self.containers and self.containers[-1].pending:
            outer = "".join(container.prefix for container in self.containers[:-1])
            first = outer + self.containers[-1].marker
            self.containers[-1].pending = False
        head, *lines = text.split("\n")
        self.lines.append(first + head)
        self.lines += [(rest + line).rstrip(" ") if not line else rest + line for line in lines]
        self._before = list(self.containers)

    def text(self) -> str:
        """Everything written so far."""
        return "\n".join(self.lines).strip("\n")

    def _open(self, container: Container) -> Container | None:
        if len(self.containers) >= MAX_CONTAINERS:
            return None
        self.containers.append(container)
        return container

    def _blank(self) -> None:
        shared = ""
        for before, now in zip(self._before, self.containers, strict=False):
            if before is not now:
                break
            shared += now.prefix
        self.lines.append(shared.rstrip(" "))

    def _markers(self, all_of_them: bool) -> None:
        """Writes the markers that wait on lines of their own; of the innermost item only when it must not wait."""
        prefix = ""
        for index, container in enumerate(self.containers):
            innermost = index == len(self.containers) - 1
            if container.pending and (all_of_them or not innermost):
                self.lines.append((prefix + container.marker).rstrip(" "))
                container.pending = False
            prefix += container.prefix
