"""A user's configuration of storage as clients see it."""

from typing import Any

import pytest

from notesvc import limits
from notesvc.backends import causes
from tests.web.conftest import Member

SECRET = "canary-1234567890-abcdef"
S3 = {
    "part": "attachments",
    "backend": "s3",
    "address": "https://s3.example.org",
    "bucket": "files",
    "user": "AKIA",
    "secret": SECRET,
}
WEBDAV = {"part": "mirror", "backend": "webdav", "address": "https://dav.example.org/notes"}


@pytest.fixture
def kind() -> str:
    """What depends on the kind of database is tested with the domain."""
    return "sqlite"


def put(member: Member, body: dict[str, Any], **changed: Any) -> Any:
    return member.web.put("/api/storage/config", json=body | changed)


def test_nothing_is_elsewhere_at_first(owner: Member) -> None:
    found = owner.web.get("/api/storage/config").get_json()
    assert (found["attachments"]["backend"], found["mirror"]["backend"]) == ("local", "none")
    assert found["attachments"]["state"] == found["mirror"]["state"] == "ok"
    assert found["attachments"]["capabilities"] is None
    assert found["move"] is None
    assert owner.web.get("/api/storage/migrate").status_code == 404
    assert owner.web.delete("/api/storage/migrate").status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (S3 | {"backend": "folder"}, "backend"),
        (S3 | {"backend": "none"}, "backend"),
        (S3 | {"mode": "one_way"}, "mode"),
        (S3 | {"address": "ftp://s3.example.org"}, "address"),
        (S3 | {"address": "https://user:word@s3.example.org"}, "address"),
        (S3 | {"bucket": "../files"}, "bucket"),
        (S3 | {"region": "a b"}, "region"),
        (S3 | {"prefix": "a/../b"}, "prefix"),
        (S3 | {"prefix": "a" * 300}, "prefix"),
        (S3 | {"user": "a\nb"}, "user"),
        (S3 | {"secret": "a" * 501}, "secret"),
        ({name: value for name, value in S3.items() if name != "bucket"}, "bucket"),
        ({name: value for name, value in S3.items() if name != "secret"}, "secret"),
        (WEBDAV | {"backend": "local"}, "backend"),
        (WEBDAV | {"bucket": "b"}, "bucket"),
        (WEBDAV | {"address": None}, "address"),
        ({"part": "attachments", "backend": "local", "address": "https://s3.example.org"}, "address"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(owner: Member, body: dict[str, Any], field: str) -> None:
    owner.step_up()
    for answer in (put(owner, body), owner.web.post("/api/storage/test", json=body)):
        assert answer.status_code == 422
        assert [each["field"] for each in answer.get_json()["errors"]] == [field]
        assert SECRET not in answer.text
    assert owner.web.get("/api/storage/config").get_json()["attachments"]["backend"] == "local"


def test_unknown_fields_are_refused(owner: Member) -> None:
    assert put(owner.step_up(), WEBDAV, password="x").status_code == 422


def test_what_is_set_already_may_be_set_again(owner: Member) -> None:
    owner.step_up()
    for body in ({"part": "attachments", "backend": "local"}, {"part": "mirror", "backend": "none"}):
        assert put(owner, body).status_code == 200
        assert owner.web.post("/api/storage/test", json=body).get_json()["ok"] is True
    assert owner.web.get("/api/storage/migrate").status_code == 404
    assert owner.web.post("/api/storage/migrate").status_code == 422
    assert owner.web.post("/api/storage/mirror/accept").status_code == 404


def test_the_table_tells_what_each_kind_can_do(owner: Member) -> None:
    table = owner.web.get("/api/storage/capabilities").get_json()["backends"]
    assert [each["backend"] for each in table] == ["database", "folder", "s3", "webdav"]
    names = [[row["name"] for row in each["capabilities"]] for each in table]
    assert all(each == names[0] for each in names)


def test_tests_are_counted(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STORAGE_TESTS_PER_USER", "2 per minute")
    owner.step_up()
    body = WEBDAV | {"address": "http://127.0.0.1:9/notes"}
    answers = [owner.web.post("/api/storage/test", json=body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0].get_json()["ok"] is False
    assert answers[0].get_json()["cause"] in causes.DETAILS
    assert [step["ok"] for step in answers[0].get_json()["steps"]][-1] is False
    assert put(owner, body).status_code == 429
