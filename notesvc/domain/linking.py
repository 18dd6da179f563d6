"""What a wiki link means: the note of that title or alias that is nearest in the folder tree."""

from collections.abc import Iterable
from dataclasses import dataclass

from notesvc import database
from notesvc.text import inline
from notesvc.text.fold import title_key

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Target:
    """A note that answers to a name; `is_alias` when only by a further name."""

    note_id: str
    parent_id: str | None
    is_alias: bool


class Resolver:
    """Resolves the wiki links of one workspace. Names are looked up once, folders only where they decide."""

    def __init__(self, owner_id: str) -> None:
        self._owner_id = owner_id
        self._targets: dict[str, list[Target]] = {}
        self._folders: dict[str, tuple[str | None, str]] | None = None

    def learn(self, titles: Iterable[str]) -> None:
        """Look up all notes that the titles may mean, in few statements."""
        keys = {key for title in titles for key in (inline.wiki_target_key(title), title_key(title))}
        self._learn_in_chunks(sorted(keys - self._targets.keys()))

    def _learn_in_chunks(self, keys: list[str]) -> None:
        for start in range(0, len(keys), _CHUNK):
            self._learn(keys[start : start + _CHUNK])

    def resolve(self, title: str, source_parent_id: str | None) -> str | None:
        """The id of the note that `[[title]]` means in a note of that folder; None where nothing does."""
        self.learn([title])
        targets, path = self._targets[title_key(title)], inline.wiki_path_keys(title)
        if not targets:
            targets = self._targets[inline.wiki_target_key(title)]
            targets = [target for target in targets if self._ends_with(target, path)] if path else targets
        if len(targets) < 2:
            return targets[0].note_id if targets else None
        return min(targets, key=lambda target: self._rank(target, source_parent_id)).note_id

    def _learn(self, keys: list[str]) -> None:
        for key in keys:
            self._targets[key] = []
        rows = database.execute(
            "SELECT name_key, id, parent_id, 0 FROM notes "
            f"WHERE owner_id = ? AND name_key IN ({database.marks(keys)}) AND deleted_at IS NULL "
            "UNION ALL SELECT a.name_key, n.id, n.parent_id, 1 FROM note_aliases a JOIN notes n ON n.id = a.note_id "
            f"WHERE a.owner_id = ? AND a.name_key IN ({database.marks(keys)}) AND n.deleted_at IS NULL",
            (self._owner_id, *keys, self._owner_id, *keys),
        )
        for key, note_id, parent_id, is_alias in rows.fetchall():
            self._targets[key].append(Target(note_id, parent_id, bool(is_alias)))

    def _rank(self, target: Target, source_parent_id: str | None) -> tuple[int, bool, int, str]:
        here, there = self._ancestry(source_parent_id), self._ancestry(target.parent_id)
        shared = 0
        for left, right in zip(here, there, strict=False):
            if left != right:
                break
            shared += 1
        distance = len(here) + len(there) - 2 * shared
        return distance, target.is_alias, len(there), target.note_id

    def _ends_with(self, target: Target, path: list[str]) -> bool:
        names = [self._tree()[folder][1] for folder in self._ancestry(target.parent_id)]
        return names[-len(path) :] == path

    def _ancestry(self, folder_id: str | None) -> list[str]:
        """The ids of the folders from the root down to this one."""
        line: list[str] = []
        while folder_id is not None and folder_id in self._tree():
            line.append(folder_id)
            folder_id = self._tree()[folder_id][0]
        return line[::-1]

    def _tree(self) -> dict[str, tuple[str | None, str]]:
        if self._folders is None:
            rows = database.execute(
                "SELECT id, parent_id, name_key FROM folders WHERE owner_id = ?", (self._owner_id,)
            ).fetchall()
            self._folders = {row[0]: (row[1], row[2]) for row in rows}
        return self._folders


def sources_of(owner_id: str, note_id: str, names: Iterable[str]) -> dict[str, list[str]]:
    """Live notes whose wiki links by one of the names (folded) resolve to the note, with those labels."""
    keys = sorted({inline.wiki_target_key(name) for name in names})
    rows = database.execute(
        "SELECT l.source_note_id, l.target_label, n.parent_id FROM note_links l "
        "JOIN notes n ON n.id = l.source_note_id "
        f"WHERE l.owner_id = ? AND l.kind = 'wiki' AND l.target_key IN ({database.marks(keys)}) "
        "AND n.deleted_at IS NULL ORDER BY l.source_note_id",
        (owner_id, *keys),
    ).fetchall()
    resolver = Resolver(owner_id)
    sources: dict[str, list[str]] = {}
    for source_id, label, parent_id in rows:
        if resolver.resolve(label, parent_id) == note_id:
            sources.setdefault(source_id, []).append(label)
    return sources
