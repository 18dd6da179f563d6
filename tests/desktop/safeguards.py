"""What each safeguard is for: the simulation with one off at a time. `python -m tests.desktop.safeguards 100`."""

import contextlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from notesvc.clients.desktop.sync import (
    api,
    brake,
    conflicts,
    creating,
    delta,
    desk,
    matching,
    meeting,
    merging,
    naming,
    no_replace,
    note_steps,
    placing,
    round,
    scanning,
)
from notesvc.text import file_names
from tests.desktop import disks
from tests.desktop.model_service import ModelService
from tests.desktop.world import World

Off = Callable[[], Any]
_STEPS = 160


def _write_blindly(self: api.Api, write: api.Write) -> dict[str, Any]:
    """With whatever ETag fits."""
    service = self._transport._transport  # type: ignore[attr-defined]
    thing_id = write.path.split("/")[4] if write.path.count("/") > 3 else ""
    is_known = write.etag is not None and thing_id in service._changed
    return _WRITE(self, replace(write, etag=service._etag(thing_id)) if is_known else write)


_WRITE = api.Api.write
_SCAN = scanning.scan
_TAKE = delta._take


def _scan_all_as_read(disk: Any) -> scanning.Scan:
    found = _SCAN(disk)
    found.unreadable = []
    return found


def _take_after_the_cursor(on: desk.Desk, answer: dict[str, Any]) -> None:
    on.state.set_fact("cursor", answer["cursor"])
    on.state._database.execute("COMMIT")
    on.state._database.execute("BEGIN IMMEDIATE")
    _take_each(on, answer)


def _take_each(on: desk.Desk, answer: dict[str, Any]) -> None:
    on.disk._step("between")  # type: ignore[attr-defined]
    _TAKE(on, answer)


def _delete_all_the_same(self: note_steps.NoteSteps, thing: Any, path: str) -> bool:
    os.unlink(self._desk.disk._place.full(path))  # type: ignore[attr-defined]
    return self._forget(thing)


def _rename_over(old: no_replace.Place, new: no_replace.Place) -> None:
    os.rename(old[0], new[0], src_dir_fd=old[1], dst_dir_fd=new[1])


@contextlib.contextmanager
def _no_second_look() -> Iterator[None]:
    with (
        patch.object(placing, "_look_again", lambda *_: None),
        patch.object(placing, "_is_as_expected", lambda *_: True),
    ):
        yield


def safeguards() -> dict[str, Off]:
    """What is turned off, by its name."""
    return {
        "none is off": contextlib.nullcontext,
        "no base text: what is here wins": lambda: patch.object(merging, "merge", lambda base, ours, theirs: ours),
        "no conflict copy": lambda: patch.object(conflicts, "keep_both", lambda *_: True),
        "writes without If-Match": lambda: patch.object(api.Api, "write", _write_blindly),
        "deletions win over edits": lambda: patch.object(note_steps.NoteSteps, "_restore", _delete_all_the_same),
        "no marker": lambda: patch.object(desk.Desk, "check_folder", lambda self: None),
        "deleted when one round missed it": lambda: patch.object(desk, "_ROUNDS", 1),
        "unreadable folders count as empty": lambda: patch.object(round, "scan", _scan_all_as_read),
        "cursor stored before its rows": lambda: patch.object(delta, "_take", _take_after_the_cursor),
        "no second look before and after a file is replaced": _no_second_look,
        "the trash is not read again": lambda: patch.object(placing, "check_trash", lambda on: None),
        "renames replace": lambda: patch.object(no_replace, "rename", _rename_over),
        "names compared by bytes": lambda: patch.object(naming, "file_names", _BY_BYTES),
        "an inode matches whatever is in it": lambda: patch.object(matching, "_is_alike", lambda *_: True),
        "a replacement under way matches anything": lambda: patch.object(_MATCHING, "by_what_was_begun", _nothing),
        "texts of files that are not those that were seen": lambda: patch.object(
            desk.Desk, "text_as_seen", desk.Desk.text
        ),
        "what is sent is not noted before": lambda: patch.object(meeting.Meeting, "_begin_sending", lambda *_: None),
        "a full disk is not noticed": lambda: patch.object(disks.SteppingDisk, "_complain", lambda self: None),
        "no brake": lambda: patch.object(brake, "check", lambda *_: None),
        "begun creations are not finished": lambda: patch.object(creating, "finish_begun", lambda on: None),
    }


_MATCHING = matching._Matching
_BY_BYTES = SimpleNamespace(key=str, with_number=file_names.with_number)


def _nothing(*_: Any) -> None:
    pass


def outcome(seed: int, home: Path) -> Counter[str]:
    """How the run ended (lost, never the same, broken, or none of them); notes that were deleted though nobody took
    their lines away, so that their ids, history and links are gone; and notes that say the same as another."""
    service = ModelService()
    world = World(seed, home, service, service)
    ends: Counter[str] = Counter()
    try:
        world.run(_STEPS)
        world.settle()
        world.check()
    except AssertionError as error:
        ends["lost" if "lost" in str(error) else "never the same"] = 1
    except Exception:
        ends["broken"] = 1
    gone = [set(str(note["content"]).splitlines()) for note in service.notes.values() if note["deleted"]]
    ends["ids"] = sum(bool(lines) and not lines & world.ledger.removed for lines in gone)
    live = Counter(str(note["content"]) for note in service.live_notes().values())
    ends["doubles"] = sum(live.values()) - len(live)
    return ends


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    wanted = sys.argv[2:]
    for name, off in safeguards().items():
        if wanted and not any(word in name for word in wanted):
            continue
        ends: Counter[str] = Counter()
        for seed in range(runs):
            home = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
            with off():
                ends += outcome(seed, home)
            shutil.rmtree(home)
        columns = ("lost", "never the same", "broken", "ids", "doubles")
        print(f"| {name} | {' | '.join(str(ends[each]) for each in columns)} |", flush=True)


if __name__ == "__main__":
    main()
