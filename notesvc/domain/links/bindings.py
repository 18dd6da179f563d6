"""Which note each wiki link is bound to, and what keeps its words true to that whatever happens to other notes.

A row of a wiki link holds the note that it meant when it was written. Nothing done to other notes changes that:
where the words alone would come to mean another note, the words are written anew. A link whose target is in the trash
stays bound to it, and so means nothing else meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from notesvc import database
from notesvc.domain import batches, indexing, saving
from notesvc.domain.caller import Caller
from notesvc.domain.links import files, resolution, rewriting
from notesvc.domain.links.former_texts import Former
from notesvc.domain.links.resolution import Resolver, Target
from notesvc.models import Note, NoteBody
from notesvc.text import inline
from notesvc.text.inline import ById, Form, Forms
from notesvc.text.markdown import front_matter
from notesvc.text.rewriting import bodies

_COLUMNS = "l.source_note_id, l.target_label, l.target_id, n.parent_id"
_ROWS = f"""
SELECT {_COLUMNS} FROM note_links l JOIN notes n ON n.id = l.source_note_id
WHERE l.owner_id = ? AND l.kind = 'wiki' AND (l.target_id IS NULL OR l.target_id <> '') AND l.file_id IS NULL
    AND {{condition}}
"""

_BY_ID = """
SELECT l.source_note_id, n.parent_id FROM note_links l JOIN notes n ON n.id = l.source_note_id
WHERE l.owner_id = ? AND l.target_id = ? AND l.kind = 'note'
"""


class _Row(NamedTuple):
    source_id: str
    label: str
    target_id: str | None
    parent_id: str | None


@dataclass(slots=True)
class NamingChange:
    """What an act changed in the ways by which links find notes; put together while it happens.

    `keys` are names that notes have or had, `notes` those that were renamed, moved, deleted or restored, and
    `is_tree` says that a folder was renamed or moved.
    """

    owner_id: str
    keys: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    is_tree: bool = False
    titles: dict[str, str] = field(default_factory=dict)

    def add(self, note: Note) -> "NamingChange":
        """Add a note with the names that it has at this moment: before a rename and after it."""
        key, further = resolution.name_keys(str(note.name), front_matter.aliases(note.properties))
        self.notes.add(str(note.id))
        self.titles.setdefault(str(note.id), str(note.name))
        self.keys |= {key, *further}
        return self

    def names_of(self, note_ids: Iterable[str]) -> "NamingChange":
        """Add notes with the names that they have in the database."""
        wanted = list(note_ids)
        self.notes.update(wanted)
        self.keys |= {row[0] for row in batches.rows("notes", "n.name_key", self.owner_id, wanted)}
        for chunk in batches.chunks(wanted):
            marks = database.marks(chunk)
            rows = database.execute(f"SELECT name_key FROM note_aliases WHERE note_id IN ({marks})", chunk)
            self.keys |= {row[0] for row in rows.fetchall()}
        return self


def settle(
    caller: Caller,
    touched: NamingChange,
    change_number: int,
    own: tuple[Note, NoteBody] | None = None,
    former: Mapping[str, Former] = MappingProxyType({}),
) -> dict[str, Former]:
    """Have every link that the act concerns mean what it meant: in the act's own transaction, behind what it did.

    A link that meant nothing is bound to the note that it finds now. One that would mean another note than it is
    bound to is written anew, in the trash too. `own` is the note that the caller holds, so that it is not read again.
    A text in which links are written anew becomes that of `former` where its links mean the same.
    Answers the texts before it, by the id of the note that they are of.
    """
    resolver = Resolver(touched.owner_id)
    rows = _rows_of(touched)
    resolver.learn(row.label for row in rows)
    targets = _Targets(touched.owner_id, {row.target_id for row in rows if row.target_id})
    found: list[tuple[str | None, str, str]] = []
    forms = _retitle(touched, resolver)
    for row in rows:
        meant = resolver.resolve(row.label, row.parent_id)
        if meant == row.target_id:
            continue
        if row.target_id is None:
            found.append((meant, row.source_id, row.label))
        elif form := _form(resolver, targets, row, meant):
            forms.setdefault(row.source_id, {})[row.label] = form
    _bind(found)
    indexing.read_all(text.content for text in former.values())
    taken_back = _Former(former, resolver, touched)
    written = dict(_write(caller, forms, change_number, own, taken_back))
    _bind(list(_rebound(forms, rows)))
    return written


def settle_import(caller: Caller, note_ids: Sequence[str], change_number: int) -> None:
    """Bind the links of imported notes, now that all of them are here, and keep those of others as they were."""
    rows = []
    for chunk in batches.chunks(note_ids):
        rows += database.execute(
            f"SELECT {_COLUMNS} FROM note_links l JOIN notes n ON n.id = l.source_note_id WHERE l.kind = 'wiki' "
            f"AND l.target_id = '' AND l.source_note_id IN ({database.marks(chunk)})",
            chunk,
        ).fetchall()
    resolver = Resolver(caller.user_id)
    resolver.learn(row[1] for row in rows)
    _bind([(resolver.resolve(label, parent_id), source_id, label) for source_id, label, _, parent_id in rows])
    files.let_go_of_named(note_ids)
    settle(caller, NamingChange(caller.user_id).names_of(note_ids), change_number)


def forget(owner_id: str, note_ids: Sequence[str]) -> None:
    """Let go of notes that are erased: links to them mean nothing, until a note of that title is made."""
    database.execute(
        f"UPDATE note_links SET target_id = NULL WHERE owner_id = ? AND target_id IN ({database.marks(note_ids)}) "
        "AND kind = 'wiki'",
        (owner_id, *note_ids),
    )


def _retitle(touched: NamingChange, resolver: Resolver) -> dict[str, dict[Form, Form]]:
    """By source: links by id that say the old title of a renamed note, and how they say the new one."""
    targets = _Targets(touched.owner_id, touched.titles)
    forms: dict[str, dict[Form, Form]] = {}
    for note_id, (target, title) in targets.live.items():
        if title == touched.titles[note_id]:
            continue
        rows = database.execute(_BY_ID, (touched.owner_id, note_id)).fetchall()
        for source_id, parent_id in rows:
            said = resolver.form_of(target, title, "", parent_id)
            forms.setdefault(source_id, {})[ById(note_id, touched.titles[note_id])] = said
    return forms


def _rebound(forms: Mapping[str, Mapping[Form, Form]], rows: Iterable[_Row]) -> Iterator[tuple[str | None, str, str]]:
    """What links that were written as a title are bound to: its words may be those that another had until now."""
    targets = {(row.source_id, row.label): row.target_id for row in rows}
    for source_id, each in forms.items():
        for said, form in each.items():
            if isinstance(form, str):
                yield said.note_id if isinstance(said, ById) else targets[source_id, said], source_id, form


def _form(resolver: Resolver, targets: "_Targets", row: _Row, meant: str | None) -> Form | None:
    """How the link has to be written from now on; None where it may stay."""
    target = targets.live.get(str(row.target_id))
    if target is not None:
        return resolver.form_of(*target, row.label, row.parent_id)
    # In the trash: nothing is what it should mean until the target returns.
    title = targets.titles.get(str(row.target_id), row.label)
    return None if meant is None else ById(str(row.target_id), title)


class _Targets:
    """The notes that links are bound to: those that live, with what tells them apart, and the titles of all."""

    def __init__(self, owner_id: str, note_ids: Iterable[str]) -> None:
        self.live: dict[str, tuple[Target, str]] = {}
        self.titles: dict[str, str] = {}
        for note_id, parent_id, name, deleted_at in batches.rows(
            "notes", "n.id, n.parent_id, n.name, n.deleted_at", owner_id, note_ids
        ):
            self.titles[note_id] = name
            if deleted_at is None:
                self.live[note_id] = (Target(note_id, parent_id, False), name)


def _rows_of(touched: NamingChange) -> list[_Row]:
    found: set[_Row] = set()
    keys = {form for key in touched.keys for form in (key, inline.wiki_target_key(key), key.removesuffix(".md"))}
    found |= _select(touched, "l.target_key IN ({marks})", keys)
    found |= _select(touched, "l.target_id IN ({marks})", touched.notes)
    found |= _select(touched, "l.source_note_id IN ({marks})", touched.notes)
    if touched.is_tree:
        found |= _select(touched, "replace(l.target_label, {marks}, '') <> l.target_label", ["/"])
        found |= _select(touched, "l.target_key IN ({marks})", resolution.shared_names(touched.owner_id))
    return sorted(found, key=lambda row: (row.source_id, row.label))


def _select(touched: NamingChange, condition: str, values: Iterable[str]) -> set[_Row]:
    found: set[_Row] = set()
    for chunk in batches.chunks(sorted(values)):
        statement = _ROWS.format(condition=condition.format(marks=database.marks(chunk)))
        found |= {_Row(*row) for row in database.execute(statement, (touched.owner_id, *chunk)).fetchall()}
    return found


def _bind(found: Sequence[tuple[str | None, str, str]]) -> None:
    database.execute_many(
        "UPDATE note_links SET target_id = ? WHERE source_note_id = ? AND kind = 'wiki' AND target_label = ?", found
    )


def _write(
    caller: Caller,
    forms: Mapping[str, Forms],
    change_number: int,
    own: tuple[Note, NoteBody] | None,
    former: "_Former",
) -> Iterator[tuple[str, Former]]:
    def form_of(note: Note) -> tuple[tuple[tuple[Form, Form], ...]]:
        return (tuple(forms[str(note.id)].items()),)

    for note, body, found in rewriting.in_notes(list(forms), bodies.links, form_of):
        if not found.places:
            continue
        before = Former(str(body.content), body.rich_content)
        body.content, body.rich_content = former.of(note) or (found.content, found.rich)
        source = note
        if own is not None and own[0].id == note.id:
            source = own[0]
            # Saved a moment ago, in this transaction: nobody has seen that revision.
            source.revision -= 1
            own[1].content, own[1].rich_content = body.content, body.rich_content
        source.change_number = change_number
        saving.update(caller, source, body, "autosave")
        yield str(source.id), before


class _Former:
    """Texts as they were before a rename that is taken back; good where their links still mean what they meant.

    Else they are written anew as by any rename.
    """

    def __init__(self, texts: Mapping[str, Former], resolver: Resolver, touched: NamingChange) -> None:
        self._texts, self._resolver, self._renamed = texts, resolver, touched.notes

    def of(self, note: Note) -> Former | None:
        text = self._texts.get(str(note.id))
        if text is None:
            return None
        said = indexing.links_of(note, indexing.read(text.content))
        targets = self._targets_in(note)
        for label in (label for kind, label, _ in said if kind == "wiki"):
            if label in targets and targets[label] not in self._renamed:
                continue
            if self._resolver.resolve(label, note.parent_id) not in self._renamed:
                return None
        return text

    def _targets_in(self, note: Note) -> dict[str, str | None]:
        """What the wiki links that stand in the note now are bound to: those keep it."""
        statement = "SELECT target_label, target_id FROM note_links WHERE source_note_id = ? AND kind = 'wiki'"
        return {row[0]: row[1] for row in database.execute(statement, (note.id,)).fetchall()}
