"""The instance as administrators see it: its figures, its audit log, a mail to try."""

from typing import Any, Literal

from flask import Response, current_app

from notesvc import clock, limits
from notesvc.domain import audit, audit_files, figures, mails, users
from notesvc.domain.caller import Caller
from notesvc.models import Mail
from notesvc.web import forms, passwords, shapes
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Area, Media, page_size

area = Area("instance", "/api/admin")


class FailedMail(shapes.Shape):
    """A mail that could not be delivered; `recipient` is empty where only its kind tells whose it was."""

    id: str
    kind: str
    recipient: str
    created_at: str
    error: str | None


class Versions(shapes.Shape):
    """Of the service, of what it runs on, and of the last migration."""

    notesvc: str
    python: str
    database: str
    migration: str


class Figures(shapes.Shape):
    """The instance; sizes in bytes. `mailsKeptIn`: the folder of mails where no server sends them."""

    users: int
    users_disabled: int
    administrators: int
    notes: int
    notes_in_trash: int
    note_versions: int
    attachments: int
    attachment_bytes: int
    database_bytes: int
    imports_waiting: int
    mails_waiting: int
    mails_failed: list[FailedMail]
    mails_kept_in: str | None
    versions: Versions


class AuditFilter(forms.Query):
    """Which lines of the audit log; `userId` is who did it, or to whom it was done."""

    kind: audit.Kind | None = None
    user_id: forms.Id | None = None


class AuditQuery(AuditFilter, forms.Page):
    """GET audit."""


class AuditExport(AuditFilter):
    """GET audit/export."""

    format: Literal["ndjson", "csv"] = "ndjson"


class AuditPerson(shapes.Shape):
    """Somebody in the audit log; only an id when the account is gone."""

    id: str
    handle: str | None
    email: str | None


class AuditLine(shapes.Shape):
    """Something that was done; no `actor`: on the service's machine, or by the service itself (`means` tells)."""

    id: str
    kind: audit.Kind
    means: Literal["web", "key", "command", "service"]
    facts: dict[str, Any]
    created_at: str
    actor: AuditPerson | None
    subject: AuditPerson | None


class AuditLog(shapes.Shape):
    """A page of the audit log, newest first."""

    entries: list[AuditLine]
    next_cursor: str | None


class MailOutcome(shapes.Shape):
    """What became of a mail; `file` where it is kept for want of a server, `error` in the server's words."""

    state: Literal["sent", "kept", "failed"]
    recipient: str
    file: str | None
    error: str | None


@area.get("/figures", access=ADMINISTRATOR, answers={200: Figures})
def read_figures(_: Caller) -> Any:
    """The instance in figures."""
    found = figures.instance(current_app.config["NOTESVC"])
    names = Figures.model_fields
    answer = {(names[name].alias or name): value for name, value in found.items()}
    return answer | {"mailsFailed": [_failed(mail) for mail in found["mails_failed"]]}


@area.get("/audit", access=ADMINISTRATOR, query=AuditQuery, answers={200: AuditLog})
def read_audit(_: Caller, query: AuditQuery) -> Any:
    """What was done to accounts and to the instance, newest first."""
    size = page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    rows, cursor = audit.entries(_filters(query) | {"cursor": query.cursor}, size)
    return {"entries": [audit_files.shape(row) for row in rows], "nextCursor": cursor}


@area.get(
    "/audit/export",
    access=ADMINISTRATOR,
    query=AuditExport,
    answers={200: Media(("application/x-ndjson", "text/csv"))},
)
def export_audit(caller: Caller, query: AuditExport) -> Any:
    """The audit log as a file, as a stream."""
    audit.record(caller, "audit_exported", None, format=query.format)
    rows = audit.every(_filters(query))
    pieces, kind = audit_files.FORMS[query.format](rows), audit_files.TYPES[query.format]
    name = f"notesvc-audit-{clock.now()[:10]}.{query.format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(pieces, 200, headers, mimetype=kind)


@area.post("/mail-test", access=STEPPED_UP_ADMINISTRATOR, answers={200: MailOutcome})
def test_mail(caller: Caller) -> Any:
    """Send a mail to one's own address, and say what became of it."""
    passwords.count_mail(caller.user_id)
    recipient = str(users.by_id(caller.user_id).email)
    outcome = mails.send_test(current_app.config["NOTESVC"], recipient)
    audit.record(caller, "mail_tested", None, outcome=outcome.state)
    return {"state": outcome.state, "recipient": recipient, "file": outcome.file, "error": outcome.error}


def _filters(query: AuditFilter) -> dict[str, Any]:
    return {"kind": query.kind, "user_id": query.user_id}


def _failed(mail: Mail) -> dict[str, Any]:
    return {
        "id": mail.id,
        "kind": mail.kind,
        "recipient": mail.recipient,
        "createdAt": mail.created_at,
        "error": mail.error,
    }
