"""What a note's text says, as rows: its links, its further names, its words. Recomputed on every save."""

from collections.abc import Iterable, Sequence

from notesvc import database, limits
from notesvc.domain import access, text_work
from notesvc.domain.links import files, resolution
from notesvc.domain.links.files import Reach
from notesvc.domain.search import index as search_index
from notesvc.models import Note
from notesvc.text import inline, reading
from notesvc.text.markdown import front_matter
from notesvc.text.reading import Link, Reading
from notesvc.text.search import index_entry
from notesvc.text.search.index_entry import Entry

_MOST_INITIALS = 1_000
_LONGEST_KEY = 3 * 120


def index_new(note: Note, said: Reading, reach: Reach, is_settled: bool = True) -> None:
    """Write all rows of a note that has none yet, in the current transaction.

    Unless `is_settled`, its wiki links are bound at the end of the import that makes it.
    """
    _insert_aliases(note)
    _insert_links(note, links_of(note, said), reach, is_settled)
    search_index.add(int(note.number), entry_of(note, said))


def index_again(note: Note, said: Reading, reach: Reach = Reach.NEAR) -> list[str]:
    """Bring all rows of a note in line with its text, in the current transaction; answers as `rewrite_links` does."""
    database.execute("DELETE FROM note_aliases WHERE note_id = ?", (note.id,))
    _insert_aliases(note)
    mentioned = rewrite_links(note, said, reach)
    search_index.replace(int(note.number), entry_of(note, said))
    return mentioned


def rewrite_links(note: Note, said: Reading, reach: Reach = Reach.NEAR) -> list[str]:
    """Bring the link rows alone in line, touching only those that differ: a wiki link that stays keeps its target.

    `reach` says which files new ones may mean.

    Answers the ids of the users who are mentioned now and were not before.
    """
    wanted = links_of(note, said)
    rows = database.execute(
        "SELECT kind, target_label, target_key FROM note_links WHERE source_note_id = ?", (note.id,)
    ).fetchall()
    present = {(str(row[0]), str(row[1]), str(row[2])) for row in rows}
    gone = present - wanted
    database.execute_many(
        "DELETE FROM note_links WHERE source_note_id = ? AND kind = ? AND target_label = ?",
        [(note.id, kind, label) for kind, label, _ in gone],
    )
    _insert_links(note, wanted - present, reach)
    return [label for kind, label, _ in wanted - present if kind == "user"]


def reindex(note_ids: Iterable[str]) -> None:
    """Rebuild every row of the notes named, as after a repair or a restore."""
    for note_id in note_ids:
        note = Note.get_or_none(Note.id == note_id)
        if note is not None:
            index_again(note, read(str(access.body_of(note).content)))


def read(content: str) -> Reading:
    """What the text says, as the routines here need it; asked for before a transaction, it is known in it."""
    return text_work.result(reading.read, content, limits.LINKS_PER_NOTE)


def read_all(contents: Iterable[str]) -> None:
    """Read them all together, so that `read` knows them in the current transaction."""
    text_work.results(reading.read, [(content, limits.LINKS_PER_NOTE) for content in contents])


def entry_of(note: Note, said: Reading) -> Entry:
    """What search knows of a note whose text says that."""
    return index_entry.entry(str(note.name), front_matter.aliases(note.properties), said)


def links_of(note: Note, said: Reading) -> set[Link]:
    """The links that the text and the tags array hold, each once."""
    keys = (inline.tag_key(tag) for tag in note.tags)
    links: dict[tuple[str, str], str] = {("tag", key): key for key in keys}
    links |= {(kind, label): key for kind, label, key in said.links}
    for person_id in _people_in(str(note.owner_id), said):
        links["person", person_id] = person_id
    for user_id in _users_in(note, set(said.handles)):
        links["user", user_id] = user_id
    return {(kind, label, key) for (kind, label), key in links.items()}


def names_beginning(owner_id: str, initials: Sequence[str]) -> dict[str, str]:
    """Names and aliases (folded, with the person's id) of people that begin with one of the characters."""
    # The longest text has 120 characters, which folding can make three times as many.
    initials = initials[:_MOST_INITIALS]
    if not initials:
        return {}
    rows = database.execute(
        f"SELECT name_key, person_id FROM person_names WHERE owner_id = ? AND initial IN ({database.marks(initials)}) "
        "AND length(name_key) <= ? ORDER BY name_key LIMIT ?",
        (owner_id, *initials, _LONGEST_KEY, limits.NAMES_PER_NOTE),
    ).fetchall()
    return {str(row[0]): str(row[1]) for row in rows}


def _people_in(owner_id: str, said: Reading) -> frozenset[str]:
    names = names_beginning(owner_id, said.initials)
    if not names:
        return frozenset()
    return text_work.result(reading.people_in, said.tails, tuple(names.items()))


def _users_in(note: Note, handles: set[str]) -> list[str]:
    if not handles:
        return []
    readers = access.readers_of(note)
    marks = database.marks(readers)
    rows = database.execute(
        f"SELECT id, handle_key FROM users WHERE id IN ({marks}) AND disabled_at IS NULL UNION ALL "
        "SELECT u.id, f.handle_key FROM former_handles f JOIN users u ON u.id = f.user_id "
        f"WHERE f.user_id IN ({marks}) AND u.disabled_at IS NULL",
        [*readers, *readers],
    ).fetchall()
    return [str(user_id) for user_id, handle in rows if handle in handles]


def _insert_links(note: Note, links: set[Link], reach: Reach, is_settled: bool = True) -> None:
    titles = sorted(label for kind, label, _ in links if kind == "wiki")
    targets: dict[str, str | None] = dict.fromkeys(titles, resolution.UNSETTLED)
    if is_settled and titles:
        targets = resolution.targets_of(str(note.owner_id), note.parent_id, titles)
    rows = []
    for kind, label, key in sorted(links):
        target_id = targets[label] if kind == "wiki" else label if kind == "note" else None
        rows.append((note.id, kind, label, key, note.owner_id, target_id))
    database.execute_many(
        "INSERT INTO note_links (source_note_id, kind, target_label, target_key, owner_id, target_id) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        rows,
    )
    unbound = [title for title in titles if targets[title] is None]
    if unbound:
        files.bind(note, unbound, reach)


def _insert_aliases(note: Note) -> None:
    _, keys = resolution.name_keys(str(note.name), front_matter.aliases(note.properties))
    database.execute_many(
        "INSERT INTO note_aliases (note_id, owner_id, name_key) VALUES (?, ?, ?)",
        [(note.id, note.owner_id, key) for key in sorted(keys)],
    )
