"""The file that each wiki link to no note is bound to: the own one of its note, else the nearest."""

from peewee import SqliteDatabase

from notesvc.text.fold import title_key

_FILES = (
    "SELECT a.id, a.name_key, a.folder, a.note_id, a.note_id IS NULL AND (a.folder <> '' OR NOT EXISTS "
    "(SELECT 1 FROM note_attachments p WHERE p.attachment_id = a.id)) FROM attachments a "
    "WHERE a.owner_id = {} ORDER BY a.id DESC"
)
_LINKS = (
    "SELECT l.source_note_id, l.target_label, n.parent_id FROM note_links l JOIN notes n ON n.id = l.source_note_id "
    "WHERE l.owner_id = {} AND l.kind = 'wiki' AND l.target_id IS NULL"
)
_IMPORTED = (
    "SELECT i.resource_id, i.job_id, i.path FROM import_items i JOIN import_jobs j ON j.id = i.job_id "
    "WHERE j.owner_id = {} AND i.kind IN ('note', 'attachment') AND i.outcome = 'created'"
)
_PUT = (
    "INSERT INTO note_attachments (note_id, attachment_id, state) VALUES ({0}, {0}, 'put') "
    "ON CONFLICT (note_id, attachment_id) DO NOTHING"
)
_WRITTEN_BY_OTHERS = (
    "SELECT c.note_id FROM collaborators c JOIN notes n ON n.id = c.note_id "
    "WHERE n.owner_id = {0} AND c.role = 'editor' UNION SELECT v.note_id FROM note_versions v "
    "JOIN notes n ON n.id = v.note_id WHERE n.owner_id = {0} AND v.author_id <> {0}"
)
_NOWHERE = (None, ())


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    text, boolean = ("TEXT", "INTEGER") if on_sqlite else ('TEXT COLLATE "C"', "BOOLEAN")
    mark, false = ("?", "0") if on_sqlite else ("%s", "FALSE")
    db.execute_sql(f"ALTER TABLE note_links ADD COLUMN file_id {text}")
    db.execute_sql(f"ALTER TABLE note_links ADD COLUMN is_far {boolean} NOT NULL DEFAULT {false}")
    for (owner_id,) in db.execute_sql("SELECT DISTINCT owner_id FROM attachments").fetchall():
        _bind(db, mark, owner_id)


def _bind(db, mark, owner_id):
    files = {}
    for file_id, key, folder, note_id, is_free in db.execute_sql(_FILES.format(mark), (owner_id,)).fetchall():
        files.setdefault(key, []).append((file_id, _place(folder), note_id, is_free))
    folders = db.execute_sql(f"SELECT id, parent_id, name FROM folders WHERE owner_id = {mark}", (owner_id,)).fetchall()
    places = _places({row[0]: (row[1], row[2]) for row in folders})
    came = db.execute_sql(_IMPORTED.format(mark), (owner_id,)).fetchall()
    imported = {row[0]: (row[1], _place(row[2])[:-1]) for row in came}
    others = db.execute_sql(_WRITTEN_BY_OTHERS.format(mark), (owner_id,) * 3).fetchall()
    others = {row[0] for row in others}
    for note_id, label, parent_id in db.execute_sql(_LINKS.format(mark), (owner_id,)).fetchall():
        found = next((files[key] for key in _keys(label) if key in files), [])
        if found:
            file_id, is_far = _nearest(found, note_id, label, places.get(parent_id, ()), imported)
            db.execute_sql(
                f"UPDATE note_links SET file_id = {mark}, is_far = {mark} "
                f"WHERE source_note_id = {mark} AND kind = 'wiki' AND target_label = {mark}",
                (file_id, is_far, note_id, label),
            )
            if not is_far and note_id not in others:
                db.execute_sql(_PUT.format(mark), (note_id, file_id))


def _nearest(found, note_id, label, place, imported):
    """The file, and whether it is far; of what is far, what the app has shown."""
    job, lay = imported.get(note_id, _NOWHERE)

    def rank(file):
        file_id, folder, owned_by, is_free = file
        came, there = imported.get(file_id, _NOWHERE)
        is_own, is_of_import = owned_by == note_id, job is not None and came == job
        here, there = (lay, there) if is_of_import else (place, folder)
        is_near = is_free and here[:1] == there[:1]
        tier = 0 if is_own else 1 if is_of_import else 2 if is_near else 3
        return tier, *_fit(label, here, there)

    best = min(found, key=rank)
    return best[0], rank(best)[0] == 3


def _fit(label, here, there):
    folders = label.replace("\\", "/").split("/")[:-1]
    beside, named = ([] if folders[:1] == [""] else list(here)), []
    for name in folders:
        if name == "..":
            del beside[-1:]
        elif name not in ("", "."):
            beside.append(title_key(name))
            named.append(title_key(name))
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    fits = not named or list(there[-len(named) :]) == named
    return list(there) != beside, not fits, len(here) + len(there) - 2 * shared, len(there)


def _keys(label):
    """What files of the name are kept under: as today, and as before invisible signs were kept."""
    name = label.replace("\\", "/").rsplit("/", 1)[-1]
    printable = "".join(letter for letter in name if letter.isprintable())
    return title_key(name), title_key(printable)


def _place(path):
    return tuple(title_key(name) for name in path.split("/") if name not in ("", "."))


def _places(folders):
    """By folder: the keys of the names from the top down to it."""
    places = {}
    for folder_id in folders:
        line, here = [], folder_id
        while here in folders:
            line.append(title_key(folders[here][1]).replace("/", "-"))
            here = folders[here][0]
        places[folder_id] = tuple(reversed(line))
    return places
