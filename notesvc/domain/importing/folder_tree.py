"""The folders that an archive's paths make, each once, with its id given beforehand."""

from collections.abc import Iterator

from notesvc import clock, limits
from notesvc.domain import ordering
from notesvc.domain.importing.drafts import ImportContext
from notesvc.domain.importing.errors import EntryRefusedError
from notesvc.domain.importing.job_items import Item
from notesvc.text.fold import title_key

Parts = tuple[str, ...]


class FolderTree:
    """Collects folders by path; at the top stands the folder that the job writes to."""

    def __init__(self, context: ImportContext) -> None:
        self._context = context
        self._ids: dict[Parts, str] = {}

    def need(self, parts: Parts) -> None:
        """Have this folder and those above it. Raises EntryRefusedError where that would be too deep."""
        if self._context.depth + len(parts) > limits.MAX_FOLDER_DEPTH:
            raise EntryRefusedError(f"folders go at most {limits.MAX_FOLDER_DEPTH} levels deep")
        for depth in range(1, len(parts) + 1):
            self._ids.setdefault(parts[:depth], clock.new_id())

    def id_of(self, parts: Parts) -> str | None:
        """The id of a folder that was needed before; at the top, the id of the folder written to."""
        return self._ids[parts] if parts else self._context.job.parent_id

    def items(self) -> Iterator[Item]:
        """A row for each folder, parents first, siblings by name."""
        places = Places(self._context, "folders")
        ordered = sorted(self._ids, key=lambda parts: (len(parts), [title_key(part) for part in parts], parts))
        for parts in ordered:
            yield Item(
                0,
                "/".join(parts),
                "folder",
                resource_id=self._ids[parts],
                parent_id=self.id_of(parts[:-1]),
                sort_order=places.following(parts[:-1]),
            )


class Places:
    """Numbers for siblings, one step apart; at the top behind what is there already."""

    def __init__(self, context: ImportContext, table: str) -> None:
        first = ordering.last_place(table, context.caller.user_id, context.job.parent_id)
        self._next: dict[Parts, int] = {(): first}

    def following(self, parent: Parts) -> int:
        """The next number in that folder."""
        place = self._next.get(parent, ordering.STEP)
        self._next[parent] = place + ordering.STEP
        return place
