"""The instance in figures."""

from notesvc import database

_COUNTS = {
    "notesvc_users": ("Accounts.", "SELECT count(*) FROM users"),
    "notesvc_notes": ("Live notes.", "SELECT count(*) FROM notes WHERE deleted_at IS NULL"),
    "notesvc_notes_in_trash": ("Notes in the trash.", "SELECT count(*) FROM notes WHERE deleted_at IS NOT NULL"),
    "notesvc_versions": ("Stored versions.", "SELECT count(*) FROM note_versions"),
    "notesvc_attachments": ("Attachments.", "SELECT count(*) FROM attachments"),
    "notesvc_attachment_bytes": ("Bytes of attachments.", "SELECT coalesce(sum(size), 0) FROM attachments"),
    "notesvc_imports_waiting": (
        "Imports queued or running.",
        "SELECT count(*) FROM import_jobs WHERE state IN ('queued', 'running')",
    ),
}


def prometheus() -> str:
    """The figures in Prometheus' text format."""
    lines = []
    for name, (meaning, query) in _COUNTS.items():
        value = database.execute(query).fetchone()[0]
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} gauge", f"{name} {int(value)}"]
    return "\n".join(lines) + "\n"
