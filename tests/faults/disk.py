"""What a disk may hold after a power cut, made from the log of what was done to it.

What was synced is there: a file's bytes by a sync of the file, a name by a sync of its folder. Of the rest any part
is: single writes, sectors of a write, names. `is_journaled` is the kinder model, as ext4 in its usual mode: names come
and go in order, and any sync takes all earlier ones along.
"""

import os
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults import shim
from tests.faults.shim import Operation

_SECTOR = 512


@dataclass(frozen=True, slots=True)
class Change:
    """A write of bytes, or (`content` None) a new length, to a file."""

    number: int
    offset: int
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Naming:
    """A name of a folder that came (`node`) or went (None). A rename is two with one number: both, or neither."""

    number: int
    name: str
    node: "Node | None"


@dataclass(eq=False)
class Node:
    """A file or a folder: everything that was ever done to it, and what the last sync covered."""

    is_folder: bool
    names: dict[str, "Node"] = field(default_factory=dict)
    namings: list[Naming] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    synced: int = -1


_NAMELESS = " (deleted)"


class Disk:
    """Takes operations in order; `leave` writes what may be there after all of them were cut off."""

    def __init__(self, root: Path, folders: Iterable[str]) -> None:
        self._root = root.resolve()
        self._top = Node(True)
        for name in folders:
            self._top.names[name] = Node(True)
            self._top.namings.append(Naming(-2, name, self._top.names[name]))
        self._open: dict[int, Node] = {}
        self._syncing: dict[int, tuple[Node, int]] = {}
        self._last_sync = -1

    def take(self, operation: Operation) -> None:
        """Do to the model what was done to the disk."""
        kind = operation.kind
        if operation.path.endswith(_NAMELESS) and operation.inode not in self._open:
            # Such a file is in no folder, so nothing of it is left.
            return
        if kind == shim.OPEN:
            self._opened(operation)
        elif kind in (shim.WRITE, shim.TRUNCATE, shim.ALLOCATE):
            self._changed(operation)
        elif kind in (shim.SYNC, shim.SYNCED):
            self._synced(operation)
        elif kind in (shim.MKDIR, shim.UNLINK, shim.RMDIR):
            folder, name = self._place(operation.path)
            self._name(folder, name, Node(True) if kind == shim.MKDIR else None, operation.number)
        elif kind in (shim.RENAME, shim.LINK):
            folder, name = self._place(operation.path)
            node = folder.names[name]
            if kind == shim.RENAME:
                self._name(folder, name, None, operation.number)
            folder, name = self._place(operation.second)
            self._name(folder, name, node, operation.number)

    def leave(self, target: Path, dice: random.Random, is_journaled: bool) -> None:
        """Write one of the states that the disk may be in now below `target`, an empty folder."""
        share = dice.choice((0.0, 0.5, 1.0, dice.random()))
        kept: dict[int, bool] = {}
        border = dice.choice((self._last_sync, dice.randint(self._last_sync, 2**40), 2**41))

        def stays(number: int, synced: int) -> bool:
            if is_journaled:
                return number <= max(border, self._last_sync)
            return number < synced or kept.setdefault(number, dice.random() < share)

        def put(node: Node, path: Path) -> None:
            if not node.is_folder:
                path.write_bytes(_content(node, dice, share))
                path.chmod(0o600)
                return
            path.mkdir(mode=0o700, exist_ok=True)
            for name, child in _names(node, stays).items():
                put(child, path / name)

        put(self._top, target)

    def _opened(self, operation: Operation) -> None:
        folder, name = self._place(operation.path)
        if name not in folder.names:
            self._name(folder, name, Node(False), operation.number)
        self._open[operation.inode] = folder.names[name]
        if operation.offset & os.O_TRUNC:
            folder.names[name].changes.append(Change(operation.number, 0, None))

    def _changed(self, operation: Operation) -> None:
        if operation.path.endswith("-shm"):
            return
        content = operation.content if operation.kind == shim.WRITE else None
        self._file(operation).changes.append(Change(operation.number, operation.offset, content))

    def _synced(self, operation: Operation) -> None:
        if operation.kind == shim.SYNC:
            self._syncing[operation.thread] = self._file(operation), operation.number
            return
        node, began = self._syncing.pop(operation.thread)
        node.synced = max(node.synced, began)
        self._last_sync = max(self._last_sync, began)

    def _file(self, operation: Operation) -> Node:
        if operation.inode in self._open:
            return self._open[operation.inode]
        if Path(operation.path) == self._root:
            return self._top
        folder, name = self._place(operation.path)
        return folder.names[name]

    def _place(self, path: str) -> tuple[Node, str]:
        *folders, name = Path(path).relative_to(self._root).parts
        node = self._top
        for each in folders:
            node = node.names[each]
        return node, name

    def _name(self, folder: Node, name: str, node: Node | None, number: int) -> None:
        folder.namings.append(Naming(number, name, node))
        if node is None:
            folder.names.pop(name, None)
        else:
            folder.names[name] = node


def _names(folder: Node, stays: Callable[[int, int], bool]) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for naming in folder.namings:
        if not stays(naming.number, folder.synced):
            continue
        if naming.node is None:
            found.pop(naming.name, None)
        else:
            found[naming.name] = naming.node
    return found


def _content(file: Node, dice: random.Random, share: float) -> bytes:
    found = bytearray()
    for change in file.changes:
        is_synced = change.number < file.synced
        if not is_synced and dice.random() >= share:
            continue
        if change.content is None:
            del found[change.offset :]
            found.extend(bytes(change.offset - len(found)))
            continue
        end = change.offset + len(change.content)
        found.extend(bytes(max(end - len(found), 0)))
        is_torn = not is_synced and dice.random() < 0.3
        for at in range(0, len(change.content), _SECTOR) if is_torn else (0,):
            piece = change.content[at : at + _SECTOR] if is_torn else change.content
            if not is_torn or dice.random() < 0.5:
                found[change.offset + at : change.offset + at + len(piece)] = piece
    return bytes(found)
