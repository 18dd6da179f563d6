"""What a note's text says, as rows: its links, its further names, its words. Recomputed on every save."""

from collections.abc import Iterable

from notesvc import database
from notesvc.domain import access, search_index
from notesvc.models import Note
from notesvc.text import front_matter, inline
from notesvc.text.fold import title_key

Link = tuple[str, str, str]
"""(kind, target label, target key)"""


def index_new(note: Note, content: str) -> None:
    """Write all rows of a note that has none yet, in the current transaction."""
    _insert_links(note, links_of(note, content))
    _insert_aliases(note)
    search_index.add(int(note.number), str(note.name), content)


def index_again(note: Note, content: str) -> list[str]:
    """Bring all rows of a note in line with its text, in the current transaction; answers as `rewrite_links` does."""
    mentioned = rewrite_links(note, content)
    database.execute("DELETE FROM note_aliases WHERE note_id = ?", (note.id,))
    _insert_aliases(note)
    search_index.replace(int(note.number), str(note.name), content)
    return mentioned


def rewrite_links(note: Note, content: str) -> list[str]:
    """Bring the link rows alone in line, touching only those that differ; answers the ids of the users who are
    mentioned now and were not before."""
    wanted = links_of(note, content)
    rows = database.execute(
        "SELECT kind, target_label, target_key FROM note_links WHERE source_note_id = ?", (note.id,)
    ).fetchall()
    present = {(str(row[0]), str(row[1]), str(row[2])) for row in rows}
    gone = present - wanted
    database.execute_many(
        "DELETE FROM note_links WHERE source_note_id = ? AND kind = ? AND target_label = ?",
        [(note.id, kind, label) for kind, label, _ in gone],
    )
    _insert_links(note, wanted - present)
    return [label for kind, label, _ in wanted - present if kind == "user"]


def reindex(note_ids: Iterable[str]) -> None:
    """Rebuild every row of the notes named, as after a repair or a restore."""
    for note_id in note_ids:
        note = Note.get_or_none(Note.id == note_id)
        if note is not None:
            index_again(note, str(access.body_of(note).content))


def links_of(note: Note, content: str) -> set[Link]:
    """The links that the text and the tags array hold, each once (contract, section 3)."""
    links: dict[tuple[str, str], str] = {}
    for tag in note.tags:
        key = inline.tag_key(tag)
        links["tag", key] = key
    people, handles = [], set()
    for token in inline.scan(content):
        if token.kind == "wiki":
            links["wiki", token.title] = inline.wiki_target_key(token.title)
        elif token.kind == "note":
            links["note", token.value] = token.value
        elif token.kind == "tag":
            key = inline.tag_key(token.value)
            links["tag", key] = key
        elif token.kind == "person":
            people.append(token.value)
        else:
            handles.add(title_key(token.value))
    for person_id in _people_in(str(note.owner_id), people):
        links["person", person_id] = person_id
    for user_id in _users_in(note, handles):
        links["user", user_id] = user_id
    return {(kind, label, key) for (kind, label), key in links.items()}


def names_beginning(owner_id: str, tails: Iterable[str]) -> dict[str, str]:
    """Names and aliases (folded, with the person's id) of people that one of the texts may begin with."""
    initials = sorted({inline.person_initial(tail) for tail in tails})
    if not initials:
        return {}
    rows = database.execute(
        f"SELECT name_key, person_id FROM person_names WHERE owner_id = ? AND initial IN ({database.marks(initials)})",
        (owner_id, *initials),
    ).fetchall()
    return {str(row[0]): str(row[1]) for row in rows}


def _people_in(owner_id: str, tails: list[str]) -> set[str]:
    names = names_beginning(owner_id, tails)
    if not names:
        return set()
    return {found[1] for tail in tails if (found := inline.match_person(tail, names))}


def _users_in(note: Note, handles: set[str]) -> list[str]:
    if not handles:
        return []
    readers, wanted = access.readers_of(note), sorted(handles)
    rows = database.execute(
        f"SELECT id FROM users WHERE handle_key IN ({database.marks(wanted)}) "
        f"AND id IN ({database.marks(readers)}) AND disabled_at IS NULL",
        (*wanted, *readers),
    ).fetchall()
    return [str(row[0]) for row in rows]


def _insert_links(note: Note, links: set[Link]) -> None:
    database.execute_many(
        "INSERT INTO note_links (source_note_id, kind, target_label, target_key, owner_id) VALUES (?, ?, ?, ?, ?)",
        [(note.id, *link, note.owner_id) for link in sorted(links)],
    )


def _insert_aliases(note: Note) -> None:
    keys = {title_key(alias) for alias in front_matter.aliases(note.properties)} - {note.name_key, ""}
    database.execute_many(
        "INSERT INTO note_aliases (note_id, owner_id, name_key) VALUES (?, ?, ?)",
        [(note.id, note.owner_id, key) for key in sorted(keys)],
    )
