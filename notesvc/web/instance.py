"""The instance as administrators see it: its figures, its audit log, a mail to try."""

from typing import Any, Literal

from flask import Response, current_app
from pydantic import Field

from notesvc import clock, limits, shapes
from notesvc.domain import audit, audit_files, metrics
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import sender
from notesvc.web import forms, passwords
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Area, Media, page_size

area = Area("instance", "/api/admin")


class FailedMail(shapes.Shape):
    """A mail that could not be delivered; `recipient` is empty where only its kind tells whose it was."""

    id: shapes.Id = Field(description="The mail's id.")
    kind: str = Field(description="What the mail was about.")
    recipient: str = Field(description="To whom it went; empty where only the kind tells.")
    created_at: shapes.Time = Field(description="When it was made.")
    error: str | None = Field(description="What the mail server said.")


class Versions(shapes.Shape):
    """Of the service, of what it runs on, and of the last migration."""

    notesvc: str = Field(description="The version of the service.")
    python: str = Field(description="The version of Python.")
    database: str = Field(description="The kind and version of the database.")
    migration: str = Field(description="The last migration that was applied.")


class Figures(shapes.Shape):
    """The instance; sizes in bytes. `mailsKeptIn`: the folder of mails where no server sends them."""

    users: int = Field(description="How many accounts there are.")
    users_disabled: int = Field(description="How many of them cannot come in.")
    administrators: int = Field(description="How many of them are administrators.")
    notes: int = Field(description="How many notes there are, the trash aside.")
    notes_in_trash: int = Field(description="How many notes are in the trash.")
    note_versions: int = Field(description="How many versions there are.")
    attachments: int = Field(description="How many attachments there are.")
    attachment_bytes: shapes.Int64 = Field(description="What attachments take, in bytes.")
    database_bytes: shapes.Int64 = Field(description="What the database takes, in bytes.")
    imports_waiting: int = Field(description="How many imports wait or run.")
    mails_waiting: int = Field(description="How many mails wait to be sent.")
    mails_failed: list[FailedMail] = Field(description="The latest mails that could not be delivered.")
    mails_kept_in: str | None = Field(
        description="The folder of mails where no server sends them; null where one does."
    )
    versions: Versions = Field(description="What runs here.")


class AuditFilter(forms.Query):
    """Which lines of the audit log; `userId` is who did it, or to whom it was done."""

    kind: audit.Kind | None = Field(None, description="Only lines of this kind.")
    user_id: forms.Id | None = Field(None, description="Only what this user did, or what was done to them.")


class AuditQuery(AuditFilter, forms.Page):
    """GET audit."""


class AuditExport(AuditFilter):
    """GET audit/export."""

    format: Literal["ndjson", "csv"] = Field("ndjson", description="The form of the file.")


class AuditLog(shapes.Shape):
    """A page of the audit log, newest first."""

    entries: list[audit_files.AuditLine] = Field(description="The lines on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class MailOutcome(shapes.Shape):
    """What became of a mail; `file` where it is kept for want of a server, `error` in the server's words."""

    state: Literal["sent", "kept", "failed"] = Field(description="What became of the mail.")
    recipient: str = Field(description="To whom it went.")
    file: str | None = Field(description="Where it is kept, where no server sends mails.")
    error: str | None = Field(description="What the mail server said.")


@area.get("/figures", access=ADMINISTRATOR, answers={200: Figures})
def read_figures(_: Caller) -> Any:
    """The instance in figures."""
    return Figures.of(**metrics.instance(current_app.config["NOTESVC"]))


@area.get("/audit", access=ADMINISTRATOR, query=AuditQuery, answers={200: AuditLog})
def read_audit(_: Caller, query: AuditQuery) -> Any:
    """What was done to accounts and to the instance, newest first."""
    size = page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    rows, cursor = audit.entries(_filters(query) | {"cursor": query.cursor}, size)
    return AuditLog.of(entries=[audit_files.line(row) for row in rows], next_cursor=cursor)


@area.get(
    "/audit/export",
    access=ADMINISTRATOR,
    query=AuditExport,
    answers={
        200: Media(
            ("application/x-ndjson", "text/csv"), ("Content-Disposition",), audit_files.AuditLine, "A line each."
        )
    },
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
    outcome = sender.send_test(current_app.config["NOTESVC"], recipient)
    audit.record(caller, "mail_tested", None, outcome=outcome.state)
    return MailOutcome.of(outcome, recipient=recipient)


def _filters(query: AuditFilter) -> dict[str, Any]:
    return {"kind": query.kind, "user_id": query.user_id}
