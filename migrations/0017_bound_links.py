"""The note that each wiki and note link is bound to, and the further names that links can say of odd titles."""

from peewee import SqliteDatabase

from notesvc.text.fold import title_key

_ODD = str.maketrans({**dict.fromkeys("[]|#", ""), "\n": " ", "\r": " "})


def up(migrator, db):
    text = "TEXT" if isinstance(db, SqliteDatabase) else 'TEXT COLLATE "C"'
    mark = "?" if isinstance(db, SqliteDatabase) else "%s"
    db.execute_sql(f"ALTER TABLE note_links ADD COLUMN target_id {text}")
    _add_said_names(db, mark)
    db.execute_sql("UPDATE note_links SET target_id = target_label WHERE kind = 'note'")
    for (owner_id,) in db.execute_sql("SELECT DISTINCT owner_id FROM note_links WHERE kind = 'wiki'").fetchall():
        _bind(db, mark, owner_id)
    db.execute_sql("CREATE INDEX note_links_bound ON note_links (owner_id, target_id)")


def _add_said_names(db, mark):
    for note_id, owner_id, name, key in db.execute_sql("SELECT id, owner_id, name, name_key FROM notes").fetchall():
        said = title_key(" ".join(name.translate(_ODD).split()).rstrip("\\ "))
        if said and said != key:
            db.execute_sql(
                f"INSERT INTO note_aliases (note_id, owner_id, name_key) VALUES ({mark}, {mark}, {mark}) "
                "ON CONFLICT DO NOTHING",
                (note_id, owner_id, said),
            )


def _bind(db, mark, owner_id):
    rows = db.execute_sql(f"SELECT id, parent_id, name FROM folders WHERE owner_id = {mark}", (owner_id,)).fetchall()
    lines = _lines({row[0]: (row[1], title_key(row[2])) for row in rows})
    named = {}
    for kind, statement in enumerate(_NAMES):
        for key, note_id, parent_id in db.execute_sql(statement.format(mark), (owner_id,)).fetchall():
            named.setdefault(key, []).append((kind, note_id, lines.get(parent_id, ())))
    for source_id, label, key, parent_id in db.execute_sql(_LINKS.format(mark), (owner_id,)).fetchall():
        target = _target(named, label, key, lines.get(parent_id, ()))
        if target is not None:
            values = (target, source_id, label)
            db.execute_sql(
                f"UPDATE note_links SET target_id = {mark} WHERE source_note_id = {mark} AND kind = 'wiki' "
                f"AND target_label = {mark}",
                values,
            )


_NAMES = (
    "SELECT name_key, id, parent_id FROM notes WHERE owner_id = {} AND deleted_at IS NULL",
    "SELECT a.name_key, n.id, n.parent_id FROM note_aliases a JOIN notes n ON n.id = a.note_id "
    "WHERE a.owner_id = {} AND n.deleted_at IS NULL",
)
_LINKS = (
    "SELECT l.source_note_id, l.target_label, l.target_key, n.parent_id FROM note_links l "
    "JOIN notes n ON n.id = l.source_note_id WHERE l.owner_id = {} AND l.kind = 'wiki'"
)


def _lines(folders):
    """By folder: its ids and keys from the root down."""
    lines = {}
    for folder_id in folders:
        line, here = [], folder_id
        while here in folders:
            line.append((here, folders[here][1]))
            here = folders[here][0]
        lines[folder_id] = tuple(reversed(line))
    return lines


def _target(named, label, key, here):
    """What 0.1.0 had the link mean: the nearest, a title before a further name."""
    path = [part for part in map(title_key, label.split("/")[:-1]) if part not in ("", ".", "..")]
    found = named.get(title_key(label), [])
    if not found:
        found = [each for each in named.get(key, []) if not path or _names(each[2])[-len(path) :] == path]

    def rank(each):
        kind, note_id, there = each
        shared = 0
        while shared < min(len(here), len(there)) and here[shared] == there[shared]:
            shared += 1
        return len(here) + len(there) - 2 * shared, kind, len(there), note_id

    return min(found, key=rank)[1] if found else None


def _names(line):
    return [key for _, key in line]
