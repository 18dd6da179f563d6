"""Links between files of an archive: addresses become those of what the files have become, names are bound to it."""

import posixpath
from collections.abc import Iterable, Sequence

from notesvc.domain.importing import job_items
from notesvc.domain.importing.drafts import NoteDraft
from notesvc.domain.importing.job_items import Column, Item
from notesvc.domain.links import files
from notesvc.models.attachments import path_segment
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.markdown.link_addresses import Address, paths

_ENDING = ".md"


def relink(job_id: str, drafts: Sequence[NoteDraft]) -> None:
    """Rewrite the addresses in the drafts that name a file of the archive, and count those found and not; and find the
    files that names in the drafts mean."""
    found = [paths(draft.body.content) for draft in drafts]
    names = [_names_in(draft) for draft in drafts]
    targets = _Targets(job_id)
    targets.learn(
        (draft.item.folder, each)
        for draft, all_of_it, said in zip(drafts, found, names, strict=True)
        for each in [*(address.path for address in all_of_it), *said]
    )
    for draft, all_of_it, said in zip(drafts, found, names, strict=True):
        _rewrite(draft, all_of_it, targets)
        _bind(draft, said, targets)


def bind_names(job_id: str, drafts: Sequence[NoteDraft]) -> None:
    """Find the files that names in the drafts mean, where the addresses are right already."""
    names = [_names_in(draft) for draft in drafts]
    targets = _Targets(job_id)
    targets.learn((draft.item.folder, each) for draft, said in zip(drafts, names, strict=True) for each in said)
    for draft, said in zip(drafts, names, strict=True):
        _bind(draft, said, targets)


def _names_in(draft: NoteDraft) -> set[str]:
    return {token.title for token in inline.each_token(str(draft.body.content)) if token.kind == "wiki" and token.title}


def _bind(draft: NoteDraft, names: Iterable[str], targets: "_Targets") -> None:
    for name in names:
        target = targets.file_of(draft, name)
        if target is not None:
            # Of an exported workspace a file may be another note's: it was embedded there by its name.
            is_far = target.parent_id not in (None, draft.item.resource_id)
            draft.files[name] = files.Found(str(target.resource_id), is_far)


def _rewrite(draft: NoteDraft, found: Iterable[Address], targets: "_Targets") -> None:
    spans, missing = [], 0
    for each in found:
        target = targets.of(draft.item.folder, each.path)
        if target is None:
            missing += 1
        else:
            spans.append((each.start, each.end, _address(target, each) + each.fragment))
    if spans:
        draft.body.content = inline.replace_spans(draft.body.content, spans)
    draft.links = (len(spans), missing)


def _address(target: Item, written: Address) -> str:
    if target.kind == "note":
        return f"/notes/{target.resource_id}" if written.is_html else f"note://{target.resource_id}"
    return f"/files/{target.resource_id}/{path_segment(target.name)}"


class _Targets:
    """The files that addresses and names mean: beside the note, else from the top, else the nearest of the name."""

    def __init__(self, job_id: str) -> None:
        self._job_id = job_id
        self._found: dict[tuple[str, str], Item | None] = {}
        self._of_name: dict[str, list[Item]] = {}

    def learn(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Look up what these addresses, each with the folder of its note, mean."""
        paths = {pair: _paths(*pair) for pair in set(wanted)}
        by_path = self._look_up("path_key", paths.values())
        self._found = {pair: _at_path(candidates, by_path) for pair, candidates in paths.items()}
        self._of_name = self._look_up("name_key", [_names(pair[1]) for pair in paths])

    def of(self, folder: str, address: str) -> Item | None:
        """What the address means in a note of that folder; it was learnt before."""
        return self._found[folder, address] or _nearest(folder, address, self._items_of(address))

    def file_of(self, draft: NoteDraft, name: str) -> Item | None:
        """The file that the name means in the note: its own before all others."""
        items = [item for item in self._items_of(name) if item.kind == "attachment"]
        own = [item for item in items if item.parent_id == draft.item.resource_id]
        return _nearest(draft.item.folder, name, own or [item for item in items if item.parent_id is None] or items)

    def _items_of(self, address: str) -> list[Item]:
        return [item for name in _names(address) for item in self._of_name.get(title_key(name), [])]

    def _look_up(self, column: Column, names: Iterable[list[str]]) -> dict[str, list[Item]]:
        return job_items.by_key(self._job_id, column, sorted({title_key(name) for some in names for name in some}))


def _at_path(paths: list[str], by_path: dict[str, list[Item]]) -> Item | None:
    for path in paths:
        items = by_path.get(title_key(path), [])
        if items:
            return next((item for item in items if item.path == path), items[0])
    return None


def _nearest(folder: str, written: str, items: list[Item]) -> Item | None:
    here = files.place_of(folder)
    return min(
        items, key=lambda item: (*files.rank(written, here, files.place_of(item.folder)), item.path), default=None
    )


def _paths(folder: str, address: str) -> list[str]:
    """The paths in the archive that an address may mean, the likeliest first."""
    bare = posixpath.normpath(address.lstrip("/"))
    beside = bare if address.startswith("/") else posixpath.normpath(posixpath.join(folder, address))
    wanted = dict.fromkeys((beside, bare) if "/" in address else (beside,))
    found = [path for path in wanted if path != "." and not path.startswith("..")]
    return [ending for path in found for ending in (path, path + _ENDING)]


def _names(address: str) -> list[str]:
    name = address.rstrip("/").rsplit("/", 1)[-1]
    return [name, name.removesuffix(_ENDING)] if name not in ("", ".", "..") else []
