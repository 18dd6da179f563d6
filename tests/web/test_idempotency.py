"""A retry never doubles: every POST that makes something takes an Idempotency-Key."""

import io
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import flask
import pytest

from notesvc import database
from notesvc.domain.accounts import sessions
from notesvc.models import AiPrompt, Attachment, Collaborator, Folder, Invite, Note, Person, Share, SyncToken, User
from notesvc.web import routes
from tests.web.conftest import Member

# What answers 201 and takes no key.
EXCEPTIONS = {
    "/api/auth/register": "nobody is signed in yet, so there is nobody whose key it is; an address has one account",
    "/api/account/totp": "asking again replaces the secret that waits for its first code",
    "/api/account/passkeys": "it answers a challenge that is good once: a repeat adds none",
}
KEY = {"Idempotency-Key": "k-1"}


class Post(NamedTuple):
    """A request that makes something: the body, another one, what it makes, and what of the answer is shown once."""

    rule: str
    body: Callable[[], dict[str, Any]]
    other: Callable[[], dict[str, Any]]
    table: Any
    shown_once: tuple[str, ...] = ()


def json(**body: Any) -> Callable[[], dict[str, Any]]:
    return lambda: {"json": body}


def upload(content: bytes) -> Callable[[], dict[str, Any]]:
    return lambda: {"data": {"file": (io.BytesIO(content), "a.txt")}}


def second() -> dict[str, Any]:
    """The same request about another thing."""
    return {"path": "second"}


POSTS = [
    Post("/api/workspace/notes", json(name="A"), json(name="B"), Note),
    Post("/api/workspace/notes/<id:note_id>/duplicate", dict, second, Note),
    Post(
        "/api/workspace/notes/<id:note_id>/collaborators",
        json(handle="sam", role="viewer"),
        json(handle="sam", role="editor"),
        Collaborator,
    ),
    Post("/api/workspace/folders", json(name="A", icon="x"), json(name="B"), Folder),
    Post("/api/workspace/notes/<id:note_id>/shares", json(theme="book"), json(theme="slate"), Share),
    Post("/api/workspace/folders/<id:folder_id>/shares", json(theme="book"), json(password="words"), Share),
    Post("/api/workspace/people", json(name="Ann"), json(name="Bob"), Person),
    Post(
        "/api/workspace/attachments",
        upload(b"the same bytes"),
        upload(b"other bytes"),
        Attachment,
    ),
    Post(
        "/api/sync/tokens",
        json(name="k", canWrite=True),
        json(name="k", canWrite=False),
        SyncToken,
        ("secret",),
    ),
    Post("/api/sync/tokens/<id:token_id>/rotate", dict, second, SyncToken, ("secret",)),
    Post("/api/ai/prompts", json(name="A", instruction="x"), json(name="A", instruction="y"), AiPrompt),
    Post(
        "/api/admin/users",
        json(email="new@example.org", name="N"),
        json(email="other@example.org", name="N"),
        User,
    ),
    Post("/api/admin/invites", json(uses=2), json(uses=3), Invite, ("code", "link")),
]


@pytest.fixture
def address(administrator: Member, stranger: Member) -> Callable[[str, int], str]:
    """The address of a route for the first or the second of the administrator's things."""
    administrator.step_up()
    notes = [administrator.note(name)["id"] for name in ("One", "Two")]
    tokens = [
        administrator.web.post("/api/sync/tokens", json={"name": name, "canWrite": True}).get_json()["token"]["id"]
        for name in ("One", "Two")
    ]
    stranger.web.patch("/api/account/profile", json={"handle": "sam"})
    folder = administrator.folder("One")["id"]
    return lambda rule, which: (
        rule.replace("<id:note_id>", notes[which])
        .replace("<id:token_id>", tokens[which])
        .replace("<id:folder_id>", folder)
    )


def test_every_post_that_makes_something_takes_a_key() -> None:
    making = [
        route for area in routes.AREAS for route in area.routes if route.method == "POST" and 201 in route.answers
    ]
    taking = {route.rule for route in making if "Idempotency-Key" in route.headers and 200 in route.answers}
    assert {route.rule for route in making} - taking == EXCEPTIONS.keys()
    # Captures, files of programs and what devices write have tests of their own.
    elsewhere = {f"/api/sync/{name}" for name in ("capture", "attachments", "notes", "folders")}
    assert taking - elsewhere == {post.rule for post in POSTS}


@pytest.mark.parametrize("post", POSTS, ids=lambda post: post.rule)
def test_a_repeated_key_makes_one(administrator: Member, address: Callable[[str, int], str], post: Post) -> None:
    first = administrator.web.post(address(post.rule, 0), headers=KEY, **post.body())
    assert (first.status_code, "Idempotency-Replayed" in first.headers) == (201, False)
    count = post.table.select().count()
    again = administrator.web.post(address(post.rule, 0), headers=KEY, **post.body())
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.get_json() == {**first.get_json(), **dict.fromkeys(post.shown_once)}
    assert again.headers.get("ETag") == first.headers.get("ETag")
    other = post.other()
    which = 1 if other.pop("path", None) else 0
    refused = administrator.web.post(address(post.rule, which), headers=KEY, **other)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "idempotency_conflict")
    assert post.table.select().count() == count


def test_without_its_key_nothing_is_made(administrator: Member, address: Callable[[str, int], str]) -> None:
    addresses = [address(post.rule, 0) for post in POSTS]
    database.execute("ALTER TABLE idempotency_keys RENAME COLUMN answer TO gone")
    for post, where in zip(POSTS, addresses, strict=True):
        count = post.table.select().count()
        assert administrator.web.post(where, headers=KEY, **post.body()).status_code >= 500, post.rule
        assert post.table.select().count() == count, post.rule


def test_a_secret_is_kept_nowhere(administrator: Member, address: Callable[[str, int], str]) -> None:
    made = [
        administrator.web.post("/api/sync/tokens", json={"name": "k", "canWrite": True}, headers=KEY).get_json(),
        administrator.web.post("/api/admin/invites", json={}, headers={"Idempotency-Key": "k-2"}).get_json(),
    ]
    kept = str(database.execute("SELECT * FROM idempotency_keys").fetchall())
    assert len(kept) > 100
    assert made[0]["secret"] not in kept
    assert made[1]["code"] not in kept


def test_a_key_that_may_write_is_told_again_to_nobody(owner: Member) -> None:
    owner.step_up()
    body = {"name": "k", "canWrite": True}
    first = owner.web.post("/api/sync/tokens", json=body, headers=KEY)
    sessions.end_all(str(owner.user.id))
    owner.web.post("/api/auth/login", json={"email": owner.user.email, "password": "correct horse battery"})
    again = owner.web.post("/api/sync/tokens", json=body, headers=KEY)
    assert again.get_json() == {"token": first.get_json()["token"], "secret": None}


def test_keys_at_the_same_moment_make_one(app: flask.Flask, owner: Member) -> None:
    cookie = owner.web.get_cookie("notesvc")
    assert cookie is not None
    statuses: list[int] = []

    def ask() -> None:
        web = app.test_client()
        web.set_cookie("notesvc", cookie.value)
        statuses.append(web.post("/api/workspace/folders", json={"name": "Once"}, headers=KEY).status_code)
        database.disconnect()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] * 7 + [201]
    assert Folder.select().where(Folder.name == "Once").count() == 1


@pytest.mark.parametrize("key", ["", "two words", "ä", "x" * 256])
def test_what_is_no_key_is_refused(owner: Member, key: str) -> None:
    refused = owner.web.post("/api/workspace/folders", json={"name": "x"}, headers={"Idempotency-Key": key})
    assert (refused.status_code, refused.get_json()["errors"][0]["field"]) == (422, "Idempotency-Key")
