"""Attachments: kept once per content, served so that nothing in them can run."""

import io

import pytest

from notesvc import file_store, limits
from notesvc.domain import attachments
from notesvc.domain.accounts import users
from notesvc.models import Attachment
from tests.web.conftest import Member

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def test_an_upload_is_served_back_whole(owner: Member) -> None:
    made = owner.file("Ein Bild.png", PNG)
    assert made.status_code == 201
    assert made.get_json().keys() == {"id", "name", "size", "type", "url"}
    served = owner.web.get(made.get_json()["url"], buffered=True)
    assert (served.status_code, served.data, served.mimetype) == (200, PNG, "image/png")
    assert "sandbox" in served.headers["Content-Security-Policy"]
    assert served.headers["X-Content-Type-Options"] == "nosniff"


def test_a_note_tells_how_large_its_pictures_are(owner: Member) -> None:
    picture = owner.file("a.gif", b"GIF89a\x07\0\x05\0\0\0\0").get_json()
    note = owner.note("N", f"![x]({picture['url']})")
    address = f"/api/workspace/notes/{note['id']}"
    assert owner.web.get(address).headers["Picture-Sizes"] == f"{picture['id']}=7x5"
    assert "Picture-Sizes" not in owner.web.get(f"/api/workspace/notes/{owner.note('O', 'Words.')['id']}").headers


def test_one_file_is_stored_per_content(owner: Member, stranger: Member) -> None:
    first, second = owner.file("a.png", PNG).get_json(), stranger.file("b.png", PNG).get_json()
    assert first["id"] != second["id"]
    hashes = {row.content_hash for row in Attachment.select()}
    assert len(hashes) == 1
    assert len([path for path in file_store.path_of(hashes.pop()).parent.parent.rglob("*") if path.is_file()]) == 1


def test_only_who_may_see_it_is_served(owner: Member, stranger: Member) -> None:
    url = owner.file("a.png", PNG).get_json()["url"]
    assert stranger.web.get(url, buffered=True).status_code == 404
    assert stranger.web.application.test_client().get(url).status_code == 401


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("a.png", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("a.html", b"<script>alert(1)</script>"),
        ("a.xhtml", b"<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>"),
        ("a.xml", b"<?xml version='1.0'?><x/>"),
        ("a.js", b"alert(1)"),
        ("a.gif", b"GIF8<script>alert(1)</script>"),
        ("a.bin", b""),
    ],
)
def test_what_could_run_is_downloaded(owner: Member, name: str, content: bytes) -> None:
    served = owner.web.get(owner.file(name, content).get_json()["url"], buffered=True)
    assert served.headers["Content-Disposition"].startswith("attachment")
    assert served.mimetype == "application/octet-stream"
    assert served.data == content


def test_a_part_of_a_file_can_be_asked_for(owner: Member) -> None:
    url = owner.file("a.png", PNG).get_json()["url"]
    part = owner.web.get(url, headers={"Range": "bytes=0-3"}, buffered=True)
    assert (part.status_code, part.data) == (206, PNG[:4])


@pytest.mark.parametrize("wanted", ["bytes=1000-", "bytes=48-48", "bytes=999-1000"])
def test_a_part_that_is_not_there_is_416_and_names_the_size(owner: Member, wanted: str) -> None:
    url = owner.file("a.png", PNG).get_json()["url"]
    part = owner.web.get(url, headers={"Range": wanted}, buffered=True)
    assert (part.status_code, part.get_json()["code"]) == (416, "range_not_satisfiable")
    assert part.headers["Content-Range"] == f"bytes */{len(PNG)}"


@pytest.mark.parametrize("name", ["../../etc/passwd", "..\\evil.exe", "a\x00b.png", "x" * 400 + ".png", "a/b/c.png"])
def test_a_name_is_a_label_and_never_a_path(owner: Member, name: str) -> None:
    made = owner.file(name, PNG)
    assert made.status_code == 201
    shown = made.get_json()["name"]
    assert len(shown) <= 255
    assert not {"/", "\\", "\x00"} & set(shown)
    assert owner.web.get(made.get_json()["url"], buffered=True).status_code == 200


def test_a_file_over_the_limit_is_413_and_leaves_nothing(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ATTACHMENT", 1000)
    for size in (1001, 200_000):
        answer = owner.file("big.png", b"x" * size)
        assert (answer.status_code, answer.get_json()["code"]) == (413, "too_large")
    assert Attachment.select().count() == 0
    assert [path for path in file_store.path_of("00").parent.parent.rglob("*") if path.is_file()] == []


def found(member: Member, query: str) -> list[str]:
    answer = member.web.get(f"/api/workspace/attachments?{query}")
    assert answer.status_code == 200, answer.text
    return [file["id"] for file in answer.get_json()["attachments"]]


def test_a_file_is_found_by_the_name_that_an_embed_gives(owner: Member, stranger: Member) -> None:
    note = owner.note("shows it")
    here = owner.file("Bild 1.PNG", PNG, noteId=note["id"]).get_json()["id"]
    late = owner.file("bild 1.png", PNG).get_json()["id"]
    owner.file("Bild 12.png", PNG)
    assert found(owner, "name=Bild 1.png") == [late, here]
    assert found(owner, f"name=BILD 1.PNG&noteId={note['id']}") == [here, late]
    assert found(owner, "name=Bild") == []
    assert found(stranger, "name=Bild 1.png") == []
    assert owner.web.get("/api/workspace/attachments").status_code == 422


def test_a_folder_before_the_name_prefers_the_file_that_lay_there(owner: Member) -> None:
    caller, pieces = users.caller_of(owner.user), iter([PNG, b"", PNG, b""])
    deep = attachments.store(caller, lambda _: next(pieces), "icon.png", folder="Assets/Icons").id
    other = attachments.store(caller, lambda _: next(pieces), "icon.png", folder="Other").id
    assert found(owner, "name=icon.png") == [other, deep]
    for written in ("Icons/icon.png", "Assets/Icons/icon.png", "../assets/icons/ICON.png", "Icons%5Cicon.png"):
        assert found(owner, f"name={written}") == [deep, other]
    assert found(owner, "name=cons/icon.png") == [other, deep]


def test_a_form_that_is_none_is_refused(owner: Member) -> None:
    assert owner.web.post("/api/workspace/attachments", json={}).status_code == 415
    assert (
        owner.web.post(
            "/api/workspace/attachments", data={"other": "x"}, content_type="multipart/form-data"
        ).status_code
        == 422
    )
    assert owner.file("a.png", PNG, other="x").status_code == 422
    assert owner.file("a.png", PNG, noteId="x").status_code == 422
    assert owner.file("a.png", PNG, noteId="").status_code == 201
    two = {"file": [(io.BytesIO(PNG), "a.png"), (io.BytesIO(PNG), "b.png")]}
    assert owner.web.post("/api/workspace/attachments", data=two).get_json()["errors"][0]["field"] == "file"


def test_a_long_field_beside_the_file_is_413(owner: Member) -> None:
    answer = owner.file("a.png", PNG, noteId="x" * 300_000)
    assert (answer.status_code, answer.get_json()["code"]) == (413, "too_large")
    assert Attachment.select().count() == 0


def test_a_file_goes_to_no_note_of_others(owner: Member, stranger: Member) -> None:
    assert stranger.file("a.png", PNG, noteId=owner.note()["id"]).status_code == 404


def test_a_file_goes_with_its_note_unless_another_text_names_it(owner: Member) -> None:
    note = owner.note("has files")
    gone = owner.file("gone.png", PNG, noteId=note["id"]).get_json()
    kept = owner.file("kept.png", PNG, noteId=note["id"]).get_json()
    owner.note("names it", f"![]({kept['url']})")
    owner.web.delete(f"/api/workspace/notes/{note['id']}")
    assert owner.web.get(gone["url"], buffered=True).status_code == 200
    owner.web.delete("/api/workspace/trash")
    assert owner.web.get(gone["url"], buffered=True).status_code == 404
    assert owner.web.get(kept["url"], buffered=True).status_code == 200
