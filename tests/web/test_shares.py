"""Public links: what is frozen, what is shown, and what never is."""

import struct
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notesvc import clock, database, factory
from notesvc.domain.accounts import administration
from notesvc.domain.caller import OPERATOR
from notesvc.domain.shares import freezing, shares, views
from tests.web.conftest import Member
from tests.web.published import edit, look, now, path_of, refresh, share, shown, text

PNG = b"\x89PNG\r\n\x1a\nrest"


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def test_a_note_is_shown_as_it_was_frozen_until_a_refresh(owner: Member, visitor: FlaskClient) -> None:
    note = owner.note("Report", "first *words*")
    link = share(owner, note)
    assert (link["kind"], link["noteId"], link["folderId"], link["pages"]) == ("note", note["id"], None, 1)
    assert "first <em>words</em>" in shown(visitor, link)
    edit(owner, note, content="later words", name="Renamed")
    page = shown(visitor, link)
    assert "first <em>words</em>" in page
    assert "Report" in page
    assert "later" not in page
    assert "Renamed" not in page
    assert now(owner, link)["isStale"]
    assert now(owner, link)["changes"] == 1
    fresh = refresh(owner, link)
    assert (fresh["isStale"], fresh["slug"], fresh["url"]) == (False, link["slug"], link["url"])
    page = shown(visitor, link)
    assert "later words" in page
    assert "Renamed" in page
    assert "first" not in page


def test_only_what_is_written_is_shown(owner: Member, visitor: FlaskClient) -> None:
    person = owner.person("Grace Hopper")
    other = owner.note("Secret plans", "nothing")
    handle = owner.user.handle
    content = (
        "---\nsalary: 12\n---\n\nAsk $Grace Hopper or @"
        + str(handle)
        + " about #budget and [[Secret plans]] %%hidden%%.\n\n"
        f"[plans](note://{other['id']}) and [admin](/admin) and [out](https://example.org/)"
    )
    note = owner.note("Open", content, properties={"price": "secret-price"}, tags=["private-tag"])
    page = shown(visitor, share(owner, note))
    assert "Grace Hopper" in page
    assert "#budget" in page
    assert "Secret plans" in page
    assert 'href="https://example.org/"' in page
    for hidden in (note["id"], other["id"], person["id"], "secret-price", "private-tag", "/admin", "/notes/", "/tags/"):
        assert hidden not in page, hidden


@pytest.mark.parametrize(
    "title", ["Report", "京都を歩く", "ثلاثة أيام في القاهرة", "한국어", "🎉", "W" * 200, 'a <b> & "c"', ""]
)
def test_previews_of_an_open_share_have_a_picture(owner: Member, visitor: FlaskClient, title: str) -> None:
    link = share(owner, owner.note(title, "words"))
    assert f"/s/{link['slug']}/og.png" in shown(visitor, link)
    picture = visitor.get(path_of(link, "og.png"))
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert picture.data.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)
    again = visitor.get(path_of(link, "og.png"), headers={"If-None-Match": picture.headers["ETag"]})
    assert again.status_code == 304
    # The page was looked at once; pictures are no views.
    views.waiting.write()
    assert now(owner, link)["views"] == 1


def test_a_picture_shows_the_frozen_title(owner: Member, visitor: FlaskClient) -> None:
    note = owner.note("Report", "words")
    link = share(owner, note)
    before = visitor.get(path_of(link, "og.png")).data
    edit(owner, note, name="Secret")
    assert visitor.get(path_of(link, "og.png")).data == before
    refresh(owner, link)
    assert visitor.get(path_of(link, "og.png")).data != before


@pytest.mark.parametrize("settings", [{"password": "long enough 1"}, {"viewLimit": 3}])
def test_a_share_that_is_not_open_has_no_picture(owner: Member, visitor: FlaskClient, settings: dict[str, Any]) -> None:
    link = share(owner, owner.note("Report", "words"), **settings)
    assert look(visitor, path_of(link, "og.png")).status_code == 404


@pytest.mark.parametrize("way", ["trash", "expired", "revoked", "all", "disabled"])
def test_what_is_shut_answers_the_same_as_what_never_was(
    way: str, owner: Member, administrator: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = owner.file().get_json()
    note = owner.note("Report", f"![]({file['url']})")
    link = share(owner, note, expiresAt=clock.from_now(3600))
    picture = path_of(link, "a/o/1")
    assert look(visitor, picture).status_code == 200
    if way == "trash":
        owner.web.delete(f"/api/workspace/notes/{note['id']}")
    elif way == "expired":
        with database.transaction():
            database.execute("UPDATE shares SET expires_at = ?", (clock.from_now(-1),))
        assert now(owner, link)["state"] == "expired"
    elif way == "disabled":
        administration.change(OPERATOR, str(owner.user.id), {"is_disabled": True})
    else:
        owner.web.delete("/api/workspace/shares" if way == "all" else f"/api/workspace/shares/{link['id']}")
        assert now(owner, link)["state"] == "revoked"
    absent = look(visitor, "/s/AAAAAAAAAAAAAAAAAAAAAA")
    assert absent.status_code == 404
    for address in (path_of(link), picture, path_of(link, "style.css"), path_of(link, "anything"), "/s/", "/s/a/b/c/d"):
        answer = look(visitor, address)
        assert (answer.status_code, answer.data) == (404, absent.data), address
    if way == "trash":
        owner.web.post(f"/api/workspace/trash/{note['id']}/restore")
        assert look(visitor, picture).status_code == 200


def test_a_file_taken_out_of_a_note_is_held_by_the_share(owner: Member, visitor: FlaskClient) -> None:
    file = owner.file(content=PNG).get_json()
    note = owner.note("Report", f"![a picture]({file['url']})")
    link = share(owner, note)
    assert link["heldFiles"] == 0
    picture = path_of(link, "a/o/1")
    assert f'src="{picture}"' in shown(visitor, link)
    with database.transaction():
        database.execute("DELETE FROM attachments WHERE id = ?", (file["id"],))
    answer = look(visitor, picture)
    assert (answer.status_code, answer.data) == (200, PNG)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert now(owner, link)["heldFiles"] == 1
    edit(owner, note, content="no picture")
    refresh(owner, link)
    assert look(visitor, picture).status_code == 404


def test_others_words_publish_none_of_the_owners_files(owner: Member, stranger: Member, visitor: FlaskClient) -> None:
    private = owner.file("private.png").get_json()
    note = owner.note("Shared")
    invited = {"handle": str(stranger.user.handle), "role": "editor"}
    assert owner.web.post(f"/api/workspace/notes/{note['id']}/collaborators", json=invited).status_code == 201
    edit(stranger, note, content=f"![]({private['url']}) ![[private.png]]")
    link = share(owner, note)
    assert "/a/o/" not in shown(visitor, link)
    assert look(visitor, path_of(link, "a/o/1")).status_code == 404


def test_links_lead_to_shares_that_may_be_linked_until_they_are_revoked(owner: Member, visitor: FlaskClient) -> None:
    aim = owner.note("Aim", "there")
    closed = owner.note("Closed", "not there")
    note = owner.note("Source", "[[Aim]] and [[Closed]]")
    open_link, closed_link = share(owner, aim, mayBeLinked=True), share(owner, closed)
    link = share(owner, note)
    assert f'href="{path_of(closed_link)}"' not in shown(visitor, link)
    assert f'href="{path_of(open_link)}"' in shown(visitor, link)
    etag = look(visitor, path_of(link)).headers["ETag"]
    owner.web.delete(f"/api/workspace/shares/{open_link['id']}")
    assert f'href="{path_of(open_link)}"' not in shown(visitor, link)
    assert "Aim" in shown(visitor, link)
    assert look(visitor, path_of(link)).headers["ETag"] != etag


def test_links_to_a_share_of_an_erased_note_are_text(owner: Member, visitor: FlaskClient) -> None:
    aim = owner.note("Aim", "there")
    aim_link = share(owner, aim, mayBeLinked=True)
    link = share(owner, owner.note("Source", "to [[Aim]]"))
    assert f'href="{path_of(aim_link)}"' in shown(visitor, link)
    owner.web.delete(f"/api/workspace/notes/{aim['id']}")
    owner.web.delete(f"/api/workspace/trash/{aim['id']}")
    assert path_of(aim_link) not in shown(visitor, link)
    assert "to " in shown(visitor, link)


def test_a_share_that_ends_while_another_is_frozen_is_not_linked(
    owner: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    aim_link = share(owner, owner.note("Aim", "there"), mayBeLinked=True)
    note = owner.note("Source", "to [[Aim]]")
    made = freezing.Freeze.made

    def end_first(freeze: freezing.Freeze) -> Any:
        yield from made(freeze)
        owner.web.delete(f"/api/workspace/shares/{aim_link['id']}")

    monkeypatch.setattr(freezing.Freeze, "made", end_first)
    assert path_of(aim_link) not in shown(visitor, share(owner, note))


def test_a_note_too_tangled_to_be_rendered_shows_only_what_others_show(owner: Member, visitor: FlaskClient) -> None:
    other = owner.note("Other")
    hidden = f"---\nsalary: 12\n---\n\n%%hidden%% [plans](note://{other['id']})\n\n<!-- hidden\n\n -->"
    folder = owner.folder("Site")
    owner.note("Tangled", f"{hidden}\n\nwords {'<b>' * 600}", parentId=folder["id"])
    owner.note("Page", "![[Tangled]]", parentId=folder["id"])
    link = share(owner, folder)
    assert any("plain text" in each["message"] for each in link["warnings"])
    for page in ("tangled", "page"):
        said = shown(visitor, link, page)
        assert "words" in said
        for kept in ("salary", "hidden", other["id"]):
            assert kept not in said, kept


def test_bad_settings_are_named_and_change_nothing(owner: Member, stranger: Member) -> None:
    note, folder = owner.note(), owner.folder()
    cases: list[tuple[dict[str, Any], dict[str, Any], str]] = [
        (note, {"slug": "my-note"}, "slug"),
        (folder, {"slug": "Ab"}, "slug"),
        (folder, {"slug": "admin"}, "slug"),
        (note, {"expiresAt": "2020-01-01T00:00:00.000Z"}, "expiresAt"),
        (note, {"viewLimit": 0}, "viewLimit"),
        (note, {"password": "abc"}, "password"),
        (note, {"theme": "neon"}, "theme"),
        (note, {"colour": "red"}, "colour"),
    ]
    for target, body, field in cases:
        kind = "notes" if "content" in target else "folders"
        answer = owner.web.post(f"/api/workspace/{kind}/{target['id']}/shares", json=body)
        assert answer.status_code == 422, body
        assert answer.get_json()["errors"][0]["field"] == field
    assert owner.web.get("/api/workspace/shares").get_json()["shares"] == []
    share(owner, folder, slug="taken")
    theirs = stranger.web.post(f"/api/workspace/folders/{stranger.folder()['id']}/shares", json={"slug": "taken"})
    assert (theirs.status_code, theirs.get_json()["code"]) == (409, "name_taken")


def test_the_overview_tells_states_and_pages(owner: Member) -> None:
    note = owner.note()
    links = [share(owner, note) for _ in range(3)]
    owner.web.delete(f"/api/workspace/shares/{links[0]['id']}")
    first = owner.web.get("/api/workspace/shares?limit=2").get_json()
    rest = owner.web.get(f"/api/workspace/shares?limit=2&cursor={first['nextCursor']}").get_json()
    assert [each["id"] for each in first["shares"] + rest["shares"]] == [each["id"] for each in reversed(links)]
    active = owner.web.get("/api/workspace/shares?state=active").get_json()["shares"]
    assert {each["id"] for each in active} == {links[1]["id"], links[2]["id"]}
    assert len(owner.web.get(f"/api/workspace/notes/{note['id']}/shares").get_json()["shares"]) == 2
    assert owner.web.patch(f"/api/workspace/shares/{links[0]['id']}", json={"theme": "book"}).status_code == 404
    shares.sweep()
    assert len(owner.web.get("/api/workspace/shares").get_json()["shares"]) == 3


def test_a_retry_makes_one_share(owner: Member) -> None:
    note = owner.note()
    path, headers = f"/api/workspace/notes/{note['id']}/shares", {"Idempotency-Key": "k1"}
    first = owner.web.post(path, json={"password": "secret words"}, headers=headers)
    again = owner.web.post(path, json={"password": "secret words"}, headers=headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json() == again.get_json()
    assert "secret words" not in first.text
    assert len(owner.web.get("/api/workspace/shares").get_json()["shares"]) == 1


def test_a_host_of_its_own_answers_nothing_else(app: Flask, owner: Member) -> None:
    link = share(owner, owner.note("Report", "words"))
    settings = replace(app.config["NOTESVC"], share_url="http://pages.localhost")
    elsewhere = factory.create_app(settings).test_client()
    assert elsewhere.get("/", base_url="http://pages.localhost").status_code == 404
    assert elsewhere.get("/api/workspace/notes", base_url="http://pages.localhost").status_code == 404
    robots = elsewhere.get("/robots.txt", base_url="http://pages.localhost")
    assert (robots.status_code, robots.text.splitlines()) == (200, ["User-agent: *", "Allow: /s/", "Disallow: /"])
    away = elsewhere.get(path_of(link), base_url="http://localhost")
    assert (away.status_code, away.headers["Location"]) == (302, f"http://pages.localhost{path_of(link)}")
    asked = elsewhere.get(f"{path_of(link, 'search')}?q=%C3%BC+a", base_url="http://localhost")
    assert asked.headers["Location"] == f"http://pages.localhost{path_of(link, 'search')}?q=%C3%BC+a"
    here = elsewhere.get(path_of(link), base_url="http://pages.localhost", headers={"Accept-Encoding": "gzip"})
    assert here.status_code == 200
    assert "words" in text(here)


def test_exports_tell_how_links_are_set_and_not_what_opens_them(owner: Member) -> None:
    note = owner.note()
    before = owner.web.get("/api/data/export?format=json")
    link, gone = share(owner, note, password="open sesame", viewLimit=3), share(owner, note)
    owner.web.delete(f"/api/workspace/shares/{gone['id']}")
    answer = owner.web.get("/api/data/export?format=json", headers={"If-None-Match": before.headers["ETag"]})
    told = answer.get_json()["shares"]
    assert [(each["id"], each["noteId"], each["hasPassword"]) for each in told] == [(link["id"], note["id"], True)]
    assert "argon2" not in answer.text
    assert before.get_json()["shares"] == []
