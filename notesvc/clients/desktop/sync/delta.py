"""What changed in the service, brought into the state: a page of rows and its cursor in one commit."""

from typing import Any

from notesvc.clients.desktop.sync import pages
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.errors import RestoredError
from notesvc.clients.desktop.sync.state import UNWANTED, Thing
from notesvc.clients.desktop.sync.tree import TOP

_NOTE = ("id", "name", "parentId", "content", "tags", "properties", "icon", "cover", "etag", "journalMeta")


def bring(desk: Desk) -> None:
    """Ask until nothing more has changed. Raises RestoredError, UnreachableError, KeyRefusedError."""
    is_more = True
    count = 0
    while is_more:
        answer = desk.api.changes(desk.state.fact("cursor"))
        epoch = desk.state.fact("epoch")
        if epoch and answer["epoch"] != epoch:
            raise RestoredError("The service was set back to a backup.")
        with desk.state.commit():
            _take(desk, answer)
            desk.state.set_fact("epoch", answer["epoch"])
            desk.state.set_fact("cursor", answer["cursor"])
        count += len(answer["notes"])
        is_more = bool(answer["more"])
        if is_more:
            desk.progress("read from the service", count, 0)
    desk.know()


def take_note(desk: Desk, answer: dict[str, Any]) -> Thing:
    """Note how a note is in the service now, within a commit; `answer` is the whole note with its ETag."""
    state = desk.state
    answer = {name: answer.get(name) for name in _NOTE}
    thing = state.thing(answer["id"]) or Thing(answer["id"], "note")
    merge = state.merge(thing.id)
    if merge is not None:
        if pages.is_same(merge[1], pages.page_of(answer)):
            # What was merged has arrived: the file may still have the text that went into it.
            state.set_page(thing.id, merge[0])
            # Which of the texts it has, only the file itself tells.
            thing.sha256 = thing.stamp = ""
        state.drop_merge(thing.id)
    base = state.page(thing.id)
    is_same = (thing.name, thing.parent) == (answer["name"], answer["parentId"])
    is_same = is_same and base is not None and pages.is_same(pages.page_of(answer), base)
    thing.etag = str(answer["etag"])
    thing.is_entry = int(bool(answer["journalMeta"]))
    thing.own = " ".join(sorted(pages.own_of(answer)))
    state.set_coming(thing, None if is_same and thing.is_here else answer)
    return thing


def _take(desk: Desk, answer: dict[str, Any]) -> None:
    for row in answer["folders"]:
        _take_folder(desk, row)
    for row in answer["notes"]:
        take_note(desk, row)
    for row in answer["attachments"]:
        _take_attachment(desk, row)
    for row in answer["deleted"]:
        _take_deletion(desk, row["id"])


def _take_folder(desk: Desk, row: dict[str, Any]) -> None:
    thing = desk.state.thing(row["id"]) or Thing(row["id"], "folder")
    thing.etag = str(row["etag"])
    is_same = (thing.name, thing.parent, thing.place) == (row["name"], row["parentId"], row["parentId"] or TOP)
    coming = {"name": row["name"], "parentId": row["parentId"]}
    desk.state.set_coming(thing, None if is_same else coming)


def _take_attachment(desk: Desk, row: dict[str, Any]) -> None:
    kept = {name: row.get(name) for name in ("id", "name", "size", "sha256", "folder")}
    thing = desk.state.thing(row["id"]) or Thing(row["id"], "attachment", own=str(row["sha256"]))
    thing.name = str(row["name"])
    if not thing.is_here and thing.etag != UNWANTED:
        desk.state.set_coming(thing, kept)


def _take_deletion(desk: Desk, thing_id: str) -> None:
    thing = desk.state.thing(thing_id)
    if thing is None:
        return
    if thing.is_here:
        desk.state.set_coming(thing, {})
    else:
        desk.state.forget(thing_id)
