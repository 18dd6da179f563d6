"""What goes hard on a client: files that are swapped, put over each other or gone for a while, and open editors."""

import itertools
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.desktop.disks import Place
from tests.desktop.ledger import Ledger

_EDITORS = 3


class RoughHands:
    """Acts on the files that `files` lists."""

    def __init__(
        self, place: Place, ledger: Ledger, random_source: random.Random, files: Callable[[], list[Path]]
    ) -> None:
        self._place, self._ledger, self._random, self._files = place, ledger, random_source, files
        self._open: list[int] = []
        self._away: list[tuple[Path, Path]] = []

    def act(self) -> None:
        acts = [self.swap, self.swap, self._rotate, self._rename_over, self._copy_over, self._swap_and_edit]
        self._random.choice([*acts, self._open_editor, self._open_editor, self._type, self._type])()

    @property
    def has_files_away(self) -> bool:
        return bool(self._away)

    def swap(self) -> None:
        if len(files := self._some(2)) == 2:
            _rotate(files)

    def _rotate(self) -> None:
        if len(files := self._some(3)) == 3:
            _rotate(files)

    def _swap_and_edit(self) -> None:
        if len(files := self._some(2)) == 2:
            _rotate(files)
            for path in files:
                self._place.write(path, self._ledger.edit(path.read_text(), self._random))

    def _rename_over(self) -> None:
        """One file in the place of another, which nobody wants any more."""
        if len(files := self._some(2)) == 2:
            self._ledger.remove(files[1].read_text())
            self._place.release(str(files[1].relative_to(self._place.root)))
            files[0].replace(files[1])

    def _copy_over(self) -> None:
        if len(files := self._some(2)) == 2:
            self._ledger.remove(files[1].read_text())
            self._place.write(files[1], files[0].read_text())

    # An editor that holds a file open, wherever that goes

    def _open_editor(self) -> None:
        if len(self._open) < _EDITORS and (files := self._some(1)):
            self._open.append(os.open(files[0], os.O_RDWR))

    def _type(self) -> None:
        for held in self._open:
            if os.fstat(held).st_nlink:
                text = os.pread(held, 1_000_000, 0).decode()
                edited = self._ledger.edit(text, self._random).encode()
                os.pwrite(held, edited, 0)
                os.ftruncate(held, len(edited))
                self._place.touch(held)

    def type_at_once(self) -> None:
        """Whoever holds a file open writes."""
        self._type()

    def close_what_is_in_the_trash(self, trash: Path) -> None:
        """The client reads the trash again in the next round, and then never more."""
        gone = {path.stat().st_ino for path in trash.iterdir()} if trash.is_dir() else set()
        for held in list(self._open):
            facts = os.fstat(held)
            if facts.st_ino in gone or not facts.st_nlink:
                self._close(held)

    def close_all(self) -> None:
        for held in list(self._open):
            self._close(held)

    def _close(self, held: int) -> None:
        os.close(held)
        self._open.remove(held)

    # Another program that takes all files away for a while

    def take_away(self, aside: Path) -> None:
        aside.mkdir(exist_ok=True)
        for number, path in enumerate(self._files()):
            kept = aside / str(number)
            path.rename(kept)
            self._away.append((path, kept))

    def put_back(self) -> None:
        for path, kept in self._away:
            folder = Path(self._place.full(str(path.parent.relative_to(self._place.root))))
            folder.mkdir(parents=True, exist_ok=True)
            names = (f"back {number}.md" for number in itertools.count(1))
            found = (self._free(folder, name) for name in itertools.chain([path.name], names))
            kept.rename(next(filter(None, found)))
        self._away = []

    def _free(self, folder: Path, name: str) -> Path | None:
        path = self._place.full(str((folder / name).relative_to(self._place.root)))
        return None if os.path.lexists(path) else Path(path)

    def _some(self, count: int) -> list[Path]:
        files = self._files()
        return self._random.sample(files, count) if len(files) >= count else []


def _rotate(files: list[Path]) -> None:
    """Each file in the place of the one before it."""
    aside = files[0].with_name(".swapping")
    files[0].rename(aside)
    for one, other in zip(files[1:], files, strict=False):
        one.rename(other)
    shutil.move(aside, files[-1])
