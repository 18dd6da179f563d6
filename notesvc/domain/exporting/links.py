"""What the links of exported notes mean: looked up once for a whole site."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from notesvc import database
from notesvc.domain import note_attachments
from notesvc.domain.links import files
from notesvc.domain.links.files import FileResolver, Found, Reach
from notesvc.domain.links.resolution import Resolver
from notesvc.domain.shares import warnings
from notesvc.models.attachments import path_segment
from notesvc.text import inline
from notesvc.text.html.link_targets import Kind, Links, Target
from notesvc.text.markdown import link_addresses

_ATTACHMENTS = "SELECT id, name, name_key, type FROM attachments WHERE owner_id = ?"
_KINDS: dict[str, Kind] = {"image": "image", "audio": "audio", "video": "video"}


class Source(NamedTuple):
    """A text whose links are made."""

    note_id: str
    parent_id: str | None
    content: str


class LinkMaker:
    """Makes the links of one workspace's notes, with the service's own addresses."""

    def __init__(self, owner_id: str) -> None:
        self._resolver = Resolver(owner_id)
        self._near = FileResolver(owner_id)
        self._files: dict[str, Target] = {}
        self._names: set[str] = set()
        with database.connection():
            rows = database.execute(_ATTACHMENTS, (owner_id,)).fetchall()
        for attachment_id, name, name_key, media_type in rows:
            kind = _KINDS.get(media_type.partition("/")[0], "file")
            self._files[attachment_id] = Target(f"/files/{attachment_id}/{path_segment(name)}", kind)
            self._names.add(name_key)

    def of(self, source: Source) -> tuple[Links, list[str]]:
        """The targets of all that the text refers to, and what its owner should know of the files among them."""
        tokens = inline.scan(source.content)
        titles = {token.title for token in tokens if token.kind == "wiki"}
        addresses = {address.path for address in link_addresses.addresses(source.content) if address.path}
        found = self._files_in(source, titles, addresses)
        targets = {name: self._files[each.file_id] for name, each in found.items() if each.file_id in self._files}
        left = (titles | addresses) - targets.keys()
        self._resolver.learn(left)
        for title in left:
            if note_id := self._resolver.resolve(title, source.parent_id):
                targets[title] = Target(f"/notes/{note_id}")
        ids = {token.value for token in tokens if token.kind == "note"}
        links = Links(wiki=targets, notes={note_id: Target(f"/notes/{note_id}") for note_id in ids})
        placed = set(note_attachments.ADDRESS.findall(source.content))
        far = {name for name, each in found.items() if each.is_far and each.file_id not in placed}
        return links, list(self._told(sorted(titles | addresses), targets.keys(), far))

    def _files_in(self, source: Source, titles: set[str], addresses: set[str]) -> dict[str, Found]:
        """Names are bound; addresses that an import has left as they are mean what is near."""
        found = files.bound_in(source.note_id) if titles else {}
        for address in addresses - titles:
            if near := self._near.find(address, source.note_id, source.parent_id, Reach.NEAR):
                found[address] = near
        return found

    def _told(self, names: list[str], found: Collection[str], far: set[str]) -> Iterator[str]:
        for name in names:
            if name in far:
                yield warnings.FAR_FILE.format(name)
            elif name not in found and files.key_of(name) in self._names:
                yield warnings.OTHER_FILE.format(name)
