"""Which file is whose: what the listing shows, set against what was known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from notesvc.backends.backend import Entry
from notesvc.domain.mirror.rows import Row


@dataclass(frozen=True, slots=True)
class Sight:
    """A file that was looked into: its content's hash, and the note that it names."""

    key: str
    tag: str
    sha256: str
    note_id: str | None


@dataclass(slots=True)
class Comparison:
    """Rows by what became of their files, and the files of no row."""

    changed: list[Row] = field(default_factory=list)
    missing: list[Row] = field(default_factory=list)
    present: list[Row] = field(default_factory=list)
    strangers: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class Matches:
    """What somebody did there."""

    edits: list[tuple[Row, Sight]] = field(default_factory=list)
    moves: list[tuple[Row, Sight]] = field(default_factory=list)
    news: list[Sight] = field(default_factory=list)
    missing: list[Row] = field(default_factory=list)


def compare(rows: Iterable[Row], entries: Mapping[str, Entry]) -> Comparison:
    """Sort the rows by what is listed. A row without a file, and none listed, is none of these."""
    found, owners = Comparison(), _owners(rows, entries)
    for row in rows:
        entry = entries.get(row.key)
        if entry is None or owners[row.key] is not row:
            if row.is_there:
                found.missing.append(row)
        elif entry.tag != row.tag or row.unsure_at is not None:
            found.changed.append(row)
        else:
            found.present.append(row)
    found.strangers = [entry for key, entry in entries.items() if key not in owners]
    return found


def match(found: Comparison, sights: Mapping[str, Sight]) -> Matches:
    """Tell edits, moves, new files and missing ones apart. `sights` are of the changed files and of the strangers;
    one that is not among them is left alone, with its row."""
    made = Matches()
    loose = [sights[entry.key] for entry in found.strangers if entry.key in sights]
    absent = {row.note_id: row for row in found.missing}
    for row in found.changed:
        sight = sights.get(row.key)
        if sight is None:
            continue
        if sight.note_id in (None, row.note_id):
            made.edits.append((row, sight))
        else:
            # A file that names another note is not this one's, wherever it was put.
            absent[row.note_id] = row
            loose.append(sight)
    left = _by_id(absent, loose, made)
    made.news += _by_content(absent, left, made)
    made.missing += absent.values()
    return made


def _owners(rows: Iterable[Row], entries: Mapping[str, Entry]) -> dict[str, Row]:
    """Whose file it is where two rows name one key: a file may have been moved over another one."""
    owners: dict[str, Row] = {}
    for row in rows:
        other, entry = owners.get(row.key), entries.get(row.key)
        if other is None or (row.missing, entry is None or row.tag != entry.tag) < (
            other.missing,
            entry is None or other.tag != entry.tag,
        ):
            owners[row.key] = row
    return owners


def _by_id(absent: dict[str, Row], loose: list[Sight], made: Matches) -> list[Sight]:
    named: dict[str, list[Sight]] = {}
    left: list[Sight] = []
    for sight in loose:
        if sight.note_id in absent:
            named.setdefault(str(sight.note_id), []).append(sight)
        else:
            left.append(sight)
    for note_id, sights in named.items():
        row = absent.pop(note_id)
        # Of several copies the one that nobody has edited is the file that was moved.
        first = min(sights, key=lambda sight: (sight.sha256 != row.sha256, sight.key))
        made.moves.append((row, first))
        left += [sight for sight in sights if sight is not first]
    return left


def _by_content(absent: dict[str, Row], loose: list[Sight], made: Matches) -> list[Sight]:
    by_hash = {row.sha256: row for row in absent.values() if row.sha256 is not None}
    left: list[Sight] = []
    for sight in loose:
        row = by_hash.pop(sight.sha256, None) if sight.note_id is None else None
        if row is None:
            left.append(sight)
        else:
            made.moves.append((row, sight))
            del absent[row.note_id]
    return left
