"""What was open under an old password closes when a new one is set by mail."""

import re
from email import message_from_bytes, policy
from pathlib import Path

from notesvc.collab import wire
from tests.collab.greeting import answer, hello, room_key
from tests.collab.peer import Peers
from tests.process.listener import Listener
from tests.process.member import Member
from tests.service import Service, wait_until

NEXT = "another horse battery"


def mailed_token(instance: Path) -> str | None:
    """The token of the link to set a new password, once that mail lies in the instance folder."""
    for path in (instance / "mails").glob("*.eml"):
        body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
        found = re.search(r"/reset-password#token=(\S+)\s", str(body.get_content())) if body else None
        if found:
            return found[1]
    return None


def test_after_a_reset_the_old_cookie_stream_and_room_open_nothing(
    service: Service, member: Member, peer: Peers
) -> None:
    note = member.note("One", "one", mode="raw")
    key = room_key(member, note)
    ada = peer(member, note).come()
    with Listener(member).opened() as stream:
        assert member.ask("POST", "/api/auth/forgot-password", {"email": "owner@example.org"}).status == 202
        token = wait_until(lambda: mailed_token(service.instance), "no mail came")
        assert member.ask("POST", "/api/auth/reset-password", {"token": token, "password": NEXT}).status == 204
        stream.rest()
    assert ada.closed() == wire.UNAUTHENTICATED
    assert answer(service.url, key["url"], hello(key["token"])) == wire.UNAUTHENTICATED
    assert member.ask("GET", "/api/auth/session").status == 401
    with Listener(member) as refused:
        assert refused.answer.status == 401
