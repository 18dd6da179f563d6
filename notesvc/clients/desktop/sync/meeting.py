"""A note that is on both sides: what was written and where it was put, on this one and on that one."""

from dataclasses import replace
from typing import Any

from notesvc.clients.desktop.sync import conflicts, creating, merging, pages, placing
from notesvc.clients.desktop.sync.api import Write
from notesvc.clients.desktop.sync.desk import Desk, Text, hash_of
from notesvc.clients.desktop.sync.errors import ChangeError
from notesvc.clients.desktop.sync.folder_steps import FolderSteps
from notesvc.clients.desktop.sync.matching import Matches
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import JOURNAL, TOP, file_of, is_same_name, join, split, title_of

ROUTE = "/api/sync/notes"


class Meeting:
    """A note that is on both sides: what was written and where it was put, on this one and on that one."""

    def __init__(self, desk: Desk, folders: FolderSteps, matches: Matches, thing: Thing, path: str) -> None:
        self._desk, self._folders, self._matches = desk, folders, matches
        self._thing, self._path = thing, path
        self._folder, self._file = split(path)
        self._links = desk.links_from(thing)

    def step(self, text: Text, coming: dict[str, Any] | None) -> bool:
        """The next step; whether there may be another."""
        thing, place = self._thing, self._folders.places.get(self._folder)
        if place is None or creating.is_copy_under_way(self._desk, thing):
            self._desk.report.is_waiting = True
            return False
        base = self._desk.state.page(thing.id) or ""
        theirs = base if coming is None else pages.page_of(coming, like=base)
        text = self._as_there(text, (base, theirs))
        ours = base if pages.is_same(text.page, base) else text.page
        is_edited, is_changed = ours != base, not pages.is_same(theirs, base)
        if is_edited and is_changed and not pages.is_same(ours, theirs):
            return self._merge(text, (base, ours, theirs), coming or {})
        is_moved_there = coming is not None and (coming["name"], coming["parentId"]) != (thing.name, thing.parent)
        fields = {} if not is_edited else pages.difference(theirs, ours, frozenset(thing.own.split()))
        fields |= {} if is_moved_there else self._moved_fields(place)
        # Where it lies is agreed on when it lies where the service has it.
        agreed = None if is_moved_there else place
        if fields:
            return self._send(fields, text, agreed, coming)
        self._agree(text, agreed)
        if is_changed and not is_edited:
            return self._replace(theirs, coming or {}, is_moved_there=is_moved_there)
        if coming is not None:
            self._move(coming)
        elif place == JOURNAL and not thing.is_entry:
            self._leave_journal()
        else:
            self._link(text)
        return False

    def _as_there(self, text: Text, like: tuple[str, str]) -> Text:
        """The text with files named as the service names them, also those that it names from where it lay before."""
        return replace(text, page=self._desk.addresses.there(text.raw, (self._folder, *self._links), like))

    def _link(self, text: Text) -> None:
        """Have the file name other files by where they lie now, and note that it does."""
        thing = self._thing
        shown = self._desk.addresses.here(text.raw, self._folder, self._links)
        if shown != text.raw:
            if not self._desk.may("link", self._path):
                return
            entry = placing.replace(self._desk, thing, self._path, shown)
            thing.inode, thing.sha256, thing.stamp, thing.is_begun = entry.inode, hash_of(shown), "", 0
            self._desk.seen.notes[self._path] = entry
        with self._desk.state.commit():
            self._desk.state.put(thing)
            self._desk.state.set_links(thing.id, self._desk.addresses.kind_of(shown, self._folder))

    def _leave_journal(self) -> None:
        """Only days' entries lie there: what else is put there goes to the top, as on other devices."""
        thing, file = self._thing, self._free("", self._file)
        if not self._desk.may("move", file):
            return
        placing.move(self._desk, self._path, file)
        self._desk.naming.take("", file, thing.id)
        thing.place, thing.file, thing.stamp = TOP, file, ""
        with self._desk.state.commit():
            self._desk.state.put(thing)
        self._matches.paths[thing.id] = file

    def _moved_fields(self, place: str) -> dict[str, Any]:
        """What a PATCH says of a file that was renamed or moved; spelling alone is nothing to say."""
        thing, fields = self._thing, {}
        if place != thing.place:
            fields["parentId"] = None if place in (TOP, JOURNAL) else place
        if not is_same_name(title_of(self._file), title_of(thing.file or "")):
            fields["name"] = title_of(self._file)
        known = {"parentId": thing.parent, "name": thing.name}
        return {name: value for name, value in fields.items() if value != known[name]}

    def _send(self, fields: dict[str, Any], text: Text, place: str | None, coming: dict[str, Any] | None) -> bool:
        thing = self._thing
        known = self._desk.state.problems().get(self._path)
        if (known is not None and known[1] == text.sha256) or not self._desk.may("send", self._path):
            return False
        self._begin_sending(text)
        answer = self._desk.api.write(Write("PATCH", f"{ROUTE}/{thing.id}", fields, etag=thing.etag))
        thing.etag = str(answer["etag"])
        if coming is None:
            thing.name, thing.parent = fields.get("name", thing.name), fields.get("parentId", thing.parent)
        with self._desk.state.commit():
            if known is not None:
                self._desk.state.drop_problems([self._path])
            self._desk.state.drop_merge(thing.id)
            self._desk.state.set_coming(thing, None if coming is None else {**coming, **fields, "etag": thing.etag})
            self._agree(text, place)
        return coming is not None

    def _begin_sending(self, text: Text) -> None:
        """Note which file the note's text is about to come from: where the answer is lost, no other file may pass for
        the one whose text the service has."""
        thing = self._thing
        thing.inode, thing.stamp = text.entry.inode, ""
        with self._desk.state.commit():
            self._desk.state.set_merge(thing.id, text.page, text.page)
            self._desk.state.put(thing)

    def _agree(self, text: Text, place: str | None) -> None:
        """This file is the one that is known, and its text is what both sides have; so is its place, where one is given."""
        thing = self._thing
        if place is not None:
            thing.place, thing.file = place, self._file
        thing.inode, thing.sha256 = text.entry.inode, text.sha256
        thing.stamp, thing.missed, thing.is_begun = self._desk.stamp_of(text.entry), 0, 0
        with self._desk.state.commit():
            self._desk.state.put(thing)
            self._desk.state.set_page(thing.id, text.page)

    def _merge(self, text: Text, texts: tuple[str, str, str], coming: dict[str, Any]) -> bool:
        thing, (_, ours, theirs) = self._thing, texts
        merged = merging.merge(*texts)
        if merged is None:
            return conflicts.keep_both(self._desk, thing, self._path, text) and self._told(text, ours)
        fields = pages.difference(theirs, merged, frozenset(thing.own.split()))
        if not self._desk.may("merge", self._path):
            return False
        if fields:
            with self._desk.state.commit():
                self._desk.state.set_merge(thing.id, ours, merged)
            answer = self._desk.api.write(Write("PATCH", f"{ROUTE}/{thing.id}", fields, etag=thing.etag))
            thing.etag = str(answer["etag"])
        with self._desk.state.commit():
            self._desk.state.drop_merge(thing.id)
            self._desk.state.set_coming(thing, {**coming, **fields, "etag": thing.etag})
            self._told(text, ours)
        return True

    def _told(self, text: Text, ours: str) -> bool:
        """The service has what the file says: the file has nothing new any more."""
        thing = self._thing
        thing.inode, thing.sha256, thing.stamp = text.entry.inode, text.sha256, ""
        with self._desk.state.commit():
            self._desk.state.put(thing)
            self._desk.state.set_page(thing.id, ours)
        return True

    def _replace(self, theirs: str, coming: dict[str, Any], *, is_moved_there: bool) -> bool:
        thing = self._thing
        if not self._desk.may("replace", self._path):
            return False
        shown = self._desk.addresses.here(theirs, self._folder)
        entry = placing.replace(self._desk, thing, self._path, shown)
        thing.inode, thing.sha256, thing.stamp, thing.is_begun = entry.inode, hash_of(shown), "", 0
        self._desk.seen.notes[self._path] = entry
        with self._desk.state.commit():
            self._desk.state.set_page(thing.id, theirs)
            self._desk.state.set_links(thing.id, f"!{self._folder}")
            self._desk.state.set_coming(thing, coming if is_moved_there else None)
        if is_moved_there:
            self._move(coming)
        return False

    def _move(self, coming: dict[str, Any]) -> None:
        """The file to where the note is in the service."""
        thing = self._thing
        place, wanted = place_of(self._desk, coming), title_for(coming)
        if (coming["name"], coming["parentId"]) == (thing.name, thing.parent):
            place, folder = self._folders.places[self._folder], self._folder
        else:
            found = self._folders.path_for(place)
            if found is None:
                raise ChangeError("the folder is not here")
            folder = found
        kept = self._file if is_same_name(coming["name"], thing.name) else file_of(wanted)
        file = self._file if kept == self._file and folder == self._folder else self._free(folder, kept)
        target = join(folder, file)
        if target != self._path:
            if not self._desk.may("move", target):
                return
            placing.move(self._desk, self._path, target)
            self._desk.naming.take(folder, file, thing.id)
        thing.name, thing.parent, thing.place, thing.file, thing.stamp = (
            coming["name"],
            coming["parentId"],
            place,
            file,
            "",
        )
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, None)
        self._matches.paths[thing.id] = target

    def _free(self, folder: str, wanted: str) -> str:
        return self._desk.naming.free(folder, wanted, self._thing.id)


def place_of(desk: Desk, answer: dict[str, Any]) -> str:
    """The id of the folder where a note belongs here."""
    return desk.tree.place_there(answer["parentId"], is_entry=bool(answer.get("journalMeta")))


def title_for(answer: dict[str, Any]) -> str:
    """What a note's file is called: a journal's entry by its date."""
    meta = answer.get("journalMeta") or {}
    return str(meta.get("date") or answer["name"]) if answer["parentId"] is None else str(answer["name"])
