"""At the HTTP edge: what is no request of ours is refused cleanly."""

from typing import Any

import pytest

from notesvc import limits
from tests.web.conftest import Member

NOTES = "/api/workspace/notes"


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def post(owner: Member, body: bytes, kind: str = "application/json") -> Any:
    return owner.web.post(NOTES, data=body, content_type=kind)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"properties":{"x":NaN}}',
        b'{"properties":{"x":Infinity}}',
        b'{"properties":{"x":1e999}}',
        b'{"properties":{"x":123456789012345678901234567890}}',
        b'{"sortOrder":9223372036854775808}',
        b'{"name":"a","name":"b"}',
        b'{"properties":{"a":{"b":1,"b":2}}}',
        b'{"name":"\\ud800"}',
        b'{"name":"\\u0000"}',
        b'{"properties":{"\\u0000":1}}',
        b'{"name":"\x00"}',
        b'{"name":"\xff\xfe"}',
        '{"name":"x"}'.encode("utf-16"),
        b'{"name":"x"} trailing',
    ],
    ids=lambda body: repr(body[:24]),
)
def test_json_that_is_none_is_400_and_stores_nothing(owner: Member, body: bytes) -> None:
    before = owner.web.get(NOTES).data
    answer = post(owner, body)
    assert answer.status_code == 400, answer.text
    assert answer.get_json()["code"] == "malformed_request"
    assert owner.web.get(NOTES).data == before


def test_a_whole_surrogate_pair_is_a_character(owner: Member) -> None:
    assert post(owner, b'{"name":"\\ud83d\\ude00"}').get_json()["name"] == "😀"


@pytest.mark.parametrize("body", [b'"text"', b"5", b"null", b"[]", b"true"])
def test_json_that_is_no_object_is_422(owner: Member, body: bytes) -> None:
    assert post(owner, body).status_code == 422


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(owner: Member, kind: str) -> None:
    answer = post(owner, b'{"name":"x"}', kind)
    assert (answer.status_code, answer.get_json()["code"]) == (415, "unsupported_media_type")


def test_a_body_over_the_limit_is_413_and_stores_nothing(owner: Member) -> None:
    before = owner.web.get(NOTES).data
    answer = post(owner, b'{"content":"' + b"x" * limits.MAX_BODY + b'"}')
    assert (answer.status_code, answer.get_json()["code"]) == (413, "too_large")
    assert owner.web.get(NOTES).data == before


def test_a_body_at_the_limit_is_stored_whole(owner: Member) -> None:
    content = "x" * (limits.MAX_BODY - len('{"content":""}'))
    note = post(owner, b'{"content":"' + content.encode() + b'"}')
    assert note.status_code == 201
    assert owner.web.get(f"{NOTES}/{note.get_json()['id']}").get_json()["content"] == content


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=5001",
        "limit=x",
        "cursor=x",
        "cursor=W10",
        "sort=size",
        "parentId=x",
        "updatedSince=2026-01-01",
        "colour=red",
        "limit=1&limit=2",
        "tag=%00",
        "updatedSince=0000-00-00T00:00:00Z",
    ],
)
def test_a_bad_query_is_422(owner: Member, query: str) -> None:
    answer = owner.web.get(f"{NOTES}?{query}")
    assert answer.status_code == 422, answer.text
    assert answer.get_json()["errors"][0]["field"]


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👧‍👦",
        "\u202eevil\u202c",
        "e" + "\u0301" * 10_000,
        "𝒳" * 32,
        "日本語のノート",
        "مرحبا",
        "\u2028",
        "\ufffe",
        "a\r\nb\tc",
    ],
    ids=lambda text: ascii(text[:8]),
)
def test_text_comes_back_as_it_went_in(owner: Member, text: str) -> None:
    note = owner.note("Unicode", text)
    read = owner.web.get(f"{NOTES}/{note['id']}").get_json()
    assert read["content"] == text
    versions = owner.web.get(f"{NOTES}/{note['id']}/versions").get_json()["versions"]
    assert owner.web.get(f"/api/workspace/versions/{versions[0]['id']}").get_json()["content"] == text


def test_folders_go_64_levels_deep_and_no_deeper(owner: Member) -> None:
    parent = None
    for level in range(limits.MAX_FOLDER_DEPTH):
        parent = owner.folder(f"level {level}", parentId=parent)["id"]
    answer = owner.web.post("/api/workspace/folders", json={"name": "too deep", "parentId": parent})
    assert answer.status_code == 422
    tree = owner.web.get("/api/workspace/folders").get_json()["folders"]
    assert max(branch["depth"] for branch in tree) == limits.MAX_FOLDER_DEPTH - 1


def test_a_folder_is_never_its_own_ancestor(owner: Member) -> None:
    top = owner.folder("top")
    below = owner.folder("below", parentId=top["id"])
    for target in (below["id"], top["id"]):
        answer = owner.web.patch(f"/api/workspace/folders/{top['id']}", json={"parentId": target})
        assert (answer.status_code, answer.get_json()["code"]) == (409, "folder_cycle")


@pytest.mark.parametrize(
    "path",
    [
        "//api/workspace/notes",
        "/api/workspace/../workspace/notes",
        "/api/workspace/notes/%2e%2e",
        "/files/../secret_key",
        "/files/%2e%2e%2fsecret_key",
        "/api/workspace/notes/..;/x",
        "/api//workspace/notes",
        "/API/workspace/notes",
    ],
)
def test_odd_paths_lead_nowhere(owner: Member, path: str) -> None:
    # With the host before it: what begins with two slashes would be read as one.
    assert owner.web.get(f"http://localhost{path}").status_code == 404


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "PUT"])
def test_an_unknown_method_is_405(owner: Member, method: str) -> None:
    answer = owner.web.open(NOTES, method=method)
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_h5_every_answer_carries_the_headers(owner: Member) -> None:
    for path in ("/healthz", "/nope", NOTES, f"{NOTES}?limit=0", "/api/sync/verify", "/api/openapi.json"):
        headers = owner.web.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], path
        assert headers["Referrer-Policy"] == "no-referrer", path
        assert {"Cookie", "Authorization", "Origin"} <= {part.strip() for part in headers["Vary"].split(",")}, path
    assert owner.web.get(NOTES).headers["Cache-Control"] == "no-store"


def test_json_over_a_kilobyte_is_compressed_when_asked_for(owner: Member) -> None:
    for number in range(10):
        owner.note(f"Note {number}")
    plain = owner.web.get(NOTES, headers={"Accept-Encoding": "identity"})
    small = owner.web.get(NOTES, headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
