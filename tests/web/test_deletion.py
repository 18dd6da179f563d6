"""Deleting one's account: days to come back, then nothing of it is left; on both databases."""

import json
import os
from typing import Any

import flask
import pytest

from notesvc import clock, database, file_store, limits, models
from notesvc.config import Settings
from notesvc.domain.accounts import administration
from notesvc.domain.accounts import deletion as account_deletion
from notesvc.domain.caller import OPERATOR
from notesvc.models import AuditEntry, InstanceFact, Note, User
from tests.web import post
from tests.web.conftest import PASSWORD, Member
from tests.web.matrix import belongings

DAY = 86_400
ACCOUNT = "/api/account"


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    moment = clock.timestamp_ms() + int(seconds * 1000)
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)


def sign_in(app: flask.Flask, email: str = "owner@example.org") -> Any:
    return app.test_client().post("/api/auth/login", json={"email": email, "password": PASSWORD})


def delete(owner: Member) -> Any:
    return owner.step_up().web.delete(ACCOUNT)


def test_sessions_and_keys_are_dead_at_once_and_a_mail_says_so(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    key = owner.key()
    answer = delete(owner)
    assert answer.status_code == 200
    assert clock.from_now(6.9 * DAY) < answer.get_json()["deletionAt"] < clock.from_now(7.1 * DAY)
    assert owner.web.get("/api/auth/session").status_code == 401
    header = {"Authorization": f"Bearer {key}"}
    assert app.test_client().get("/api/sync/verify", headers=header).status_code == 401
    letter = post.only(workspace)
    assert (letter.to, letter.subject) == ("owner@example.org", "Your account will be deleted")


def test_what_would_be_lost_is_named_first(owner: Member) -> None:
    before = owner.web.get(f"{ACCOUNT}/deletion").get_json()
    owner.note("One more")
    owner.file(content=b"x" * 70)
    after = owner.web.get(f"{ACCOUNT}/deletion").get_json()
    assert (after["notes"], after["attachments"]) == (before["notes"] + 1, before["attachments"] + 1)
    assert (after["attachmentBytes"] - before["attachmentBytes"], after["days"]) == (70, limits.DELETION_DAYS)


def test_it_wants_a_proof(owner: Member) -> None:
    answer = owner.web.delete(ACCOUNT)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "step_up_required")


def test_signing_in_within_the_days_brings_everything_back(
    app: flask.Flask, workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = owner.note("Kept", "still here")
    delete(owner)
    post.delivered(workspace)
    later(monkeypatch, limits.DELETION_DAYS * DAY - 60)
    assert account_deletion.sweep(workspace) == 0
    back = app.test_client()
    answer = back.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    assert (answer.status_code, answer.get_json()["broughtBack"]) == (200, True)
    assert back.get(f"/api/workspace/notes/{note['id']}").get_json()["content"] == "still here"
    assert back.get("/api/auth/session").get_json()["broughtBack"] is False
    assert "Your account is kept" in [mail.subject for mail in post.delivered(workspace)]
    later(monkeypatch, 2 * DAY)
    assert account_deletion.sweep(workspace) == 0
    assert sign_in(app).get_json()["broughtBack"] is False


def test_a_wrong_password_brings_nothing_back(app: flask.Flask, owner: Member) -> None:
    delete(owner)
    body = {"email": "owner@example.org", "password": "wrong horse battery"}
    assert app.test_client().post("/api/auth/login", json=body).status_code == 401
    assert User.get(User.id == owner.user.id).deletion_at is not None


def test_after_the_days_nobody_comes_in_even_before_the_sweep(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    delete(owner)
    later(monkeypatch, limits.DELETION_DAYS * DAY + 1)
    answer = sign_in(app)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "bad_credentials")


def test_the_last_administrator_cannot_delete_the_account(administrator: Member, owner: Member) -> None:
    answer = delete(administrator)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "last_administrator")
    administration.change(OPERATOR, str(owner.user.id), {"is_admin": True})
    assert delete(administrator).status_code == 200
    # Whoever is leaving counts no more.
    assert delete(owner).get_json()["code"] == "last_administrator"


def test_nothing_of_the_user_is_left_in_any_table_or_file(
    app: flask.Flask, workspace: Settings, owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    belongings(owner)
    fill(app, owner, stranger)
    shared, own = files_of(owner, stranger)
    others = rows_of_others(str(owner.user.id))
    assert delete(owner).status_code == 200
    named = words_of(owner)
    assert held(named), "the test plants what it looks for"
    age_files(workspace)
    later(monkeypatch, limits.DELETION_DAYS * DAY + 1)
    assert account_deletion.sweep(workspace) == 1
    assert held(named) == []
    assert list(workspace.imports.glob("*")) == []
    assert file_store.path_of(shared).is_file()
    assert not file_store.path_of(own).is_file()
    assert rows_of_others(str(owner.user.id)) == others
    last = AuditEntry.select().order_by(AuditEntry.number.desc()).get()
    assert (last.kind, last.subject_id, last.means) == ("account_deleted", owner.user.id, "service")


def test_a_sweep_that_was_broken_off_goes_on(
    workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        owner.note(f"Note {number}")
    delete(owner)
    later(monkeypatch, limits.DELETION_DAYS * DAY + 1)
    with monkeypatch.context() as patch:

        def fail(*_: Any) -> None:
            raise OSError("no more")

        patch.setattr(account_deletion, "_remove", fail)
        with pytest.raises(OSError, match="no more"):
            account_deletion.sweep(workspace)
    assert Note.select().where(Note.owner == owner.user.id).count() == 0
    assert account_deletion.sweep(workspace) == 1
    assert User.get_or_none(User.id == owner.user.id) is None


def fill(app: flask.Flask, owner: Member, stranger: Member) -> None:
    """What else may hold something of a user."""
    note = owner.note("Mentioned", "[[Secret plan]] $Grace", properties={"secretly": "xylophone"})
    owner.web.put(f"/api/workspace/favourites/{note['id']}")
    owner.web.get(f"/api/workspace/notes/{note['id']}")
    owner.web.put("/api/workspace/tags/secret/color", json={"color": "#aa0000"})
    owner.step_up().web.post("/api/account/totp")
    app.test_client().post("/api/auth/forgot-password", json={"email": "OWNER@example.org"})
    header = {"Authorization": f"Bearer {owner.key()}", "Idempotency-Key": "xylophone"}
    clip = {"title": "xylophone clip", "markdown": "xylophone"}
    assert app.test_client().post("/api/sync/capture", json=clip, headers=header).status_code == 201
    stranger.note("About others", "written by @owner or not")


def files_of(owner: Member, stranger: Member) -> tuple[str, str]:
    """The hash of a file that both have, and of one that the owner alone has."""
    hashes = []
    for content, members in ((b"shared" * 50, (owner, stranger)), (b"alone" * 50, (owner,))):
        made = [member.file("f.bin", content).get_json()["id"] for member in members]
        hashes.append(str(models.Attachment.get(models.Attachment.id == made[0]).content_hash))
    return hashes[0], hashes[1]


def words_of(owner: Member) -> set[str]:
    """What would tell of the user: ids, names, and a word of the texts."""
    ids = {str(row.id) for row in Note.select(Note.id).where(Note.owner == owner.user.id)}
    return {"xylophone", "owner@example.org", "olive owner", str(owner.user.id), *ids}


def held(words: set[str]) -> list[str]:
    """Where one of the words stands. Lines of the audit log name accounts by their id, which leads nowhere then."""
    found = []
    for model in models.ALL:
        if model in (AuditEntry, InstanceFact):
            continue
        for row in model.select().dicts():
            text = json.dumps(row, default=str).lower()
            # Others may write the handle of somebody who is gone: those are their words.
            found += [f"{model.__name__}: {word}" for word in words if word in text]
    column = "rowid" if database.on_sqlite() else "number"
    indexed = {row[0] for row in database.execute(f"SELECT {column} FROM note_search").fetchall()}
    return found + [f"note_search: {number}" for number in indexed - {row.number for row in Note.select(Note.number)}]


def rows_of_others(user_id: str) -> dict[str, int]:
    notes = Note.select().where(Note.owner != user_id).count()
    return {"users": User.select().where(User.id != user_id).count(), "notes": notes}


def age_files(settings: Settings) -> None:
    """Files are as old as the days that have passed; only the clock of the service is moved by the tests."""
    for path in settings.attachments.glob("*/*"):
        os.utime(path, (0, 0))
