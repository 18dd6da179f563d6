"""What is wrong with the links of a workspace: links to nothing, links that may mean several notes, lonely notes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from notesvc import database
from notesvc.domain import listing
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup, resolution
from notesvc.domain.links.lookup import Link
from notesvc.domain.listing import Row
from notesvc.text import inline
from notesvc.text.fold import title_key

_MOST_LINKS = 100_000
_MOST_NOTES = 100_000
_SHOWN = 500


class Finding(NamedTuple):
    """A note, and the labels of its links that the finding is about."""

    note: Row
    labels: list[str]


@dataclass(frozen=True, slots=True)
class LinkReport:
    """At most 500 notes of each kind, the latest change first."""

    broken: list[Finding]
    ambiguous: list[Finding]
    orphans: list[Row]


def of_links(caller: Caller) -> LinkReport:
    """Notes with links to nothing; with links to a title that several notes have; and notes without any links
    from or to other notes.

    A link to an attachment is not broken, one that names a folder is not ambiguous, and journal entries are no
    orphans.
    """
    found = [link for link in lookup.of_workspace(caller.user_id, _MOST_LINKS) if link.kind in ("wiki", "note")]
    bound = _bound_to_files(caller.user_id) if any(_is_broken(link) for link in found) else set()
    shared = resolution.shared_names(caller.user_id)
    broken = _labels_by_note(link for link in found if _is_broken(link) and (link.source_id, link.label) not in bound)
    ambiguous = _labels_by_note(link for link in found if _is_ambiguous(link, shared))
    ends = ((link.source_id, link.target_id) for link in found if link.target_id and link.target_id != link.source_id)
    linked = {end for pair in ends for end in pair}
    report = LinkReport([], [], [])
    for row, is_entry in _notes(caller.user_id):
        _put(report.broken, row, broken)
        _put(report.ambiguous, row, ambiguous)
        if row[0] not in linked and not is_entry and len(report.orphans) < _SHOWN:
            report.orphans.append(row)
    return report


def _put(findings: list[Finding], row: Row, labels: dict[str, list[str]]) -> None:
    if row[0] in labels and len(findings) < _SHOWN:
        findings.append(Finding(row, sorted(labels[row[0]])[:_SHOWN]))


def _is_broken(link: Link) -> bool:
    return link.target_id is None


def _is_ambiguous(link: Link, shared: set[str]) -> bool:
    if link.kind != "wiki" or link.target_id is None:
        return False
    is_shared = link.key in shared and not inline.wiki_path_keys(link.label)
    return is_shared or title_key(link.label) in shared


def _labels_by_note(found: Iterable[Link]) -> dict[str, list[str]]:
    labels: dict[str, list[str]] = {}
    for link in found:
        labels.setdefault(link.source_id, []).append(link.label)
    return labels


def _bound_to_files(owner_id: str) -> set[tuple[str, str]]:
    """By source and label the links that mean a stored file."""
    rows = database.execute(
        "SELECT l.source_note_id, l.target_label FROM note_links l JOIN attachments a ON a.id = l.file_id "
        "WHERE l.owner_id = ? AND l.kind = 'wiki'",
        (owner_id,),
    )
    return {(row[0], row[1]) for row in rows.fetchall()}


def _notes(owner_id: str) -> list[tuple[Row, bool]]:
    """The live notes, the latest change first, and whether each is a journal entry."""
    rows = database.execute(
        f"SELECT {listing.COLUMNS}, n.journal_date FROM notes n WHERE n.owner_id = ? AND n.deleted_at IS NULL "
        "ORDER BY n.updated_at DESC, n.id DESC LIMIT ?",
        (owner_id, _MOST_NOTES),
    )
    return [(tuple(row[:-1]), row[-1] is not None) for row in rows.fetchall()]
