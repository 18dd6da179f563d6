"""Public links to folders: small sites, and how large ones are frozen."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from notesvc import database, limits
from notesvc.domain.shares import freezing
from tests.web.conftest import Member
from tests.web.published import edit, look, now, path_of, refresh, share, shown, text


@pytest.fixture
def visitor(anonymous: FlaskClient) -> FlaskClient:
    return anonymous


def test_a_site_has_its_tree_its_pages_and_its_links(owner: Member, visitor: FlaskClient) -> None:
    garden = owner.folder("Garden")
    beds = owner.folder("Beds", parentId=garden["id"])
    roses = owner.note("Roses & more", "See [[Soil]] and [[Diary]].", parentId=garden["id"])
    owner.note("Soil", "# Clay\n\ntext\n\n# Sand\n\nmore\n\n# Loam", parentId=beds["id"])
    owner.note("Diary", "private")
    link = share(owner, garden, slug="my-garden", theme="book")
    assert (link["kind"], link["slug"], link["pages"], link["feed"]) == ("site", "my-garden", 3, True)
    front = shown(visitor, link)
    assert "Garden" in front
    assert "Beds" in front
    assert 'href="/s/my-garden/soil"' in front
    page = shown(visitor, link, "roses-more")
    assert 'href="/s/my-garden/soil"' in page
    assert "private" not in page
    assert "Diary" in page
    assert 'rel="prev"' in page
    assert 'rel="next"' not in page
    assert "Contents" in shown(visitor, link, "soil")
    edit(owner, roses, name="Tulips")
    refresh(owner, link)
    assert "Tulips" in shown(visitor, link, "roses-more")
    sheet = look(visitor, path_of(link, "style.css"))
    assert sheet.status_code == 200
    assert b"Iowan" in sheet.data


def test_a_site_keeps_its_pages_under_another_name_in_its_address(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Garden")
    file = owner.file().get_json()
    soil = owner.note("Soil", f"![]({file['url']}) [out](https://example.org/s/first-name/x)", parentId=folder["id"])
    owner.note("Roses", "See [[Soil]]. It stands at /s/first-name.", parentId=folder["id"])
    link = share(owner, folder, slug="first-name")
    before = [shown(visitor, link, page) for page in ("", "soil", "roses")]
    edit(owner, soil, content="later")
    patch = owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"slug": "second-name"})
    assert (patch.status_code, patch.get_json()["slug"]) == (200, "second-name")
    said = "stands at /s/first-name"
    for page, was in zip(("", "soil", "roses"), before, strict=True):
        found = shown(visitor, patch.get_json(), page)
        assert found.replace("/s/second-name", "/s/first-name") == was
        assert found.count("/s/first-name") == found.count(said) + found.count('href="https://example.org/s/first-name')
    assert look(visitor, "/s/second-name/a/o/1").status_code == 200
    assert look(visitor, "/s/first-name").status_code == 404


def test_a_large_site_that_is_given_another_name_is_frozen_under_it(
    owner: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SHARE_PAGES_AT_ONCE", 1)
    folder = owner.folder("Large")
    owner.note("One", "[[Two]]", parentId=folder["id"])
    owner.note("Two", "[[One]]", parentId=folder["id"])
    link = share(owner, folder, slug="first-name")
    made = freezing.Freeze.made

    def rename_after(freeze: freezing.Freeze) -> Iterator[freezing.Made]:
        yield from made(freeze)
        owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"slug": "second-name"})

    monkeypatch.setattr(freezing.Freeze, "made", rename_after)
    while freezing.freeze_next(""):
        pass
    page = shown(visitor, now(owner, link), "one")
    assert 'href="/s/second-name/two"' in page
    assert "first-name" not in page


def test_search_and_feed_of_a_site_tell_its_frozen_name(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Letters")
    owner.note("Straße", "Über die Brücke", parentId=folder["id"])
    link = share(owner, folder)
    assert owner.web.patch(f"/api/workspace/folders/{folder['id']}", json={"name": "Secret"}).status_code == 200
    for page in ("search?q=brucke", "feed.xml"):
        said = text(look(visitor, path_of(link, page)))
        assert "Letters" in said
        assert "Secret" not in said


def test_a_page_of_a_note_in_the_trash_is_gone_with_its_files(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    file = owner.file().get_json()
    note = owner.note("One", f"![]({file['url']})", parentId=folder["id"])
    link = share(owner, folder)
    assert look(visitor, path_of(link, "a/o/1")).status_code == 200
    owner.web.delete(f"/api/workspace/notes/{note['id']}")
    assert look(visitor, path_of(link, "one")).status_code == 404
    assert look(visitor, path_of(link, "a/o/1")).status_code == 404
    assert look(visitor, path_of(link)).status_code == 200
    assert now(owner, link)["changes"] == 1


def test_a_sites_search_and_feed(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Letters")
    owner.note("Straße", "Über die Brücke", parentId=folder["id"])
    owner.note("Other <b>", "nothing of that", parentId=folder["id"])
    link = share(owner, folder)
    found = text(look(visitor, path_of(link, "search?q=STRASSE br%C3%BCcke")))
    assert "/stra%C3%9Fe" in found
    assert "other" not in found
    assert "No page holds" in text(look(visitor, path_of(link, "search?q=absent")))
    feed = look(visitor, path_of(link, "feed.xml"))
    assert feed.mimetype == "application/atom+xml"
    assert "Other &lt;b&gt;" in feed.text
    patch = owner.web.patch(f"/api/workspace/shares/{link['id']}", json={"feed": False})
    assert patch.get_json()["feed"] is False
    assert look(visitor, path_of(link, "feed.xml")).status_code == 404
    for _ in range(30):
        last = look(visitor, path_of(link, "search?q=x"))
    assert last.status_code == 429
    assert last.mimetype == "text/html"
    assert int(last.headers["Retry-After"]) <= 60


def test_a_large_site_is_frozen_by_the_jobs(
    owner: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = owner.folder("Large")
    for number in range(limits.SHARE_PAGES_AT_ONCE + 1):
        owner.note(f"Page {number}", f"text {number}", parentId=folder["id"])
    link = share(owner, folder)
    assert link["frozenAt"] is None
    assert link["freezing"]["total"] == limits.SHARE_PAGES_AT_ONCE + 2
    assert look(visitor, path_of(link)).status_code == 404
    assert freezing.freeze_next("http://localhost")
    assert not freezing.freeze_next("http://localhost")
    done = now(owner, link)
    assert (done["freezing"], done["pages"], done["isStale"]) == (None, limits.SHARE_PAGES_AT_ONCE + 2, False)
    assert "text 7" in shown(visitor, link, "page-7")
    monkeypatch.setattr(limits, "SHARE_PAGES", 5)
    again = owner.web.post(f"/api/workspace/shares/{link['id']}/refresh")
    assert again.status_code == 422


def test_a_freeze_that_is_broken_off_leaves_what_was_shown(
    owner: Member, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = owner.folder("Large")
    note = owner.note("First", "old text", parentId=folder["id"])
    for number in range(2 * limits.SHARE_PAGES_AT_ONCE):
        owner.note(f"Page {number}", "x", parentId=folder["id"])
    link = share(owner, folder)
    freezing.freeze_next("")
    edit(owner, note, content="new text")
    refresh(owner, link)

    class BrokenOffError(Exception):
        pass

    stored = freezing._add_pages
    batches: list[int] = []

    def break_off(share_id: str, generation: int, made: freezing.Made) -> None:
        if batches:
            raise BrokenOffError
        batches.append(generation)
        stored(share_id, generation, made)

    monkeypatch.setattr(freezing, "_add_pages", break_off)
    with pytest.raises(BrokenOffError):
        freezing.freeze_next("")
    assert "old text" in shown(visitor, link, "first")
    assert now(owner, link)["freezing"]["done"] > 0
    monkeypatch.setattr(freezing, "_add_pages", stored)
    assert freezing.freeze_next("")
    assert "new text" in shown(visitor, link, "first")
    assert database.execute("SELECT count(DISTINCT generation) FROM share_pages").fetchone()[0] == 1


def test_a_page_embeds_notes_of_its_own_site_and_no_others(owner: Member, visitor: FlaskClient) -> None:
    folder = owner.folder("Site")
    owner.note("Inner", "inner words\n\n![[Deeper]]", parentId=folder["id"])
    owner.note("Deeper", "deepest words", parentId=folder["id"])
    owner.note("Outside", "private words")
    owner.note("Page", "![[Inner]]\n\n![[Outside]]", parentId=folder["id"])
    page = shown(visitor, share(owner, folder), "page")
    assert "inner words" in page
    assert "deepest words" in page
    assert "Outside" in page
    assert "private words" not in page


def test_an_embedded_note_that_others_wrote_publishes_none_of_the_owners_files(
    owner: Member, stranger: Member, visitor: FlaskClient
) -> None:
    private = owner.file("private.png").get_json()
    folder = owner.folder("Site")
    inner = owner.note("Inner", parentId=folder["id"])
    owner.note("Page", "![[Inner]]", parentId=folder["id"])
    invited = {"handle": str(stranger.user.handle), "role": "editor"}
    assert owner.web.post(f"/api/workspace/notes/{inner['id']}/collaborators", json=invited).status_code == 201
    edit(stranger, inner, content=f"inner words ![]({private['url']}) ![[private.png]]")
    link = share(owner, folder)
    assert "inner words" in shown(visitor, link, "page")
    assert "/a/o/" not in shown(visitor, link, "page")
    assert "/a/o/" not in shown(visitor, link, "inner")
