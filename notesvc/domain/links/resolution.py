"""What a wiki link means by itself: the note of that title or alias that is nearest in the folder tree."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from notesvc import database
from notesvc.text import inline
from notesvc.text.fold import title_key

UNSETTLED = ""
"""The target of a link that an import which still goes on has written: nothing binds it before the import's end."""

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Target:
    """A note that answers to a name; `is_alias` when only by a further name."""

    note_id: str
    parent_id: str | None
    is_alias: bool


class _Folder(NamedTuple):
    parent_id: str | None
    name: str
    key: str


class Resolver:
    """Resolves the wiki links of one workspace. Names are looked up once, folders only where they decide."""

    def __init__(self, owner_id: str) -> None:
        self._owner_id = owner_id
        self._targets: dict[str, list[Target]] = {}
        self._folders: dict[str, _Folder] | None = None

    def learn(self, titles: Iterable[str]) -> None:
        """Look up all notes that the titles may mean, in few statements."""
        keys = {key for title in titles for key in link_keys(title)}
        self._learn_in_chunks(sorted(keys - self._targets.keys()))

    def _learn_in_chunks(self, keys: list[str]) -> None:
        for start in range(0, len(keys), _CHUNK):
            self._learn(keys[start : start + _CHUNK])

    def resolve(self, title: str, source_parent_id: str | None) -> str | None:
        """The id of the live note that `[[title]]` means in a note of that folder; None where nothing does.

        `[[Folder/Title]]` is the note of that folder before it is one whose title merely holds a slash.
        """
        self.learn([title])
        path = inline.wiki_path_keys(title)
        named = self._targets[inline.wiki_target_key(title)]
        targets = [target for target in named if self._ends_with(target, path)] if path else []
        targets = targets or self._targets[title_key(title)] or self._targets[_without_ending(title)]
        if not targets and not path:
            targets = named
        if len(targets) < 2:
            return targets[0].note_id if targets else None
        return min(targets, key=lambda target: self._rank(target, source_parent_id)).note_id

    def by_name(self, title: str) -> list[Target]:
        """The live notes that have the name."""
        self.learn([title])
        return self._targets[title_key(title)]

    def form_of(self, target: Target, title: str, label: str, source_parent_id: str | None) -> inline.Form:
        """How a note of that folder writes a link to the target, of that title, so that it means it.

        `label` is how it was written: its folders and its `.md` stay where they are true. Else the title alone, else
        with as few folders as tell it, else by id.
        """
        said = inline.link_form(title)
        for form in self._forms(target, said, label) if said else ():
            if inline.is_written_as(form) and self.resolve(form, source_parent_id) == target.note_id:
                return form
        return inline.ById(target.note_id, title)

    def path_of(self, folder_id: str | None) -> list[str]:
        """The names of the folders from the top down to this one, as paths of files have them."""
        return [self._tree()[folder].name.replace("/", "-") for folder in self._ancestry(folder_id)]

    def place_of(self, folder_id: str | None) -> tuple[str, ...]:
        """The keys of these names."""
        return tuple(title_key(name) for name in self.path_of(folder_id))

    def _forms(self, target: Target, said: str, label: str) -> Iterator[str]:
        before, after = label[: label.rfind("/") + 1], label[-3:] if label.lower().endswith(".md") else ""
        yield before + said + after
        yield before + said
        yield said
        names = [inline.link_form(self._tree()[folder].name) for folder in self._ancestry(target.parent_id)]
        for depth in range(1, len(names) + 1):
            yield "/".join([*names[-depth:], said])

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

    def _rank(self, target: Target, source_parent_id: str | None) -> tuple[bool, int, int, str]:
        here, there = self._ancestry(source_parent_id), self._ancestry(target.parent_id)
        shared = 0
        for left, right in zip(here, there, strict=False):
            if left != right:
                break
            shared += 1
        distance = len(here) + len(there) - 2 * shared
        return target.is_alias, distance, len(there), target.note_id

    def _ends_with(self, target: Target, path: list[str]) -> bool:
        names = [self._tree()[folder].key for folder in self._ancestry(target.parent_id)]
        return names[-len(path) :] == path

    def _ancestry(self, folder_id: str | None) -> list[str]:
        """The ids of the folders from the root down to this one."""
        line: list[str] = []
        while folder_id is not None and folder_id in self._tree():
            line.append(folder_id)
            folder_id = self._tree()[folder_id].parent_id
        return line[::-1]

    def _tree(self) -> dict[str, _Folder]:
        if self._folders is None:
            rows = database.execute("SELECT id, parent_id, name FROM folders WHERE owner_id = ?", (self._owner_id,))
            self._folders = {
                row[0]: _Folder(row[1], row[2], title_key(inline.link_form(row[2]))) for row in rows.fetchall()
            }
        return self._folders


def link_keys(title: str) -> set[str]:
    """The keys of the notes' names by which `[[title]]` may mean a note."""
    return {title_key(title), _without_ending(title), inline.wiki_target_key(title)}


def name_keys(name: str, aliases: Iterable[str]) -> tuple[str, set[str]]:
    """The key of a note's title, and those of its further names: what links can say of the title, and its aliases."""
    key = title_key(name)
    further = {title_key(form) for each in (name, *aliases) for form in (each, inline.link_form(each))}
    return key, further - {key, ""}


def _without_ending(title: str) -> str:
    return title_key(title).removesuffix(".md").rstrip()


def is_taken(owner_id: str, note_id: str, name: str) -> bool:
    """Whether links that say the name may mean another live note than this one, by its title or a further name."""
    said = inline.link_form(name)
    return said != "" and any(target.note_id != note_id for target in Resolver(owner_id).by_name(said))


def targets_of(owner_id: str, parent_id: str | None, labels: Sequence[str]) -> dict[str, str | None]:
    """The notes that links which have just been written into a note of that folder mean."""
    resolver = Resolver(owner_id)
    resolver.learn(labels)
    return {label: resolver.resolve(label, parent_id) for label in labels}


def shared_names(owner_id: str) -> set[str]:
    """The titles and further names that more than one live note has."""
    rows = database.execute(
        "SELECT name_key FROM (SELECT name_key, id FROM notes WHERE owner_id = ? AND deleted_at IS NULL "
        "UNION SELECT a.name_key, a.note_id FROM note_aliases a JOIN notes n ON n.id = a.note_id "
        "WHERE a.owner_id = ? AND n.deleted_at IS NULL) AS names GROUP BY name_key HAVING count(*) > 1",
        (owner_id, owner_id),
    )
    return {row[0] for row in rows.fetchall()}
