"""Links between files of an archive, by address: they become links to what the files have become."""

import posixpath
from collections.abc import Iterable, Sequence

from notesvc.domain.importing import job_items
from notesvc.domain.importing.drafts import NoteDraft
from notesvc.domain.importing.job_items import Column, Item
from notesvc.models.attachments import path_segment
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.markdown.link_addresses import Address, paths

_ENDING = ".md"


def relink(job_id: str, drafts: Sequence[NoteDraft]) -> None:
    """Rewrite the addresses in the drafts that name a file of the archive, and count those found and not."""
    found = [paths(draft.body.content) for draft in drafts]
    targets = _Targets(job_id)
    targets.learn(
        (draft.item.folder, each.path) for draft, all_of_it in zip(drafts, found, strict=True) for each in all_of_it
    )
    for draft, all_of_it in zip(drafts, found, strict=True):
        _rewrite(draft, all_of_it, targets)


def _rewrite(draft: NoteDraft, found: Iterable[Address], targets: "_Targets") -> None:
    spans, missing = [], 0
    for each in found:
        target = targets.of(draft.item.folder, each.path)
        if target is None:
            missing += 1
        else:
            spans.append((each.start, each.end, _address(target) + each.fragment))
    if spans:
        draft.body.content = inline.replace_spans(draft.body.content, spans)
    draft.links = (len(spans), missing)


def _address(target: Item) -> str:
    if target.kind == "note":
        return f"note://{target.resource_id}"
    return f"/files/{target.resource_id}/{path_segment(target.name)}"


class _Targets:
    """The files that addresses mean: beside the note, else from the top, else anywhere by their name alone."""

    def __init__(self, job_id: str) -> None:
        self._job_id = job_id
        self._found: dict[tuple[str, str], Item | None] = {}

    def learn(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Look up what these addresses, each with the folder of its note, mean."""
        paths = {pair: _paths(*pair) for pair in set(wanted)}
        by_path = self._look_up("path_key", paths.values())
        self._found = {pair: _at_path(candidates, by_path) for pair, candidates in paths.items()}
        names = {pair: _names(pair[1]) for pair, item in self._found.items() if item is None}
        by_name = self._look_up("name_key", names.values())
        self._found |= {pair: _of_name(candidates, by_name) for pair, candidates in names.items()}

    def of(self, folder: str, address: str) -> Item | None:
        """What the address means in a note of that folder; it was learnt before."""
        return self._found[folder, address]

    def _look_up(self, column: Column, names: Iterable[list[str]]) -> dict[str, list[Item]]:
        return job_items.by_key(self._job_id, column, sorted({title_key(name) for some in names for name in some}))


def _at_path(paths: list[str], by_path: dict[str, list[Item]]) -> Item | None:
    for path in paths:
        items = by_path.get(title_key(path), [])
        if items:
            return next((item for item in items if item.path == path), items[0])
    return None


def _of_name(names: list[str], by_name: dict[str, list[Item]]) -> Item | None:
    """Of several files of that name, the one nearest to the top."""
    named = [item for name in names for item in by_name.get(title_key(name), [])]
    return min(named, key=lambda item: (item.path.count("/"), item.path), default=None)


def _paths(folder: str, address: str) -> list[str]:
    """The paths in the archive that an address may mean, the likeliest first."""
    bare = posixpath.normpath(address.lstrip("/"))
    beside = bare if address.startswith("/") else posixpath.normpath(posixpath.join(folder, address))
    found = [path for path in dict.fromkeys((beside, bare)) if path != "." and not path.startswith("..")]
    return [ending for path in found for ending in (path, path + _ENDING)]


def _names(address: str) -> list[str]:
    name = address.rstrip("/").rsplit("/", 1)[-1]
    return [name, name.removesuffix(_ENDING)] if name not in ("", ".", "..") else []
