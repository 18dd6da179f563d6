"""A file's address that comes into a shared note through its room: who put it there decides who may read the file."""

import pytest

from tests.collab.agreeing import agree, saved
from tests.collab.peer import Peers
from tests.collab.sharing import shared
from tests.kept import Services
from tests.process import processes
from tests.process.member import Member
from tests.service import Service


@pytest.fixture
def service(services: Services) -> Service:
    return services.empty(NOTESVC_REGISTRATION="open")


def file_of(member: Member) -> str:
    reply = member.upload("/api/workspace/attachments", "a.png", b"\x89PNG\r\n\x1a\nrest")
    return str(reply.json()["url"])


def test_what_the_owner_alone_wrote_since_the_last_save_shows_the_file(
    member: Member, guest: Member, peer: Peers
) -> None:
    note, _ = shared(member, "editor")
    url = file_of(member)
    ada, bob = peer(member, note).come(), peer(guest, note).come()
    bob.write("By Bob. ").acknowledged_all()
    saved(member, note, "By Bob.")
    ada.write(f"![x]({url}) ").acknowledged_all()
    saved(member, note, url)
    assert guest.ask("GET", url).status == 200


def test_what_an_editor_wrote_with_the_owner_shows_nothing(
    service: Service, member: Member, guest: Member, peer: Peers
) -> None:
    note, _ = shared(member, "editor")
    url, other = file_of(member), file_of(member)
    ada, bob = peer(member, note).come(), peer(guest, note).come()
    bob.write(f"![x]({url}) ").acknowledged_all()
    agree(ada, bob)
    ada.write("and the owner's words").acknowledged_all()
    saved(member, note, "owner's words")
    assert guest.ask("GET", url).status == 404
    # Nor after a worker that died before it saved: whose words it left is not known.
    bob.write(f"![y]({other}) ").acknowledged_all()
    processes.kill(processes.child(service, "collab"))
    ada.closed()
    ada.leave().come().write("more of the owner's").acknowledged_all()
    saved(member, note, "more of the owner's")
    assert other in saved(member, note, other)
    assert guest.ask("GET", other).status == 404
