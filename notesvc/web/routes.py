"""Every area of the service: what is not in this list does not exist."""

from notesvc.web import (
    attachments,
    auth,
    data,
    folders,
    journal,
    links,
    notes,
    people,
    search,
    seen,
    sync,
    sync_tokens,
    tags,
    trash,
    versions,
)

AREAS = (
    seen.area,
    auth.area,
    notes.area,
    folders.area,
    sync_tokens.area,
    sync.area,
    data.area,
    attachments.area,
    journal.area,
    people.area,
    tags.area,
    trash.area,
    versions.area,
    search.area,
    links.area,
)
