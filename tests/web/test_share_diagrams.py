"""Pictures of diagrams on public pages, left by their owner's browser."""

import io
import struct
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc import limits
from tests.web.conftest import Member
from tests.web.published import look, now, path_of, refresh, share, shown

SOURCE = "graph TD\n  A --> B"
NOTE = f"before\n\n```mermaid\n{SOURCE}\n```\n\nafter"


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def png(width: int = 300, height: int = 200, rest: bytes = b"rest") -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + rest


def leave(member: Member, picture: bytes, source: str = SOURCE) -> Any:
    form = {"file": (io.BytesIO(picture), "diagram.png"), "source": source}
    return member.web.post("/api/workspace/diagrams", data=form)


def warnings(member: Member, link: dict[str, Any]) -> list[str]:
    return [each["message"] for each in now(member, link)["warnings"]]


def test_a_diagram_is_its_source_until_a_picture_was_left_and_a_refresh_came(
    owner: Member, visitor: FlaskClient
) -> None:
    link = share(owner, owner.note("Plan", NOTE))
    assert 'class="language-mermaid"' in shown(visitor, link)
    assert "shown as its source" in warnings(owner, link)[0]
    assert now(owner, link)["warnings"][0]["kind"] == "diagram"
    listed = owner.web.get("/api/workspace/shares", headers={"Accept-Language": "es"}).get_json()["shares"]
    assert listed[0]["warnings"][0]["words"].startswith("Un diagrama se muestra como código fuente")
    assert leave(owner, png()).status_code == 204
    assert 'class="language-mermaid"' in shown(visitor, link)
    refresh(owner, link)
    page = shown(visitor, link)
    assert 'class="language-mermaid"' not in page
    assert f'<img src="{path_of(link, "a/o/1")}" alt="graph TD' in page
    assert warnings(owner, link) == []
    picture = look(visitor, path_of(link, "a/o/1"))
    assert (picture.status_code, picture.mimetype, picture.data) == (200, "image/png", png())


def test_line_ends_as_forms_send_them_are_those_of_the_note(owner: Member, visitor: FlaskClient) -> None:
    assert leave(owner, png(), SOURCE.replace("\n", "\r\n")).status_code == 204
    assert "<img" in shown(visitor, share(owner, owner.note("Plan", NOTE)))


def test_a_picture_stays_as_it_was_frozen(owner: Member, visitor: FlaskClient) -> None:
    assert leave(owner, png()).status_code == 204
    link = share(owner, owner.note("Plan", NOTE))
    assert leave(owner, png(rest=b"another")).status_code == 204
    assert look(visitor, path_of(link, "a/o/1")).data == png()
    refresh(owner, link)
    assert look(visitor, path_of(link, "a/o/1")).data == png(rest=b"another")


def test_pictures_are_their_owners_alone(owner: Member, stranger: Member, visitor: FlaskClient) -> None:
    assert leave(stranger, png()).status_code == 204
    assert 'class="language-mermaid"' in shown(visitor, share(owner, owner.note("Plan", NOTE)))


def test_embedded_diagrams_and_the_pages_of_a_site_have_their_pictures(owner: Member, visitor: FlaskClient) -> None:
    assert leave(owner, png()).status_code == 204
    folder = owner.folder("Site")
    owner.note("Drawn", NOTE, parentId=folder["id"])
    owner.note("Around", "![[Drawn]]", parentId=folder["id"])
    link = share(owner, folder, password="long enough 1")
    assert visitor.post(path_of(link), data={"password": "long enough 1"}).status_code == 303
    for page in ("drawn", "around"):
        html = shown(visitor, link, page)
        assert '<figure class="diagram"><img src="/s/' in html
        address = html.partition('<figure class="diagram"><img src="')[2].partition('"')[0]
        assert look(visitor, address).data == png()


@pytest.mark.parametrize(
    ("picture", "source", "field"),
    [
        (b"<svg onload=alert(1)>", SOURCE, "file"),
        (b"\x89PNG\r\n\x1a\n", SOURCE, "file"),
        (png(width=0), SOURCE, "file"),
        (png(height=limits.DIAGRAM_SIDE + 1), SOURCE, "file"),
        (png(), " ", "source"),
        (png(), "x" * (limits.DIAGRAM_SOURCE + 1), "source"),
    ],
)
def test_what_is_no_picture_of_a_diagram_is_refused(owner: Member, picture: bytes, source: str, field: str) -> None:
    answer = leave(owner, picture, source)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.get_json()["errors"]] == [field]


def test_too_large_a_picture_is_refused(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DIAGRAM_BYTES", 1_000)
    assert leave(owner, png(rest=b"x" * 300_000)).status_code == 413


def test_the_oldest_pictures_make_room(owner: Member, monkeypatch: pytest.MonkeyPatch, visitor: FlaskClient) -> None:
    monkeypatch.setattr(limits, "DIAGRAMS", 2)
    for number in range(4):
        assert leave(owner, png(), f"{SOURCE}{number}").status_code == 204
    for number, is_kept in enumerate((False, False, True, True)):
        page = shown(visitor, share(owner, owner.note("Plan", NOTE.replace(SOURCE, f"{SOURCE}{number}"))))
        assert ("<img" in page) == is_kept
