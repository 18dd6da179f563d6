"""The instance as administrators see it: figures, the audit log, a mail to try; on both databases."""

import csv
import dataclasses
import io
import json
from typing import Any

import flask
import peewee
import pytest

from notesvc import database, factory
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.accounts import users
from notesvc.domain.caller import OPERATOR
from notesvc.domain.mail import outbox
from notesvc.models import AuditEntry, Mail
from tests.mail import servers
from tests.web.conftest import PASSWORD, Member

AUDIT = "/api/admin/audit"


def entries(administrator: Member, **query: Any) -> list[dict[str, Any]]:
    return list(administrator.web.get(AUDIT, query_string=query).get_json()["entries"])


def test_the_figures_count_what_is_there(workspace: Settings, administrator: Member, owner: Member) -> None:
    owner.file(content=b"x" * 50)
    outbox.queue("nobody", "someone@example.org")
    Mail.update(state="failed", error="550 no such user").execute()
    found = administrator.web.get("/api/admin/figures").get_json()
    assert (found["users"], found["usersDisabled"], found["administrators"]) == (2, 0, 1)
    assert (found["attachments"], found["attachmentBytes"]) == (1, 50)
    assert found["databaseBytes"] > 10_000
    assert found["mailsWaiting"] == 0
    assert [mail["error"] for mail in found["mailsFailed"]] == ["550 no such user"]
    assert found["mailsKeptIn"] == str(workspace.mails)
    assert found["versions"]["database"].startswith("SQLite" if workspace.is_sqlite else "PostgreSQL")


def test_the_audit_log_names_who_did_what_to_whom(administrator: Member, owner: Member) -> None:
    administrator.step_up().web.patch(f"/api/admin/users/{owner.user.id}", json={"isDisabled": True})
    line = entries(administrator)[0]
    assert (line["kind"], line["means"], line["facts"]) == ("account_disabled", "web", {})
    assert (line["actor"]["handle"], line["subject"]["email"]) == ("admin", "owner@example.org")


def test_what_people_do_with_their_own_accounts_is_recorded(owner: Member) -> None:
    owner.step_up()
    owner.web.delete(f"/api/sync/tokens/{token_of(owner)}")
    owner.web.post("/api/account/password", json={"password": "another horse battery"})
    owner.web.get("/api/data/export")
    mine = [row.kind for row in AuditEntry.select().where(AuditEntry.actor_id == owner.user.id)]
    assert sorted(mine) == ["exported", "key_made", "key_revoked", "password_changed", "sign_in"]


def test_the_log_is_read_a_page_at_a_time_and_by_kind_and_user(administrator: Member, owner: Member) -> None:
    for number in range(5):
        audit.record(OPERATOR, "quota_changed", str(owner.user.id), bytes=number)
    seen: list[int] = []
    cursor = ""
    while True:
        query = {"kind": "quota_changed", "limit": 2} | ({"cursor": cursor} if cursor else {})
        answer = administrator.web.get(AUDIT, query_string=query).get_json()
        seen += [line["facts"]["bytes"] for line in answer["entries"]]
        if answer["nextCursor"] is None:
            break
        cursor = answer["nextCursor"]
    assert seen == [4, 3, 2, 1, 0]
    hers = entries(administrator, userId=owner.user.id)
    assert {line["kind"] for line in hers} == {"account_made", "sign_in", "quota_changed"}
    assert administrator.web.get(f"{AUDIT}?kind=nonsense").status_code == 422
    assert administrator.web.get(f"{AUDIT}?cursor=x").status_code == 422


def test_nothing_in_the_log_can_be_changed_or_removed(administrator: Member) -> None:
    before = list(AuditEntry.select().dicts())
    assert before
    for statement in ("UPDATE audit_entries SET kind = 'sign_in'", "DELETE FROM audit_entries"):
        with pytest.raises(peewee.DatabaseError, match="only grows"), database.transaction():
            database.execute(statement)
    assert list(AuditEntry.select().dicts()) == before


def test_the_log_leaves_as_lines_of_json_and_as_a_table_without_formulas(administrator: Member) -> None:
    users.register(email="sly@example.org", password=PASSWORD, name="=1+1", handle="sly")
    audit.record(OPERATOR, "throttled", None, window="=cmd()", address="203.0.113.7")
    lines = administrator.web.get(f"{AUDIT}/export").get_data(as_text=True).splitlines()
    found = [json.loads(line) for line in lines]
    assert [line["kind"] for line in found][:2] == ["audit_exported", "throttled"]
    assert len(found) == AuditEntry.select().count()
    answer = administrator.web.get(f"{AUDIT}/export?format=csv&kind=throttled")
    rows = list(csv.reader(io.StringIO(answer.get_data(as_text=True))))
    assert (rows[0][0], len(rows)) == ("createdAt", 2)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_a_flood_of_wrong_passwords_is_one_line(app: flask.Flask, administrator: Member, owner: Member) -> None:
    body = {"email": "owner@example.org", "password": "wrong password"}
    statuses = {app.test_client().post("/api/auth/login", json=body).status_code for _ in range(15)}
    assert statuses == {401, 429}
    told = entries(administrator, kind="throttled")
    assert [line["facts"] for line in told] == [{"window": "sign-in-account", "address": "127.0.0.1"}]
    assert [line["kind"] for line in entries(administrator, userId=owner.user.id)] == ["sign_in", "account_made"]


def test_nothing_personal_and_no_secret_stands_in_the_log(administrator: Member, owner: Member) -> None:
    secret = owner.key(name="My laptop")
    owner.step_up().web.post("/api/account/password", json={"password": "another horse battery"})
    written = json.dumps(list(AuditEntry.select().dicts()))
    for word in (secret, "owner@example.org", "Olive", "My laptop", "horse", "127.0.0.1"):
        assert word not in written


def test_a_test_mail_is_kept_where_no_server_sends_it(workspace: Settings, administrator: Member) -> None:
    answer = administrator.step_up().web.post("/api/admin/mail-test").get_json()
    assert (answer["state"], answer["recipient"], answer["error"]) == ("kept", "admin@example.org", None)
    assert answer["file"].startswith(str(workspace.mails))
    assert Mail.select().count() == 0


def test_a_test_mail_that_a_server_takes_is_sent_and_one_that_none_takes_failed(
    workspace: Settings, administrator: Member, free_port: int
) -> None:
    cookie = administrator.step_up().web.get_cookie("notesvc")
    assert cookie is not None
    with servers.serving(servers.Taking(), free_port) as server:
        sent = ask_with(workspace, f"smtp://127.0.0.1:{free_port}", str(cookie.value))
        assert (sent["state"], sent["file"], server.recipients) == ("sent", None, ["admin@example.org"])
    failed = ask_with(workspace, "smtp://127.0.0.1:1", str(cookie.value))
    assert failed["state"] == "failed"
    assert "refused" in failed["error"]
    assert Mail.select().count() == 0


def ask_with(workspace: Settings, smtp_url: str, cookie: str) -> dict[str, Any]:
    browser = factory.create_app(dataclasses.replace(workspace, smtp_url=smtp_url)).test_client()
    browser.set_cookie("notesvc", cookie)
    with database.connection():
        return dict(browser.post("/api/admin/mail-test").get_json())


def token_of(owner: Member) -> str:
    answer = owner.step_up().web.post("/api/sync/tokens", json={"name": "a key", "canWrite": True})
    return str(answer.get_json()["token"]["id"])
