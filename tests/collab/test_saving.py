"""What others do to a note while people write it, and the two surfaces of one room."""

from collections.abc import Callable
from typing import Any

from notesvc.collab import wire
from tests.collab.agreeing import agree, content, saved
from tests.collab.peer import SECONDS, Peers
from tests.process import processes
from tests.process.member import Member, register
from tests.service import Service, wait_until


def patch(member: Member, note: Any, **fields: Any) -> None:
    reply = member.ask("PATCH", f"/api/workspace/notes/{note['id']}", fields)
    assert reply.status == 200, reply


def test_links_search_and_versions_come_with_a_rooms_save(member: Member, peer: Peers) -> None:
    target = member.note("Target", "x")
    note = member.note("Plan", "start\n", mode="raw")
    ada = peer(member, note).come().write("see [[Target]] #project xylophone\n")
    saved(member, note, "xylophone")
    path = f"/api/workspace/notes/{note['id']}"
    links = member.get(f"{path}/links")["links"]
    assert {(link["kind"], link["targetLabel"]) for link in links} == {("wiki", "Target"), ("tag", "project")}
    assert member.get("/api/workspace/search?q=xylophone")["total"] == 1
    version = member.get(f"{path}/versions")["versions"][0]
    assert (version["reason"], version["origin"]) == ("collaboration", "collaboration")
    assert [link["note"]["id"] for link in member.get(f"/api/workspace/notes/{target['id']}/backlinks")["linked"]]
    etag = wait_until(lambda: ada.told(wire.SAVED), "nobody was told", SECONDS)[-1]["etag"]
    assert member.ask("GET", path).headers["ETag"] == etag


def test_what_a_worker_that_died_had_acknowledged_is_saved_though_nobody_comes_back(
    service: Service, member: Member, peer: Peers
) -> None:
    note = member.note("Plan", "start\n", mode="raw")
    ada = peer(member, note).come().write("Kept. ", at=0).acknowledged_all()
    processes.kill(processes.child(service, "collab"))
    ada.closed()
    assert saved(member, note, "Kept.") == "Kept. start\n"


def test_saves_of_a_room_within_a_minute_are_one_version(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "start\n", mode="raw")
    ada = peer(member, note).come()
    for number in range(3):
        ada.write(f"line number {number}\n")
        saved(member, note, f"number {number}")
    versions = member.get(f"/api/workspace/notes/{note['id']}/versions")["versions"]
    assert [version["reason"] for version in versions] == ["collaboration", "manual"]


def test_an_outside_change_reaches_the_room_as_a_small_edit_and_unsaved_words_stay(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "one two three\n\nfour five six\n", mode="raw")
    ada = peer(member, note).come()
    before = ada.document.get_state()
    ada.write("ADA ", at=0)
    patch(member, note, content="one two three\n\nfour FIVE six\n")
    wait_until(lambda: "FIVE" in ada.read(), "the change did not come", SECONDS)
    assert ada.read() == "ADA one two three\n\nfour FIVE six\n"
    assert saved(member, note, "ADA") == ada.read()
    assert len(ada.document.get_update(before)) < 200


def test_an_outside_change_of_a_block_leaves_the_others_alone(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "# Title\n\nfirst text\n\n* a\n* b\n\nlast text\n")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    kept = ada.blocks.children[0].children[1].children[0].children[0]
    patch(member, note, content="# Title\n\nfirst text\n\n* a\n* new\n* b\n\nlast words\n")
    wait_until(lambda: "new" in ada.shown(), "the change did not come", SECONDS)
    ada.type_into(1, "typed ").acknowledged_all()
    agree(ada, bob)
    assert str(kept) == "typed first text"
    assert saved(member, note, "typed") == "# Title\n\ntyped first text\n\n* a\n* new\n* b\n\nlast words\n"


def test_where_both_changed_the_same_words_both_stay(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "the cat sat\n", mode="raw")
    ada = peer(member, note).come()
    ada.write("big ", at=4)
    patch(member, note, content="the small cat sat\n")
    assert saved(member, note, "big").split() == ["the", "big", "small", "cat", "sat"]


def test_a_restored_version_reaches_the_room(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "as it was\n", mode="raw")
    ada = peer(member, note).come().write("a line too many\n")
    saved(member, note, "too many")
    first = member.get(f"/api/workspace/notes/{note['id']}/versions")["versions"][-1]
    assert member.ask("POST", f"/api/workspace/versions/{first['id']}/restore", {}).status == 200
    wait_until(lambda: ada.read() == "as it was\n", "the restored text did not come", SECONDS)
    assert content(member, note) == "as it was\n"


def test_a_renamed_note_is_renamed_in_the_links_of_an_open_room(member: Member, peer: Peers) -> None:
    target = member.note("Old name", "x")
    note = member.note("Plan", "see [[Old name]] there\n")
    ada = peer(member, note).come()
    ada.type_into(0, "Please ")
    patch(member, target, name="New name")
    text = saved(member, note, "New name")
    wait_until(lambda: "Please" in content(member, note), "the typed word was lost", SECONDS)
    assert "Old name" not in text


def test_a_change_made_while_the_worker_is_dead_is_merged_when_it_is_back(
    start: Callable[..., Service], peer: Peers
) -> None:
    service = start()
    member = register(service)
    note = member.note("Plan", "one two three\n", mode="raw")
    ada = peer(member, note).come()
    ada.write("ADA ", at=0).acknowledged_all()
    processes.kill(processes.child(service, "collab"))
    patch(member, note, content="one two THREE\n")
    ada.closed()
    ada.leave().come()
    assert saved(member, note, "ADA") == "ADA one two THREE\n"
    wait_until(lambda: ada.read() == "ADA one two THREE\n", "the room differs", SECONDS)


def test_a_switch_of_the_surface_is_for_all_and_tells_who_did_it(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "# Title\n\ntext *here*\n")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    ada.send(wire.own(wire.MODE, mode="raw"))
    told = wait_until(lambda: bob.told(wire.MODE), "Bob was not told", SECONDS)[0]
    assert (told["mode"], told["by"]["name"]) == ("raw", "Olive Owner")
    wait_until(lambda: bob.read() == "# Title\n\ntext *here*\n", "the text is not there", SECONDS)
    bob.write("more\n").acknowledged_all()
    bob.send(wire.own(wire.MODE, mode="block"))
    wait_until(lambda: len(ada.told(wire.MODE)) == 2, "Ada was not told", SECONDS)
    wait_until(lambda: "text here\nmore" in ada.shown(), "the words are not in the blocks", SECONDS)
    assert saved(member, note, "more") == "# Title\n\ntext *here*\nmore\n"


def test_what_somebody_wrote_offline_in_the_surface_that_was_left_is_carried_over(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "first\n\nsecond\n")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    ada.leave().type_into(0, "Offline ")
    bob.send(wire.own(wire.MODE, mode="raw"))
    wait_until(lambda: bob.read() == "first\n\nsecond\n", "the surface was not switched", SECONDS)
    bob.write("third\n").acknowledged_all()
    ada.come().acknowledged_all()
    wait_until(lambda: bob.read() == "Offline first\n\nsecond\nthird\n", "the offline words were lost", SECONDS)
    assert saved(member, note, "Offline") == bob.read()


def test_an_offline_edit_of_the_text_is_carried_over_into_the_blocks(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "first\n\nsecond\n", mode="raw")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    ada.leave().write("third\n")
    bob.send(wire.own(wire.MODE, mode="block"))
    wait_until(lambda: bob.shown() == ["first", "second"], "the surface was not switched", SECONDS)
    ada.come().acknowledged_all()
    wait_until(lambda: "third" in "".join(bob.shown()), "the offline words were lost", SECONDS)
    assert "third" in saved(member, note, "third")
