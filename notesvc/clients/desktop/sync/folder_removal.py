"""Folders that are deleted on one side go on the other: empty ones only, so that nothing new is taken along."""

from notesvc.clients.desktop.sync.api import Write
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.errors import RefusalError
from notesvc.clients.desktop.sync.folder_steps import ROUTE
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import JOURNAL

_FIELDS = (("name", "name"), ("parentId", "parent"))


def remove(desk: Desk, paths: dict[str, str]) -> None:
    """Remove them, the deepest first; `paths` are those of the folders that are here, by id."""
    for thing in reversed(desk.tree.top_down()):
        path = paths.get(thing.id)
        if thing.is_coming == 2:
            _remove_here(desk, thing, path)
        elif thing.id == JOURNAL and path is None and thing.missed:
            with desk.state.commit():
                desk.state.forget(thing.id)
        elif thing.is_here and path is None and desk.is_gone(thing) and desk.may("delete there", thing.name):
            _remove_there(desk, thing)


def _remove_here(desk: Desk, thing: Thing, path: str | None) -> None:
    if path is not None:
        if not desk.may("remove", path):
            return
        try:
            desk.disk.remove_folder(path)
        except OSError:
            # Something of this disk is in it: then it is a new folder from now on.
            desk.report.is_waiting = True
    with desk.state.commit():
        desk.state.forget(thing.id)


def _remove_there(desk: Desk, thing: Thing) -> None:
    desk.check_folder()
    try:
        desk.api.write(Write("DELETE", f"{ROUTE}/{thing.id}", etag=thing.etag))
    except RefusalError as refusal:
        if refusal.status != 404:
            _bring_back(desk, thing, refusal)
            return
    with desk.state.commit():
        desk.state.forget(thing.id)


def _bring_back(desk: Desk, thing: Thing, refusal: RefusalError) -> None:
    """It is not empty there, or is not what it was: it is made here again."""
    current = refusal.current or desk.state.coming(thing.id) or {}
    thing.etag = str(current.get("etag", thing.etag))
    known = {name: current.get(name, getattr(thing, own)) for name, own in _FIELDS}
    thing.leave()
    with desk.state.commit():
        desk.state.set_coming(thing, known)
    desk.report.is_waiting = True
