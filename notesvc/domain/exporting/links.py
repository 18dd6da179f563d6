"""What the links of exported notes mean: looked up once for a whole site."""

from notesvc import database
from notesvc.domain.links.resolution import Resolver
from notesvc.models.attachments import path_segment
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.html.link_targets import Kind, Links, Target
from notesvc.text.markdown import link_addresses

_ATTACHMENTS = "SELECT id, name, name_key, folder, type FROM attachments WHERE owner_id = ? ORDER BY name_key, id"
_KINDS: dict[str, Kind] = {"image": "image", "audio": "audio", "video": "video"}


class LinkMaker:
    """Makes the links of one workspace's notes, with the service's own addresses."""

    def __init__(self, owner_id: str) -> None:
        self._resolver = Resolver(owner_id)
        self._files: dict[str, list[tuple[str, Target]]] = {}
        with database.connection():
            rows = database.execute(_ATTACHMENTS, (owner_id,)).fetchall()
        for attachment_id, name, name_key, folder, media_type in rows:
            kind = _KINDS.get(media_type.partition("/")[0], "file")
            target = Target(f"/files/{attachment_id}/{path_segment(name)}", kind)
            self._files.setdefault(name_key, []).append((f"/{title_key(folder)}", target))

    def of(self, content: str, parent_id: str | None) -> Links:
        """The targets of all that the text of a note of that folder refers to."""
        tokens = inline.scan(content)
        titles = {token.title for token in tokens if token.kind == "wiki"}
        titles |= {address.path for address in link_addresses.addresses(content) if address.path}
        self._resolver.learn(titles)
        wiki = {title: target for title in titles if (target := self._target(title, parent_id))}
        ids = {token.value for token in tokens if token.kind == "note"}
        return Links(wiki=wiki, notes={note_id: Target(f"/notes/{note_id}") for note_id in ids})

    def _target(self, title: str, parent_id: str | None) -> Target | None:
        note_id = self._resolver.resolve(title, parent_id)
        return self._file(title) if note_id is None else Target(f"/notes/{note_id}")

    def _file(self, title: str) -> Target | None:
        """The attachment of that name, in the folder that the title names where there are several."""
        folder, _, name = title.rpartition("/")
        found = self._files.get(title_key(name), [])
        fitting = [target for place, target in found if place.endswith(f"/{title_key(folder)}")]
        return next(iter(fitting or [target for _, target in found]), None)
