"""Notes that were read by other rules are read anew: formulas, ends of tags, tags in East Asian text, emoji."""

from notesvc import database, integrity, migrate
from notesvc.config import Settings
from notesvc.domain import notes, search
from tests.domain.conftest import add_user

_NAME = "0041_read_anew"
_CONTENT = "#plum- 今日は#日本語、 $x_{#abc}$ $[[e]]\\rho$ party 🎉 [[other]]"


def test_notes_are_read_by_the_rules_of_today(workspace: Settings) -> None:
    caller = add_user("owner")
    note, _ = notes.create(caller, {"name": "🌱 Garden", "content": _CONTENT, "tags": ["kept-"]})
    plain, _ = notes.create(caller, {"name": "plain", "content": "words"})
    read = _links(str(note.id))
    _as_it_was_read(str(note.id))
    assert migrate.migrate(workspace) == [_NAME]
    assert _links(str(note.id)) == read == {("tag", "plum"), ("tag", "日本語"), ("tag", "kept-"), ("wiki", "other")}
    assert [hit.note[1] for hit in search.search(caller, "🎉", 10).hits] == ["🌱 Garden"]
    assert [hit.note[1] for hit in search.search(caller, "words", 10).hits] == [plain.name]
    assert integrity.check(workspace) == []


def _links(note_id: str) -> set[tuple[str, str]]:
    rows = database.execute("SELECT kind, target_label FROM note_links WHERE source_note_id = ?", (note_id,)).fetchall()
    return {(str(kind), str(label)) for kind, label in rows}


def _as_it_was_read(note_id: str) -> None:
    database.execute("DELETE FROM note_links WHERE target_label IN ('plum', '日本語')")
    for kind, label in (("tag", "plum-"), ("tag", "abc"), ("wiki", "e")):
        database.execute(
            "INSERT INTO note_links (source_note_id, kind, target_label, target_key, owner_id) "
            "SELECT id, ?, ?, ?, owner_id FROM notes WHERE id = ?",
            (kind, label, label, note_id),
        )
    if database.on_sqlite():
        database.execute("DELETE FROM note_search WHERE rowid IN (SELECT number FROM notes WHERE id = ?)", (note_id,))
    else:
        database.execute(
            "UPDATE note_search SET words = array_to_tsvector(ARRAY['party']) WHERE position('party' IN body) > 0"
        )
    database.execute("DELETE FROM schema_migration WHERE name = ?", (_NAME,))
