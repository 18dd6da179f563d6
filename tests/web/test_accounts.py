"""Accounts in the hands of administrators, on both databases."""

import threading
from typing import Any

import flask
import pytest

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain.accounts import administration, users
from notesvc.domain.caller import OPERATOR
from notesvc.errors import Conflict
from notesvc.models import AuditEntry
from tests.web import post
from tests.web.conftest import PASSWORD, Member, member

USERS = "/api/admin/users"


def change(administrator: Member, who: Member, **fields: Any) -> Any:
    return administrator.web.patch(f"{USERS}/{who.user.id}", json=fields)


def kinds() -> list[str]:
    return [str(row.kind) for row in AuditEntry.select().order_by(AuditEntry.number)]


def test_users_are_listed_a_page_at_a_time_and_found_by_a_part_of_their_names(
    app: flask.Flask, administrator: Member, owner: Member, stranger: Member
) -> None:
    owner.note("Mine")
    owner.file(content=b"x" * 100)
    first = administrator.web.get(f"{USERS}?limit=2").get_json()
    second = administrator.web.get(f"{USERS}?limit=2&cursor={first['nextCursor']}").get_json()
    found = first["users"] + second["users"]
    assert [each["email"] for each in found] == ["admin@example.org", "owner@example.org", "stranger@example.org"]
    assert second["nextCursor"] is None
    mine = found[1]
    assert (mine["attachmentBytes"], mine["quotaBytes"], mine["isAdmin"]) == (100, None, False)
    assert mine["notes"] == len(owner.web.get("/api/workspace/notes").get_json()["notes"])
    for part in ("OWNER@", "live Own", "owner"):
        hits = administrator.web.get(USERS, query_string={"q": part}).get_json()["users"]
        assert [each["email"] for each in hits] == ["owner@example.org"], part
    assert administrator.web.get(USERS, query_string={"q": "%"}).get_json()["users"] == []
    assert administrator.web.get(f"{USERS}?cursor=x").status_code == 422


def test_a_list_takes_as_many_statements_for_many_as_for_one(
    administrator: Member, owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    run = database.db.obj.execute_sql
    monkeypatch.setattr(database.db.obj, "execute_sql", lambda sql, *rest, **more: sent.append(sql) or run(sql, *rest))
    administration.page(None, None, 1)
    one = len(sent)
    administration.page(None, None, 100)
    assert len(sent) == 2 * one == 6


def test_an_account_that_was_made_waits_for_its_user_to_choose_a_password(
    app: flask.Flask, workspace: Settings, administrator: Member
) -> None:
    body = {"email": "new@example.org", "name": "New"}
    assert administrator.step_up().web.post(USERS, json=body).status_code == 201
    letter = post.only(workspace)
    assert letter.to == "new@example.org"
    browser = app.test_client()
    chosen = {"token": letter.token, "password": PASSWORD}
    assert browser.post("/api/auth/reset-password", json=chosen).status_code == 204
    assert browser.post("/api/auth/login", json={"email": "new@example.org", "password": PASSWORD}).status_code == 200
    again = administrator.web.post(USERS, json={**body, "email": "NEW@example.org"})
    assert (again.status_code, again.get_json()["code"]) == (409, "name_taken")


def test_who_is_given_an_account_is_told_in_the_administrators_language(
    workspace: Settings, administrator: Member
) -> None:
    administrator.web.patch("/api/account/profile", json={"language": "es"})
    administrator.step_up().web.post(USERS, json={"email": "new@example.org", "name": "New"})
    assert post.only(workspace).subject == "Su cuenta está lista"


def test_a_disabled_user_is_refused_everywhere_at_once(
    app: flask.Flask, workspace: Settings, administrator: Member, owner: Member
) -> None:
    key, device = owner.key(), approved_device(app, owner)
    owner.web.post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    mailed = post.delivered(workspace)[-1].token
    assert change(administrator.step_up(), owner, isDisabled=True).get_json()["disabledAt"] is not None
    outside = app.test_client()
    assert owner.web.get("/api/auth/session").status_code == 401
    assert owner.web.post("/api/auth/step-up", json={"password": PASSWORD}).status_code == 401
    assert sign_in(app, owner) == 401
    assert outside.get("/api/sync/verify", headers={"Authorization": f"Bearer {key}"}).status_code == 401
    assert poll(app, device).get_json()["error"] == "invalid_grant"
    assert outside.post("/api/auth/reset-password", json={"token": mailed, "password": PASSWORD}).status_code == 422
    outside.post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    assert [mail.subject for mail in post.delivered(workspace)] == []


def test_what_was_closed_stays_closed_when_the_user_may_come_in_again(
    app: flask.Flask, administrator: Member, owner: Member
) -> None:
    key = owner.key()
    change(administrator.step_up(), owner, isDisabled=True)
    assert change(administrator, owner, isDisabled=False).get_json()["disabledAt"] is None
    assert owner.web.get("/api/auth/session").status_code == 401
    header = {"Authorization": f"Bearer {key}"}
    assert app.test_client().get("/api/sync/verify", headers=header).status_code == 401
    assert sign_in(app, owner) == 200


def test_rights_are_given_and_taken_from_the_next_request_on(administrator: Member, owner: Member) -> None:
    assert owner.web.get(USERS).status_code == 404
    change(administrator.step_up(), owner, isAdmin=True)
    assert owner.web.get(USERS).status_code == 200
    assert change(owner.step_up(), administrator, isAdmin=False).status_code == 200
    assert administrator.web.get(USERS).status_code == 404


@pytest.mark.parametrize("fields", [{"isAdmin": False}, {"isDisabled": True}])
def test_the_last_administrator_stays(app: flask.Flask, administrator: Member, owner: Member, fields: Any) -> None:
    disabled = member(app, "gone@example.org", "Gone")
    administration.change(OPERATOR, str(disabled.user.id), {"is_admin": True})
    administration.change(OPERATOR, str(disabled.user.id), {"is_disabled": True})
    answer = change(administrator.step_up(), administrator, **fields)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "last_administrator")
    assert administrator.web.get(USERS).status_code == 200


def test_two_administrators_who_unmake_each_other_leave_one(administrator: Member, owner: Member) -> None:
    administration.change(OPERATOR, str(owner.user.id), {"is_admin": True})
    outcomes: list[str] = []
    ready = threading.Barrier(2)

    def unmake(user_id: str) -> None:
        with database.connection():
            ready.wait()
            try:
                administration.change(OPERATOR, user_id, {"is_admin": False})
                outcomes.append("done")
            except Conflict as refusal:
                outcomes.append(refusal.code)
        database.db.close()

    threads = [threading.Thread(target=unmake, args=(str(each.user.id),)) for each in (administrator, owner)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "last_administrator"]
    assert len([user for user in users.all() if user.is_admin]) == 1


def test_a_quota_bounds_what_attachments_take_together(administrator: Member, owner: Member) -> None:
    assert change(administrator.step_up(), owner, quotaBytes=100).get_json()["quotaBytes"] == 100
    assert owner.file(content=b"x" * 60).status_code == 201
    refused = owner.file(content=b"y" * 41)
    assert (refused.status_code, refused.get_json()["code"]) == (413, "too_large")
    assert "41 bytes, and 40 are left of the 100" in refused.get_json()["detail"]
    assert owner.file(content=b"z" * 40).status_code == 201
    change(administrator, owner, quotaBytes=None)
    assert owner.file(content=b"y" * 41).status_code == 201


def test_uploads_at_once_do_not_pass_a_quota_together(app: flask.Flask, administrator: Member, owner: Member) -> None:
    change(administrator.step_up(), owner, quotaBytes=100)
    cookie = owner.web.get_cookie("notesvc")
    assert cookie is not None
    statuses: list[int] = []

    def upload(number: int) -> None:
        browser = app.test_client()
        browser.set_cookie("notesvc", str(cookie.value))
        statuses.append(Member(owner.user, browser).file(content=bytes([number]) * 40).status_code)
        database.db.close()

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 201, 413, 413, 413, 413]


def test_a_reset_is_mailed_to_the_user(workspace: Settings, administrator: Member, owner: Member) -> None:
    assert administrator.step_up().web.post(f"{USERS}/{owner.user.id}/password-reset").status_code == 202
    assert (post.only(workspace).to, kinds()[-1]) == ("owner@example.org", "reset_sent")


def test_each_change_is_one_line_of_the_audit_log_and_no_change_is_none(administrator: Member, owner: Member) -> None:
    administrator.step_up()
    before = len(kinds())
    for _ in range(2):
        change(administrator, owner, isAdmin=True, isDisabled=False, quotaBytes=5)
    assert kinds()[before:] == ["administrator_made", "quota_changed"]
    line = AuditEntry.select().order_by(AuditEntry.number.desc()).get()
    assert (line.actor_id, line.subject_id, line.facts) == (administrator.user.id, owner.user.id, {"bytes": 5})


@pytest.mark.parametrize(
    "body", [{"quotaBytes": -1}, {"quotaBytes": 1.5}, {"isAdmin": "yes"}, {"isDisabled": None}, {"email": "a@b.c"}]
)
def test_what_is_no_change_is_refused(administrator: Member, owner: Member, body: Any) -> None:
    assert change(administrator.step_up(), owner, **body).status_code == 422


def test_an_unknown_user_is_not_found(administrator: Member) -> None:
    administrator.step_up()
    assert administrator.web.get(f"{USERS}/{clock.new_id()}").status_code == 404
    assert administrator.web.patch(f"{USERS}/{clock.new_id()}", json={"isAdmin": True}).status_code == 404
    assert administrator.web.get(USERS, query_string={"q": "x" * (limits.SEARCH_QUERY + 1)}).status_code == 422


def sign_in(app: flask.Flask, who: Member) -> int:
    body = {"email": who.user.email, "password": PASSWORD}
    return int(app.test_client().post("/api/auth/login", json=body).status_code)


def approved_device(app: flask.Flask, who: Member) -> str:
    asked = app.test_client().post("/api/auth/device/code", data={"client_id": "notes-desktop"}).get_json()
    assert who.step_up().web.get("/api/auth/device", query_string={"userCode": asked["user_code"]}).status_code == 200
    approval = {"userCode": asked["user_code"], "approve": True}
    assert who.web.post("/api/auth/device/approve", json=approval).status_code == 204
    return str(asked["device_code"])


def poll(app: flask.Flask, device_code: str) -> Any:
    form = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "device_code": device_code,
        "client_id": "notes-desktop",
    }
    return app.test_client().post("/api/auth/device/token", data=form)
