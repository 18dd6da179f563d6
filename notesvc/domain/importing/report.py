"""What an import did, in numbers and file by file."""

from dataclasses import dataclass
from typing import Any

from notesvc import database, limits
from notesvc.domain.importing import job_items
from notesvc.domain.importing.job_items import Item
from notesvc.models import ImportJob

NOTHING = {"notes": 0, "folders": 0, "attachments": 0, "links": {"resolved": 0, "unresolved": 0}}

_LINKS = """
SELECT count(*), coalesce(sum(found), 0) FROM (
    SELECT max(CASE WHEN l.target_id IS NOT NULL OR l.file_id IS NOT NULL THEN 1 ELSE 0 END) AS found
    FROM import_items i JOIN note_links l ON l.source_note_id = i.resource_id AND l.kind = 'wiki'
    WHERE i.job_id = ? AND i.kind = 'note' AND i.outcome = 'created' GROUP BY l.source_note_id, l.target_key
) AS titles
"""
_KNOWN = """
SELECT name_key FROM notes WHERE owner_id = ? AND name_key IN ({marks}) AND deleted_at IS NULL
UNION SELECT a.name_key FROM note_aliases a JOIN notes n ON n.id = a.note_id
    WHERE a.owner_id = ? AND a.name_key IN ({marks}) AND n.deleted_at IS NULL
"""
_CHUNK = 300


@dataclass(frozen=True, slots=True)
class Report:
    """`summary` as the interface names its fields; `files` are items of the job.

    `message` tells why the whole failed; `has_ids` whether the resources that the rows name exist.
    """

    summary: dict[str, Any]
    files: list[Item]
    message: str | None
    has_ids: bool


def of(job: ImportJob) -> Report:
    """The report of a job that has ended."""
    files = job_items.for_report(str(job.id), limits.ARCHIVE_ENTRIES)
    return Report(job.report or NOTHING, files, job.message, not job.is_dry_run)


def summary(job: ImportJob) -> dict[str, Any]:
    """The numbers, from the items of the job and from the links of the notes that were made."""
    counts = job_items.counts(str(job.id))
    resolved, unresolved = int(job.links_resolved), int(job.links_unresolved)
    if not job.is_dry_run:
        found, lost = _wiki_links(job)
        resolved, unresolved = resolved + found, unresolved + lost
    return {
        "notes": counts.get(("note", "created"), 0),
        "folders": counts.get(("folder", "created"), 0),
        "attachments": counts.get(("attachment", "created"), 0),
        "links": {"resolved": resolved, "unresolved": unresolved},
    }


def _wiki_links(job: Any) -> tuple[int, int]:
    """How many links by title lead somewhere, and how many do not; a title counts once in a note."""
    titles, found = database.execute(_LINKS, (job.id,)).fetchone()
    return int(found), int(titles) - int(found)


def known_names(owner_id: str, keys: list[str]) -> set[str]:
    """Those of the keys that a note of the workspace answers to."""
    found: set[str] = set()
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        statement = _KNOWN.format(marks=database.marks(chunk))
        found |= {str(row[0]) for row in database.execute(statement, (owner_id, *chunk) * 2).fetchall()}
    return found
