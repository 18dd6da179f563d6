"""Who loses a role in the middle of a word, and who sends more than anybody types."""

from typing import Any

import pytest
from pycrdt import Doc, Text

from notesvc.collab import wire
from tests.collab.agreeing import saved
from tests.collab.greeting import answer, hello, room_key
from tests.collab.peer import SECONDS, Peers
from tests.collab.sharing import shared
from tests.kept import Services
from tests.process.member import Member
from tests.service import Service, wait_until


@pytest.fixture
def service(services: Services) -> Service:
    return services.empty(NOTESVC_REGISTRATION="open")


def test_who_is_removed_while_typing_is_sent_away_and_what_was_acknowledged_stays(
    member: Member, guest: Member, peer: Peers
) -> None:
    note, membership = shared(member, "editor")
    ada, bob = peer(member, note).come(), peer(guest, note).come()
    bob.write("before ").acknowledged_all()
    assert member.ask("DELETE", membership).status == 204

    def is_closed() -> bool:
        bob.write("late ")
        return bob.close_code is not None

    wait_until(is_closed, "the connection stays open", SECONDS)
    assert bob.close_code == wire.FORBIDDEN
    assert guest.ask("POST", "/api/collaboration/auth", {"noteId": note["id"]}).status == 404
    ada.write("after ").acknowledged_all()
    # One of what was acknowledged besides "before " is the answer to step 1.
    acknowledged = max(0, bob.acknowledged - 2)
    text = saved(member, note, "after")
    assert "before" in text
    assert text.count("late") >= acknowledged


def test_who_becomes_a_viewer_while_typing_reads_on_and_writes_nothing_more(
    member: Member, guest: Member, peer: Peers
) -> None:
    note, membership = shared(member, "editor")
    ada, bob = peer(member, note).come(), peer(guest, note).come()
    bob.write("before ").acknowledged_all()
    assert member.ask("PATCH", membership, {"role": "viewer"}).status == 200
    told = wait_until(lambda: bob.told(wire.ROLE), "nobody was told", SECONDS)
    assert told[0]["role"] == "viewer"
    bob.write("too late ")
    ada.write("from Ada ").acknowledged_all()
    wait_until(lambda: "from Ada" in bob.read(), "the viewer reads nothing", SECONDS)
    assert bob.close_code is None
    assert bob.acknowledged < bob.sent
    assert "too late" not in ada.read()
    assert "before" in saved(member, note, "from Ada")


def test_a_version_of_a_room_names_all_who_wrote_it(member: Member, guest: Member, peer: Peers) -> None:
    note, _ = shared(member, "editor")
    ada, bob = peer(member, note).come(), peer(guest, note).come()
    ada.write("from Ada ").acknowledged_all()
    saved(member, note, "from Ada")
    assert _authors(member, note) == [["owner"], []]
    bob.write("from Bob ").acknowledged_all()
    saved(member, note, "from Bob")
    wait_until(lambda: len(_authors(member, note)[0]) == 2, "Bob is not named", SECONDS)
    assert _authors(guest, note) == _authors(member, note)
    assert len(_authors(member, note)) == 2
    ada.leave()
    bob.leave()


def test_ten_thousand_updates_in_a_moment_keep_nobody_from_writing(member: Member, peer: Peers) -> None:
    note = member.note("One", "", mode="raw")
    ada, flood = peer(member, note).come(), peer(member, note).come()
    messages: list[bytes] = []
    document: Any = Doc()
    document.observe(lambda event: messages.append(wire.update(event.update)))
    text = document.get("raw", type=Text)
    for _ in range(10_000):
        text.insert(0, "x")
    for message in messages:
        flood.send(message)
    ada.write("Ada").acknowledged_all()
    wait_until(lambda: ada.read().count("x") > 2_000, "the flood stands still", SECONDS)
    assert ada.close_code is None
    assert flood.close_code is None


def test_a_message_of_50_MB_closes_its_sender_alone(service: Service, member: Member, peer: Peers) -> None:
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come()
    key = room_key(member, note)
    # The close frame may be lost, since the worker does not read the rest.
    assert answer(service.url, key["url"], hello(key["token"]), bytes(50_000_000)) in (1006, 1009)
    ada.write(" and on").acknowledged_all()
    assert peer(member, note).come().read() == "one and on"


def _authors(member: Member, note: Any) -> list[list[str]]:
    """Of each version, newest first, who wrote it."""
    versions = member.get(f"/api/workspace/notes/{note['id']}/versions")["versions"]
    return [["guest" if author["handle"] == "guest" else "owner" for author in each["authors"]] for each in versions]
