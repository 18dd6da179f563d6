"""How notes name files: by an address there, by a path here."""

import posixpath
import re
from collections.abc import Iterable
from urllib.parse import quote

from notesvc.clients.desktop.sync.tree import Tree, join, split
from notesvc.text import file_names, inline
from notesvc.text.markdown import front_matter, link_addresses

_THERE = re.compile(r"/files/(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[^/]+")


class Addresses:
    """Which attachment is meant by which path; a path that one has left stays its own until another one has it."""

    def __init__(self, known: dict[str, str], tree: Tree) -> None:
        self._ids: dict[str, dict[str, str]] = {}
        for path, attachment_id in known.items():
            self._ids.setdefault(file_names.key(path), {})[path] = attachment_id
        self.paths = {each.id: each.file for each in tree.attachments.values() if each.file}
        self.version = 0

    def put(self, path: str, attachment_id: str) -> None:
        """The attachment lies at the path, or is going to."""
        self._ids.setdefault(file_names.key(path), {})[path] = attachment_id
        self.paths[attachment_id] = path
        self.version += 1

    def drop(self, attachment_id: str) -> None:
        """The attachment has no path any more."""
        self.paths.pop(attachment_id, None)
        self.version += 1

    def drop_path(self, path: str) -> None:
        """The path is nobody's."""
        self._ids.get(file_names.key(path), {}).pop(path, None)
        self.version += 1

    def like(self, path: str) -> dict[str, str]:
        """Whose this path is and each that differs in case or spelling alone, which are one on some disks."""
        return dict(self._ids.get(file_names.key(path), {}))

    def owner(self, path: str) -> str | None:
        """Whose the path is: as it is spelled, or in another case or spelling."""
        known = self._ids.get(file_names.key(path), {})
        return known.get(path) or next(iter(known.values()), None)

    def there(self, page: str, folders: tuple[str, ...], like: Iterable[str] = ()) -> str:
        """The page as the service has it: addresses of attachments in the place of paths, spelled as the pages `like`
        spell them. Paths are looked for from each of the folders."""
        head, content = _parts(page)
        found = [(each, self._meant(each.path, folders)) for each in link_addresses.paths(content)]
        if not any(attachment_id for _, attachment_id in found):
            return page
        spelled = _Spellings(like)
        spans = [
            (each.start, each.end, spelled.take(attachment_id, each.fragment) or _address(attachment_id, each))
            for each, attachment_id in found
            if attachment_id is not None
        ]
        return head + inline.replace_spans(content, spans)

    def here(self, page: str, folder: str, others: tuple[str, ...] = ()) -> str:
        """The page as a file of the folder has it: each attachment that lies here by its path from there. What leads to it
        already stays as it is; `others` are folders where the text may have been written."""
        head, content = _parts(page)
        spans = []
        for each in link_addresses.paths(content):
            is_there = _THERE.fullmatch(each.path)
            meant = is_there["id"] if is_there else self._meant(each.path, (folder, *others))
            target = self.paths.get(meant or "")
            if target is not None and (is_there or _from(folder, each.path) != target):
                spans.append((each.start, each.end, _relative(target, folder) + each.fragment))
        return head + inline.replace_spans(content, spans) if spans else page

    def kind_of(self, page: str, folder: str) -> str:
        """What `State.set_links` is told of a file in the folder."""
        found = [each.path for each in link_addresses.paths(_parts(page)[1])]
        files = [path for path in found if not path.endswith((".md", ".markdown", "/"))]
        if not files:
            return ""
        is_open = any(self._meant(path, (folder,)) is None for path in files)
        return ("?" if is_open else "=") + folder

    def names(self, page: str, folder: str, attachment_id: str) -> bool:
        """Whether the page names the attachment."""
        return f"/files/{attachment_id}/" in self.there(page, (folder,))

    def _meant(self, path: str, folders: tuple[str, ...]) -> str | None:
        if not path or path.startswith("/files/"):
            return None
        for folder in folders:
            place = _from(folder, path)
            found = None if place is None else self.owner(place)
            if found is not None:
                return found
        # A note that was moved or copied still says how it went from its old place: mostly to a folder at the top.
        return self.owner(re.sub(r"^(?:\.\.?/)+", "", path))


class _Spellings:
    """How pages spell the addresses of attachments, in order."""

    def __init__(self, pages: Iterable[str]) -> None:
        self._found: dict[tuple[str, str], list[str]] = {}
        for page in pages:
            known: dict[tuple[str, str], list[str]] = {}
            content = _parts(page)[1]
            for each in link_addresses.paths(content) if "/files/" in content else ():
                if is_there := _THERE.fullmatch(each.path):
                    known.setdefault((is_there["id"], each.fragment), []).append(content[each.start : each.end])
            self._found = known | self._found

    def take(self, attachment_id: str, fragment: str) -> str | None:
        found = self._found.get((attachment_id, fragment))
        if not found:
            return None
        return found.pop(0) if len(found) > 1 else found[0]


def _parts(page: str) -> tuple[str, str]:
    """What stands before the text, and the text."""
    if "](" not in page and "]:" not in page:
        return page, ""
    content = front_matter.split(page)[1]
    return page[: len(page) - len(content)], content


def _address(attachment_id: str, written: link_addresses.Address) -> str:
    name = split(written.path)[1]
    return f"/files/{attachment_id}/{quote(name, safe='') or 'file'}{written.fragment}"


def _from(folder: str, path: str) -> str | None:
    """The path from the top, of one that is written in the folder; None where it leads out."""
    place = posixpath.normpath(path.lstrip("/") if path.startswith("/") else join(folder, path))
    return None if place.startswith("..") or place == "." else place


def _relative(target: str, folder: str) -> str:
    return quote(posixpath.relpath(target, folder or "."), safe="/")
