"""Group K of the threats: who gets into a room, what they may do there, and what the room survives."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from notesvc import clock, crypto
from notesvc.collab import wire
from notesvc.collab.intake import Arrival
from notesvc.collab.sockets import frame
from notesvc.domain.sharing import room_access
from notesvc.domain.sharing.room_tokens import RoomTokenError, Signer
from notesvc.errors import SettingError
from tests.collab.greeting import answer, hello, room_key
from tests.collab.one_room import Listener, OneRoom, browser, inside
from tests.collab.peer import SECONDS, Peer, Peers
from tests.collab.updates import STRING, Struct, of, string
from tests.process.member import Member, register
from tests.service import Service, wait_until

SECRET = "s" * 48


def refused(signer: Signer, token: str) -> bool:
    try:
        signer.read(token)
    except RoomTokenError:
        return True
    return False


def gets_in(peer: Peer) -> bool:
    try:
        return peer.come().close_code is None
    except InvalidStatus:
        return False


def signer_of(service: Service) -> Signer:
    return Signer((service.instance / "secret_key").read_text().strip())


def test_a_token_with_any_byte_flipped_is_refused() -> None:
    signer = Signer(SECRET)
    text, token = signer.mint("note", "user", "editor", "session")
    assert signer.read(text) == token
    for place in range(len(text)):
        assert refused(signer, text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]), place
        assert refused(signer, text[:place])


def test_a_token_is_over_after_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    signer, now = Signer(SECRET), clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now)
    text, _ = signer.mint("note", "user", "editor", "session")
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + 299_000)
    assert not refused(signer, text)
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + 301_000)
    assert refused(signer, text)


def test_another_key_makes_other_tokens_and_a_short_one_none() -> None:
    text, _ = Signer(SECRET).mint("note", "user", "editor", "session")
    assert refused(Signer(SECRET + "x"), text)
    for secret in ("", "short"):
        with pytest.raises(SettingError):
            Signer(secret)


def test_the_worker_refuses_what_is_no_token_and_a_token_opens_its_own_room_alone(
    service: Service, member: Member, peer: Peers
) -> None:
    one, other = member.note("One", "one", mode="raw"), member.note("Other", "other", mode="raw")
    key = room_key(member, one)
    forged, _ = Signer(SECRET).mint(one["id"], "user", "editor", "session")
    for token in ("", forged, key["token"][:-1], key["token"].replace(".", "", 1)):
        assert answer(service.url, key["url"], hello(token)) == wire.UNAUTHENTICATED
    ada = peer(member, one).come()
    assert ada.read() == "one"
    assert other["id"] not in key["url"]
    assert key["token"] not in key["url"]


def test_a_token_of_a_session_that_is_over_opens_nothing(service: Service, member: Member) -> None:
    note = member.note("One", "one")
    key = room_key(member, note)
    assert member.ask("POST", "/api/auth/logout", {}).status in (200, 204)
    assert answer(service.url, key["url"], hello(key["token"])) == wire.UNAUTHENTICATED


def test_a_page_of_another_origin_or_none_is_refused_before_the_socket_is_open(
    service: Service, member: Member
) -> None:
    url = room_key(member, member.note("One", "one"))["url"]
    for origin in ("https://evil.example", "null", None, service.url + ".evil.example"):
        with pytest.raises(InvalidStatus) as found, connect(url, origin=origin, open_timeout=SECONDS, proxy=None):
            pass
        assert found.value.response.status_code == 403


def test_a_socket_that_says_nothing_or_something_else_first_is_closed(service: Service, member: Member) -> None:
    url = room_key(member, member.note("One", "one"))["url"]
    assert answer(service.url, url) == wire.SILENT
    for message in (
        wire.step_1(b"\0"),
        b"",
        b"\xff" * 40,
        wire.own(wire.HELLO) + b"x" * 9_000,
        bytes([100, 3]) + b"{}}",
    ):
        assert answer(service.url, url, message) in (wire.MALFORMED, wire.UNAUTHENTICATED)


def test_silent_sockets_are_capped_and_the_room_goes_on(start: Callable[..., Service], peer: Peers) -> None:
    service = start(NOTESVC_MAX_ROOM_STRANGERS="10")
    member = register(service)
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come()
    url, refusals = room_key(member, note)["url"], 0
    with contextlib.ExitStack() as held:
        for _ in range(60):
            try:
                opened = connect(url, origin=service.url, open_timeout=SECONDS, close_timeout=1, proxy=None)
                held.enter_context(opened)
            except InvalidStatus:
                refusals += 1
        ada.write(" two").acknowledged_all()
    assert refusals
    wait_until(lambda: gets_in(peer(member, note)), "nobody gets in any more", SECONDS)


def test_what_a_viewer_sends_is_neither_taken_nor_acknowledged(tmp_path: Path) -> None:
    async def do(room: OneRoom) -> None:
        change = of(5, Struct(STRING, string("a viewer's "), parent=b"raw"))
        for role, words in (("viewer", "important text"), ("editor", "a viewer's important text")):
            sender, other = Listener(), Listener()
            room.room.enter(browser("ada", socket=other))
            other.heard.clear()
            room.room.take(Arrival(browser("eve", role, sender), change, is_all=False))
            await room.services.log.flush(SECONDS)
            await asyncio.sleep(0)
            assert room.words() == words
            is_taken = role == "editor"
            assert other.heard == [frame(wire.update(change))] * is_taken
            assert sender.heard == [frame(wire.own(wire.ACK, updates=1))] * is_taken

    inside(tmp_path, do)


def test_a_viewers_edits_are_dropped(service: Service, member: Member, peer: Peers) -> None:
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come()
    profile = member.get("/api/auth/session")
    user_id = (profile.get("user") or profile)["id"]
    session = room_access.session_mark(crypto.digest(member.cookie))
    token, _ = signer_of(service).mint(note["id"], user_id, "viewer", session)
    viewer = peer(member, note)
    viewer.come(token=token)
    assert viewer.told(wire.WELCOME)[0]["role"] == "viewer"
    viewer.write("from a viewer")
    ada.write(" and Ada").acknowledged_all()
    wait_until(lambda: "and Ada" in viewer.read(), "the viewer reads nothing", SECONDS)
    assert ada.read() == "one and Ada"
    assert viewer.acknowledged == 0
    assert peer(member, note).come().read() == "one and Ada"


def test_a_room_is_closed_for_a_session_that_ended(member: Member, peer: Peers) -> None:
    ada = peer(member, member.note("One", "one", mode="raw")).come()
    assert member.ask("POST", "/api/auth/logout", {}).status in (200, 204)
    assert ada.closed() == wire.UNAUTHENTICATED


def test_a_room_is_closed_when_its_note_goes_to_the_trash_and_goes_on_when_it_is_restored(
    member: Member, peer: Peers
) -> None:
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come().write(" two").acknowledged_all()
    assert member.ask("DELETE", f"/api/workspace/notes/{note['id']}").status == 204
    assert ada.closed() in (wire.NOT_FOUND, wire.FORBIDDEN)
    ada.leave()
    assert member.ask("POST", "/api/collaboration/auth", {"noteId": note["id"]}).status == 404
    member.ask("POST", f"/api/workspace/trash/{note['id']}/restore", {})
    assert ada.come().read() == "one two"


def test_updates_that_cannot_be_read_close_their_sender_and_the_room_lives(
    service: Service, member: Member, peer: Peers
) -> None:
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come()
    chance = random.Random(4)
    sound = ada.document.get_update()
    poison = [b"\x01", b"\xff" * 30, sound[:-2], bytes(chance.randrange(256) for _ in range(60))]
    for update in poison:
        key = room_key(member, note)
        assert answer(service.url, key["url"], hello(key["token"]), wire.update(update)) == wire.MALFORMED
    ada.write(" and on").acknowledged_all()
    assert peer(member, note).come().read() == "one and on"

    def refused() -> int:
        return sum(event["note"] == note["id"] for event in service.events("room_update_refused"))

    wait_until(lambda: refused() == len(poison), "nothing was logged", SECONDS)


def test_a_flood_of_small_updates_is_slowed_and_others_go_on(member: Member, peer: Peers) -> None:
    note = member.note("One", "", mode="raw")
    ada, flood = peer(member, note).come(), peer(member, note).come()
    for _ in range(4_000):
        flood.write("x")
    ada.write("Ada").acknowledged_all()
    flood.acknowledged_all()
    wait_until(lambda: ada.read().count("x") == 4_000, "updates were lost", SECONDS)
    assert ada.close_code is None


def test_a_message_that_is_too_long_and_a_document_that_grows_too_large_are_refused(
    start: Callable[..., Service], peer: Peers
) -> None:
    service = start(NOTESVC_MAX_ROOM_STATE="300000")
    member = register(service)
    note = member.note("One", "one", mode="raw")
    ada = peer(member, note).come()
    key = room_key(member, note)
    assert answer(service.url, key["url"], hello(key["token"]), wire.update(b"x" * 2_000_000)) == 1009
    bob = peer(member, note).come()
    for _ in range(4):
        bob.write("y" * 90_000)
    assert bob.closed() == wire.TOO_LARGE
    ada.write(" and on", at=3).acknowledged_all()
    assert ada.read().startswith("one and on")
