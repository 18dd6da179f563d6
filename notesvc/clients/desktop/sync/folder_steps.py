"""Folders: made, moved and removed on either side as they were on the other."""

import json
from typing import Any

from notesvc.clients.desktop.sync import creating, placing
from notesvc.clients.desktop.sync.api import Write
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.errors import ChangeError, RefusalError
from notesvc.clients.desktop.sync.matching import Matches
from notesvc.clients.desktop.sync.state import Creation, Thing
from notesvc.clients.desktop.sync.tree import JOURNAL, JOURNAL_NAME, TOP, is_day, is_same_name, join, split, title_of
from notesvc.text import file_names

ROUTE = "/api/sync/folders"
_NEVER_FOLDERS = ("attachments",)


class FolderSteps:
    """The folders of a round; `places` are their ids by path."""

    def __init__(self, desk: Desk, matches: Matches) -> None:
        self._desk, self._matches = desk, matches
        self.places = {path: thing_id for thing_id, path in matches.paths.items()} | {"": TOP}
        self._with_notes = {above for path in desk.seen.notes for above in _above(path)}
        self._of_files = {above for each in desk.tree.attachments.values() for above in _above(each.file or "")}

    def settle(self) -> None:
        """Bring both sides' folders together; what was deleted waits until the notes are done."""
        self._adopt()
        self._follow_here()
        self._follow_there()

    def path_for(self, place: str) -> str | None:
        """The path of a folder on this disk, made where it is not there; None where that cannot be now."""
        if place == TOP:
            return ""
        path = self._matches.paths.get(place)
        if path is not None:
            return path
        thing = self._desk.tree.folders.get(place)
        if thing is None and place == JOURNAL:
            thing = self._desk.tree.folders[JOURNAL] = Thing(JOURNAL, "folder", JOURNAL_NAME)
        return None if thing is None else self._make_here(thing)

    # What is on the disk already

    def _adopt(self) -> None:
        """Folders that are new here and lie there under their name already, as after a reset."""
        found = {path: None for path in self._matches.new}
        for thing in self._there_top_down():
            if thing.is_here or thing.is_coming == 2:
                continue
            coming = self._coming(thing)
            parent = coming.get("parentId", thing.parent)
            above = self._matches.paths.get(parent) if parent else ""
            wanted = file_names.safe(coming.get("name", thing.name))
            path = next((p for p in found if above is not None and _is_child(p, above, wanted)), None)
            if path is not None:
                del found[path]
                self._note_here(thing, path)
        for path in found:
            if _is_child(path, "", JOURNAL_NAME) and self._is_journal(path):
                self._desk.tree.folders[JOURNAL] = Thing(JOURNAL, "folder", JOURNAL_NAME)
                self._note_here(self._desk.tree.folders[JOURNAL], path)

    def _is_journal(self, path: str) -> bool:
        """Whether a new folder of that name is the journal's: the workspace has none, and it holds days alone."""
        if JOURNAL in self._desk.tree.folders or self._desk.tree.place_there(None, is_entry=True) != JOURNAL:
            return False
        inside = [each for each in (*self._desk.seen.notes, *self._desk.seen.folders) if split(each)[0] == path]
        return bool(inside) and all(is_day(title_of(split(each)[1])) for each in inside)

    def _note_here(self, thing: Thing, path: str) -> None:
        """The thing is at this path from now on, and as the service has it."""
        coming = self._coming(thing)
        folder, name = split(path)
        thing.place, thing.file, thing.missed = self.places[folder], name, 0
        thing.inode = self._desk.seen.folders[path].inode
        thing.name, thing.parent = coming.get("name", thing.name), coming.get("parentId", thing.parent)
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, None)
        self._matches.paths[thing.id] = path
        self._matches.new.remove(path)
        self.places[path] = thing.id
        self._desk.tree.forget_paths()

    # Here

    def _follow_here(self) -> None:
        level: list[str] = []
        for path in sorted(self._desk.seen.folders, key=lambda each: (each.count("/"), each)):
            if level and level[0].count("/") != path.count("/"):
                self._create(level)
                level = []
            if path not in self.places:
                level.append(path)
                continue
            try:
                self._follow(self._desk.tree.folders[self.places[path]], path)
            except RefusalError as refusal:
                self._refuse(self._desk.tree.folders[self.places[path]], path, refusal)
        self._create(level)

    def _follow(self, thing: Thing, path: str) -> None:
        folder, name = split(path)
        place = self.places.get(folder)
        if place is None or thing.is_coming == 2:
            return
        is_moved = place != thing.place or not is_same_name(name, thing.file or "")
        if is_moved and thing.id != JOURNAL and not thing.is_coming:
            fields: dict[str, Any] = {} if place == thing.place else {"parentId": _parent(place)}
            fields |= {} if is_same_name(name, thing.file or "") else {"name": name}
            if place == JOURNAL or not self._desk.may("send", path):
                return
            answer = self._desk.api.write(Write("PATCH", f"{ROUTE}/{thing.id}", fields, etag=thing.etag))
            thing.etag = str(answer["etag"])
            thing.name, thing.parent = fields.get("name", thing.name), fields.get("parentId", thing.parent)
        self._note_seen(thing, path, place)

    def _note_seen(self, thing: Thing, path: str, place: str) -> None:
        inode, name = self._desk.seen.folders[path].inode, split(path)[1]
        if (thing.place, thing.file, thing.inode, thing.missed) == (place, name, inode, 0):
            return
        thing.place, thing.file, thing.inode, thing.missed = place, name, inode, 0
        with self._desk.state.commit():
            self._desk.state.put(thing)
        self._desk.tree.forget_paths()

    def _refuse(self, thing: Thing, path: str, refusal: RefusalError) -> None:
        """What is there by now is what counts; where nothing is said of it, it is as it was."""
        current = refusal.current or {}
        known = {"name": current.get("name", thing.name), "parentId": current.get("parentId", thing.parent)}
        if refusal.status == 422:
            self._desk.state.set_problem(path, str(refusal))
        if current.get("etag"):
            thing.etag = str(current["etag"])
        place = self.places[split(path)[0]]
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, known)
        self._note_seen(thing, path, place)
        self._desk.report.is_waiting = True

    def _create(self, paths: list[str]) -> None:
        """New folders of one level; those that hold none but other files stay this disk's own."""
        creations = []
        for path in paths:
            folder, name = split(path)
            place = self.places.get(folder)
            if place in (None, JOURNAL) or not self._is_wanted(path) or self._is_refused(path):
                continue
            body = json.dumps({"name": name, "parentId": _parent(str(place))})
            if self._desk.may("create", path):
                entry = self._desk.seen.folders[path]
                creations.append(Creation(self._desk.new_key(), "folder", path, "", body, inode=entry.inode))
        creating.make(self._desk, creations)
        for creation in creations:
            path = creation.path
            made = self._desk.tree.place_at(path)
            if made is not None:
                self.places[path] = made
                self._matches.paths[made] = path

    def _is_wanted(self, path: str) -> bool:
        if path in self._with_notes:
            return True
        is_empty = path not in self._desk.seen.crowded
        return is_empty and split(path)[1] not in _NEVER_FOLDERS and path not in self._of_files

    def _is_refused(self, path: str) -> bool:
        return path in self._desk.state.problems()

    # There

    def _follow_there(self) -> None:
        for thing in self._there_top_down():
            try:
                if thing.is_coming == 1:
                    self._follow_one_there(thing)
            except ChangeError:
                self._desk.report.is_waiting = True

    def _follow_one_there(self, thing: Thing) -> None:
        coming, path = self._coming(thing), self._matches.paths.get(thing.id)
        if not thing.is_here:
            self._make_here(thing)
            return
        if path is None:
            return
        above = self.path_for(coming["parentId"] or TOP)
        if above is None:
            raise ChangeError("the folder above is not here")
        name = split(path)[1]
        if not is_same_name(coming["name"], thing.name) or above != split(path)[0]:
            kept = name if is_same_name(coming["name"], thing.name) else file_names.safe(coming["name"])
            name = self._desk.naming.free(above, kept, thing.id)
        target = join(above, name)
        if target != path:
            if not self._desk.may("move", target):
                return
            placing.move(self._desk, path, target)
            self._desk.naming.take(above, name, thing.id)
            self._desk.report.is_moved = True
        thing.name, thing.parent = coming["name"], coming["parentId"]
        thing.place, thing.file = coming["parentId"] or TOP, name
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, None)
        self._follow_below(path, target)

    def _follow_below(self, path: str, target: str) -> None:
        """What was seen below the old path lies below the new one."""
        self._desk.tree.forget_paths()
        if path == target:
            return
        for thing_id, each in list(self._matches.paths.items()):
            if each == path or each.startswith(f"{path}/"):
                self._matches.paths[thing_id] = target + each[len(path) :]
        self.places = {each: thing_id for thing_id, each in self._matches.paths.items()} | {"": TOP}

    def _make_here(self, thing: Thing) -> str | None:
        coming = self._coming(thing)
        name, parent = coming.get("name", thing.name), coming.get("parentId", thing.parent)
        above = self.path_for(parent or TOP)
        if above is None or thing.is_coming == 2:
            return None
        file = self._desk.naming.free(above, file_names.safe(name), thing.id)
        path = join(above, file)
        if not self._desk.may("make", path):
            return None
        try:
            is_new = self._desk.disk.make_folder(path)
            entry = self._desk.disk.look(path)
        except OSError as error:
            raise ChangeError(str(error)) from error
        if not is_new or entry is None or not entry.is_folder:
            # A folder that came since the look may be another one's: the next round tells.
            raise ChangeError(f"{path} was not made")
        thing.name, thing.parent, thing.place, thing.file = name, parent, parent or TOP, file
        thing.inode, thing.missed = entry.inode, 0
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, None)
        self._desk.naming.take(above, file, thing.id)
        self._desk.seen.folders[path] = entry
        self._matches.paths[thing.id] = path
        self.places[path] = thing.id
        self._desk.tree.forget_paths()
        return path

    def _there_top_down(self) -> list[Thing]:
        """The folders, each after the one that it lies in there."""
        ordered: dict[str, Thing] = {}
        parents = {each.id: self._coming(each).get("parentId", each.parent) for each in self._desk.tree.folders.values()}
        for thing_id in parents:
            chain: list[str] = []
            here: str | None = thing_id
            while here in parents and here not in ordered and here not in chain:
                chain.append(here)
                here = parents[here]
            ordered |= {each: self._desk.tree.folders[each] for each in reversed(chain)}
        return list(ordered.values())

    def _coming(self, thing: Thing) -> dict[str, Any]:
        return (self._desk.state.coming(thing.id) or {}) if thing.is_coming == 1 else {}


def _parent(place: str) -> str | None:
    return None if place in (TOP, JOURNAL) else place


def _above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def _is_child(path: str, folder: str, name: str) -> bool:
    above, own = split(path)
    return above == folder and is_same_name(own, name)


