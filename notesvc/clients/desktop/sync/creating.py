"""New things made in the service: key and body are stored before they are sent, and sent again until answered."""

import contextlib
import json
from dataclasses import replace
from typing import Any

from notesvc.clients.desktop.sync import placing
from notesvc.clients.desktop.sync.api import Write
from notesvc.clients.desktop.sync.delta import take_note
from notesvc.clients.desktop.sync.desk import Desk, hash_of
from notesvc.clients.desktop.sync.errors import ChangeError, KeyRefusedError, RefusalError, UnreachableError
from notesvc.clients.desktop.sync.state import Creation, Thing
from notesvc.clients.desktop.sync.tree import join, split

MOST = 100
MOST_BYTES = 1024 * 1024
_ROUTES = {"note": "/api/sync/notes", "folder": "/api/sync/folders"}


def make(desk: Desk, creations: list[Creation]) -> None:
    """Begin all of these, which are not begun, and finish them. Raises UnreachableError, KeyRefusedError."""
    for batch in _batches(creations):
        with desk.state.commit():
            for creation in batch:
                desk.state.begin_creation(creation)
        _finish(desk, batch)


def finish_begun(desk: Desk) -> None:
    """Finish what an earlier round has begun."""
    begun = desk.state.creations()
    for batch in _batches([each for each in begun if each.kind in _ROUTES]):
        _finish(desk, batch)
    if begun:
        desk.know()


def is_copy_under_way(desk: Desk, thing: Thing) -> bool:
    """Whether a conflict copy of the note is not made yet."""
    return any(each.of == thing.id for each in desk.state.creations())


def _batches(creations: list[Creation]) -> list[list[Creation]]:
    batches: list[list[Creation]] = []
    size = 0
    for creation in creations:
        length = len(creation.body.encode())
        if not batches or len(batches[-1]) == MOST or size + length > MOST_BYTES:
            batches.append([])
            size = 0
        batches[-1].append(creation)
        size += length
    return batches


def _finish(desk: Desk, batch: list[Creation]) -> None:
    batch = [creation for creation in batch if creation.of is None or _is_copy_written(desk, creation)]
    if not batch:
        return
    writes = [Write("POST", _ROUTES[each.kind], json.loads(each.body), key=each.key) for each in batch]
    # Always as a batch: the same request has to come again in the same form.
    outcomes = desk.api.batch(writes)
    later, refused = 0, []
    with desk.state.commit():
        for creation, outcome in zip(batch, outcomes, strict=True):
            if not isinstance(outcome, RefusalError):
                _note_made(desk, creation, outcome)
            elif outcome.code == "later":
                later = later or outcome.status
                continue
            elif outcome.status != 404:
                desk.state.set_problem(creation.path, str(outcome), creation.sha256)
            if not isinstance(outcome, RefusalError) or creation.of is None:
                desk.state.end_creation(creation.key)
            else:
                refused.append((creation, outcome))
    for copy, refusal in refused:
        _ask_again(desk, copy, refusal)
    if later == 401:
        raise KeyRefusedError("The service does not take this device's key any more: connect again.")
    if later:
        raise UnreachableError(f"The service is in trouble ({later}).", 5)


def _ask_again(desk: Desk, copy: Creation, refusal: RefusalError) -> None:
    """A conflict copy is asked for in each round until it is made: only then has the service what the note's file says.
    Where its folder is gone there, it goes to the top."""
    again = replace(copy, key=desk.new_key())
    if refusal.status == 404:
        file = split(copy.path)[1]
        again.path = desk.naming.free("", file)
        again.body = json.dumps({**json.loads(copy.body), "parentId": None})
        # Where that fails, it is written there anew.
        with contextlib.suppress(ChangeError):
            placing.move(desk, copy.path, again.path)
    with desk.state.commit():
        desk.state.end_creation(copy.key)
        desk.state.begin_creation(again)
    desk.report.is_waiting = True


def _note_made(desk: Desk, creation: Creation, answer: dict[str, Any]) -> None:
    folder, file = split(creation.path)
    place = desk.tree.place_at(folder)
    asked = json.loads(creation.body)
    thing = Thing(
        str(answer["id"]), creation.kind, asked["name"], asked["parentId"], str(answer.get("etag", "")), place, file
    )
    thing.inode, thing.sha256 = creation.inode, creation.sha256
    if place is None:
        thing.leave()
    desk.state.put(thing)
    if creation.kind == "folder":
        desk.tree.folders[thing.id] = thing
        desk.tree.forget_paths()
        return
    desk.state.set_page(thing.id, creation.page)
    if creation.of is not None and desk.state.thing(creation.of):
        desk.state.drop_problems([creation.path])
        # What the note's file says is in the service now.
        desk.state.set_page(creation.of, creation.page)
    desk.state.set_links(thing.id, f"!{folder}")
    desk.tree.notes[thing.id] = take_note(desk, answer)
    desk.naming.take(folder, file, thing.id)


def _is_copy_written(desk: Desk, creation: Creation) -> bool:
    """Write the file of a conflict copy: it is on the disk before anything is sent of it. At the top, where its folder
    is gone; whether it is there."""
    folder, file = split(creation.path)
    for place in dict.fromkeys((folder, "")):
        try:
            _write_copy(desk, creation, join(place, file))
        except (ChangeError, OSError):
            continue
        return True
    desk.report.is_waiting = True
    return False


def _write_copy(desk: Desk, creation: Creation, path: str) -> None:
    entry, folder = desk.disk.look(path), split(path)[0]
    shown = desk.addresses.here(creation.page, folder)
    if entry is not None and desk.hash_file(path) == hash_of(shown):
        creation.path, creation.inode, creation.sha256 = path, entry.inode, hash_of(shown)
        return
    if entry is not None:
        desk.naming.take(folder, split(path)[1], "?")
    creation.path = join(folder, desk.naming.free(folder, split(path)[1]))
    creation.inode = placing.write_new(desk, creation.path, shown).inode
    creation.sha256 = hash_of(shown)
    with desk.state.commit():
        desk.state.begin_creation(creation)
