"""Which files of a shared note others may read: what it shows, and its owner put there or somebody uploaded to it."""

import importlib.util
from typing import Any

import flask
import pytest
from playhouse.migrate import SchemaMigrator

from notesvc import clock, database, limits
from tests.places import MIGRATIONS
from tests.web.conftest import Member, member
from tests.web.sharing import NOTES, opened, share


@pytest.fixture
def guest(app: flask.Flask) -> Member:
    """An editor of the note."""
    return member(app, "guest@example.org", "Gus Guest")


@pytest.fixture
def viewer(app: flask.Flask) -> Member:
    return member(app, "viewer@example.org", "Vera Viewer")


@pytest.fixture(params=["owner", "guest"])
def by(request: pytest.FixtureRequest, owner: Member, guest: Member) -> Member:
    """Who uploads."""
    return {"owner": owner, "guest": guest}[request.param]


@pytest.fixture
def note(owner: Member, guest: Member, viewer: Member) -> dict[str, Any]:
    made = owner.note("Shared", "nothing yet")
    share(owner, made, guest, "editor")
    share(owner, made, viewer, "viewer")
    return made


def save(by: Member, note: dict[str, Any], content: str) -> None:
    assert by.web.patch(f"{NOTES}/{note['id']}", json={"content": content}).status_code == 200


def file_of(owner: Member, content: bytes = b"secret", **fields: str) -> str:
    return str(owner.file(content=content, **fields).get_json()["url"])


@pytest.mark.parametrize("spelling", ["![x]({})", "![x](</%66iles/{0[0]}&#{0[1]};{0[2]}/x>) {1}"])
def test_an_editor_who_writes_the_address_of_another_file_shows_it_to_nobody(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any], spelling: str
) -> None:
    url = file_of(owner)
    bare = url.split("/")[2]
    parts = (bare[:5], ord(bare[5]), bare[6:])
    save(guest, note, f"![x]({url})" if spelling == "![x]({})" else spelling.format(parts, "text"))
    assert (opened(guest, url), opened(viewer, url)) == (404, 404)
    # Nor does the owner, who goes on writing with it there, and whose editor may spell it anew.
    save(owner, note, f"![x]({url}) and more")
    assert (opened(owner, url), opened(guest, url), opened(viewer, url)) == (200, 404, 404)
    copy = owner.web.post(f"{NOTES}/{note['id']}/duplicate").get_json()
    share(owner, copy, viewer)
    assert opened(viewer, url) == 404


def test_what_the_owner_puts_there_is_read_while_it_is_there(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any], stranger: Member
) -> None:
    url = file_of(owner)
    save(owner, note, f"see ![x]({url})")
    assert [opened(who, url) for who in (guest, viewer, stranger)] == [200, 200, 404]
    save(guest, note, "an editor takes it out")
    assert [opened(who, url) for who in (guest, viewer)] == [404, 404]
    save(guest, note, f"and puts it back ![x]({url})")
    assert [opened(who, url) for who in (guest, viewer)] == [200, 200]
    save(owner, note, "the owner takes it out for good")
    save(guest, note, f"an editor wants it back ![x]({url})")
    assert [opened(who, url) for who in (guest, viewer)] == [404, 404]
    save(owner, note, "gone")
    save(owner, note, f"the owner has it back ![x]({url})")
    assert [opened(who, url) for who in (guest, viewer)] == [200, 200]


def test_a_cover_is_read_while_it_is_the_cover(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any]
) -> None:
    uploaded, own, other = file_of(owner, noteId=note["id"]), file_of(owner, b"own"), file_of(owner, b"other")

    def cover(by: Member, url: str | None) -> None:
        assert by.web.patch(f"{NOTES}/{note['id']}", json={"cover": url}).status_code == 200

    for url in (uploaded, own):
        cover(owner, url)
        save(guest, note, f"another text beside {url[-5:]}")
        assert opened(viewer, url) == 200
    assert opened(viewer, uploaded) == 404
    cover(guest, other)
    assert (opened(viewer, other), opened(viewer, own)) == (404, 404)
    cover(owner, None)
    cover(guest, own)
    assert opened(viewer, own) == 404


def test_a_version_shows_no_file_that_the_note_does_not(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any]
) -> None:
    mine, theirs = file_of(owner, b"mine"), file_of(owner, b"theirs")
    save(owner, note, f"one line ![x]({mine})")
    save(guest, note, f"one line ![x]({mine}) and ![y]({theirs})")
    save(owner, note, "without pictures, and long enough for a version of its own")
    assert [opened(viewer, url) for url in (mine, theirs)] == [404, 404]
    versions = owner.web.get(f"{NOTES}/{note['id']}/versions").get_json()["versions"]
    both = next(each["id"] for each in versions if each["authorId"] == guest.user.id)
    assert owner.web.post(f"/api/workspace/versions/{both}/restore").status_code == 200
    assert theirs in owner.web.get(f"{NOTES}/{note['id']}").get_json()["content"]
    assert [opened(viewer, url) for url in (mine, theirs)] == [200, 404]


def test_an_upload_is_read_before_the_save_that_names_it_and_not_after_one_that_drops_it(
    owner: Member,
    guest: Member,
    viewer: Member,
    note: dict[str, Any],
    by: Member,
) -> None:
    url, left = file_of(by, noteId=note["id"]), file_of(by, b"left", noteId=note["id"])
    save(owner, note, "another save meanwhile")
    assert [opened(who, url) for who in (owner, guest, viewer)] == [200, 200, 200]
    save(by, note, f"![x]({url})")
    assert opened(viewer, url) == 200
    save(by, note, "dropped")
    assert [opened(who, url) for who in (owner, guest, viewer)] == [200, 404, 404]
    assert opened(viewer, left) == 200


def test_an_upload_that_no_save_names_is_read_for_a_day(
    owner: Member, viewer: Member, note: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = file_of(owner, noteId=note["id"])
    assert opened(viewer, left) == 200
    later = clock.from_now(limits.UPLOAD_AWAITED_SECONDS + 1)
    monkeypatch.setattr(clock, "from_now", lambda seconds: clock.later(later, seconds))
    assert opened(viewer, left) == 404


def test_what_a_clip_or_a_copy_of_the_owners_shows_is_read(owner: Member, viewer: Member) -> None:
    url = file_of(owner)
    made = owner.note("With a picture", f"![x]({url})")
    copy = owner.web.post(f"{NOTES}/{made['id']}/duplicate").get_json()
    share(owner, copy, viewer)
    assert opened(viewer, url) == 200


def test_a_rename_by_an_editor_puts_nothing_anywhere(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any]
) -> None:
    url = file_of(owner)
    other = owner.note("Other", "[[Shared]]")
    share(owner, other, viewer)
    guest.web.patch(f"{NOTES}/{note['id']}", json={"name": url})
    assert url.split("/")[2] in owner.web.get(f"{NOTES}/{other['id']}").get_json()["content"]
    assert opened(viewer, url) == 404


def test_the_migration_takes_what_notes_name_today(
    owner: Member, guest: Member, viewer: Member, note: dict[str, Any], stranger: Member
) -> None:
    named, uploaded, other = file_of(owner), file_of(owner, b"2", noteId=note["id"]), file_of(owner, b"3")
    foreign = file_of(stranger, b"4")
    save(owner, note, f"![x]({named}) ![y]({foreign}) /files/{clock.new_id()}/gone.png")
    database.execute("DROP TABLE note_attachments")
    name = "0018_note_attachments"
    found = importlib.util.spec_from_file_location(name, MIGRATIONS / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    migration = importlib.util.module_from_spec(found)
    found.loader.exec_module(migration)
    migration.up(SchemaMigrator.from_database(database.db.obj), database.db.obj)
    rows = database.execute("SELECT attachment_id, state FROM note_attachments").fetchall()
    assert sorted(map(tuple, rows)) == sorted([(named.split("/")[2], "put"), (uploaded.split("/")[2], "awaited")])
    assert [opened(viewer, url) for url in (named, uploaded, other, foreign)] == [200, 200, 404, 404]
