"""Notes that are in the service and not on this disk, written in batches that are flushed once."""

from typing import Any

from notesvc.clients.desktop.sync import pages, placing
from notesvc.clients.desktop.sync.desk import Desk, hash_of
from notesvc.clients.desktop.sync.errors import ChangeError
from notesvc.clients.desktop.sync.folder_steps import FolderSteps
from notesvc.clients.desktop.sync.matching import Matches, Texts
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import file_of, is_same_name, join, split, title_of
from notesvc.text import file_names

_BATCH = 200


class Writing:
    """New files; those of a batch are known when all of them are on the disk."""

    def __init__(self, desk: Desk, folders: FolderSteps, matches: Matches, texts: Texts) -> None:
        self._desk, self._folders, self._matches, self._texts = desk, folders, matches, texts
        self._batch: list[tuple[Thing, str, str]] = []
        self._by_folder: dict[str, list[str]] = {}
        for path in matches.new:
            self._by_folder.setdefault(split(path)[0], []).append(path)

    def write(self, thing: Thing, page: str, coming: dict[str, Any] | None) -> None:
        """A file for the note, or the one that lies there already and says the same. Raises ChangeError."""
        name = thing.name if coming is None else coming["name"]
        parent = thing.parent if coming is None else coming["parentId"]
        entry = bool((coming or {}).get("journalMeta"))
        place = self._desk.tree.place_there(parent, is_entry=entry)
        folder = self._folders.path_for(place)
        if folder is None:
            raise ChangeError("the folder is not here")
        thing.name, thing.parent, thing.place = name, parent, place
        meta = (coming or {}).get("journalMeta") or {}
        wanted = file_of(str(meta.get("date") or name) if parent is None else name)
        found = self._lying(folder, wanted, page)
        if found is not None:
            self._adopt(thing, found, page)
            return
        file = self._desk.naming.free(folder, wanted, thing.id)
        path = join(folder, file)
        if not self._desk.may("write", path):
            thing.leave()
            return
        shown = self._desk.addresses.here(page, folder)
        made = placing.write_new(self._desk, path, shown, is_flushed=not self._desk.disk.flushes_all)
        self._desk.naming.take(folder, file, thing.id)
        thing.file, thing.inode, thing.sha256, thing.stamp = file, made.inode, hash_of(shown), ""
        self._batch.append((thing, page, folder))
        if len(self._batch) >= _BATCH:
            self.finish()

    def finish(self) -> None:
        """Flush the disk, then note what is on it."""
        if not self._batch:
            return
        self._desk.disk.flush()
        with self._desk.state.commit():
            for thing, page, folder in self._batch:
                self._desk.state.set_page(thing.id, page)
                self._desk.state.set_links(thing.id, f"!{folder}")
                self._desk.state.set_coming(thing, None)
        self._batch = []

    def _lying(self, folder: str, wanted: str, page: str) -> str | None:
        """A file that nobody knows, of that name or with a number behind it, that says the same."""
        title = title_of(wanted)
        for path in self._by_folder.get(folder, ()):
            own = title_of(split(path)[1])
            is_named = is_same_name(own, title) or file_names.key(own).startswith(file_names.key(f"{title} ("))
            text = self._texts.text(path) if is_named else None
            if text is not None and pages.is_same(self._desk.addresses.there(text.raw, (folder,), (page,)), page):
                return path
        return None

    def _adopt(self, thing: Thing, path: str, page: str) -> None:
        text = self._texts.text(path)
        if text is None or not self._desk.may("adopt", path):
            return
        thing.file, thing.inode, thing.sha256, thing.stamp = split(path)[1], text.entry.inode, text.sha256, ""
        thing.missed = thing.is_begun = 0
        with self._desk.state.commit():
            self._desk.state.set_page(thing.id, self._desk.addresses.there(text.raw, (split(path)[0],), (page,)))
            self._desk.state.set_links(thing.id, f"!{split(path)[0]}")
            self._desk.state.set_coming(thing, None)
        self._by_folder[split(path)[0]].remove(path)
        self._matches.new.remove(path)
        self._matches.paths[thing.id] = path
