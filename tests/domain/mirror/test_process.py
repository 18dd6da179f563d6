"""The process of the jobs with a folder of the machine: killed within rounds, and editors that save in their ways."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from notesvc.domain.caller import Caller
from notesvc.models import StoragePart
from tests import programs
from tests.backends.model import SOUND
from tests.conftest import on_sqlite
from tests.domain.conftest import MakeNote
from tests.domain.mirror.rig import Rig
from tests.places import PROJECT
from tests.service import environment, wait_until

pytestmark = pytest.mark.process

_NOTES = 150


@contextmanager
def killed_jobs(instance: Path, root: Path) -> Iterator[None]:
    """The jobs run meanwhile, and are killed then."""
    settings = environment(instance, {"NOTESVC_MIRROR_ROOT": str(root)})
    with programs.running([sys.executable, "-m", "notesvc.jobs"], cwd=PROJECT, env=settings) as process:
        yield
        process.kill()


@on_sqlite
def test_kills_and_editors_lose_nothing(caller: Caller, make_note: MakeNote, instance: Path, tmp_path: Path) -> None:
    root = tmp_path / "mirrors"
    root.mkdir()
    rig = Rig(caller)
    held = {"backend": "folder", "mode": "two_way", "capabilities": asdict(replace(SOUND, replaces="swap"))}
    StoragePart.update(held).where(StoragePart.id == rig.part_id).execute()
    for number in range(_NOTES):
        make_note(f"n{number}", f"text {number}\n")
    folder = root / caller.user_id

    def count() -> int:
        return len(list(folder.glob("n*.md")))

    for wanted in (1, 40, 110, _NOTES):
        with killed_jobs(instance, root):
            wait_until(lambda wanted=wanted: count() >= wanted, "files are written")  # type: ignore[misc]
    texts = {path: path.read_text() for path in sorted(folder.glob("n*.md"))[:3]}
    in_place, by_rename, by_deleting = texts
    in_place.write_text(f"{texts[in_place]}edited\n")
    beside = folder / ".editor"
    beside.write_text(f"{texts[by_rename]}edited\n")
    os.rename(beside, by_rename)
    by_deleting.unlink()
    by_deleting.write_text(f"{texts[by_deleting]}edited\n")
    with killed_jobs(instance, root):
        wait_until(lambda: sum("edited" in text for text in rig.notes().values()) == 3, "edits are read")
    assert len(rig.notes()) == _NOTES
    assert count() == _NOTES
    assert rig.count("mirror_conflicts") == 0
