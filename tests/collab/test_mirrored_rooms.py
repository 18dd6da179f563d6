"""What another program writes in a mirrored file reaches the note's live room, and what people write there meanwhile
stays."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.collab.agreeing import agree, content, saved
from tests.collab.peer import SECONDS, Peers
from tests.process.mirrored import Mirrored
from tests.service import Service, wait_until

_ROUNDS = 4


@pytest.fixture
def mirrored(start: Callable[..., Service], tmp_path: Path) -> Mirrored:
    root = tmp_path / "mirrors"
    root.mkdir()
    return Mirrored(start(NOTESVC_MIRROR_ROOT=str(root)), root)


def test_an_edit_of_the_file_reaches_the_room_and_its_words_reach_the_file(mirrored: Mirrored, peer: Peers) -> None:
    member = mirrored.member
    raw = member.note("Raw", "one two three\n\nfour five six\n", mode="raw")
    blocks = member.note("Blocks", "# Title\n\nfirst text\n\n*  odd\n\nlast text\n")
    mirrored.set_up()
    ada, bob, eve = peer(member, raw).come(), peer(member, blocks).come(), peer(member, blocks).come()
    kept = bob.blocks.children[0].children[1].children[0].children[0]
    mirrored.edit("Raw.md", "five", "FIVE")
    mirrored.edit("Blocks.md", "last text", "last words")
    ada.write("ADA ", at=0)
    bob.type_into(1, "typed ")
    mirrored.look()
    wait_until(lambda: "FIVE" in ada.read() and "last words" in bob.shown(), "the changes did not come", SECONDS)
    agree(bob, eve)
    assert ada.read() == "ADA one two three\n\nfour FIVE six\n"
    assert str(kept) == "typed first text"
    assert saved(member, raw, "ADA") == ada.read()
    assert saved(member, blocks, "typed") == "# Title\n\ntyped first text\n\n*  odd\n\nlast words\n"
    wait_until(lambda: "typed" in mirrored.read("Blocks.md"), "the words of the room are not in the file", SECONDS)
    assert mirrored.read("Blocks.md").endswith(content(member, blocks))
    assert mirrored.state()["conflicts"] == []


def test_nobodys_words_are_lost_while_both_go_on(mirrored: Mirrored, peer: Peers) -> None:
    member = mirrored.member
    note = member.note("Plan", "there:\n\nhere:\n", mode="raw")
    mirrored.set_up()
    ada, bob = peer(member, note).come(), peer(member, note).come()
    for number in range(_ROUNDS):
        ada.write(f"ada{number}\n")
        mirrored.edit("Plan.md", "there:", f"there:\nthere{number}")
        bob.write(f"bob{number}\n")
        mirrored.look()
        ada.write(f"later{number}\n")
        wait_until(lambda number=number: f"there{number}" in ada.read(), "it did not come", SECONDS)  # type: ignore[misc]
    agree(ada.acknowledged_all(), bob.acknowledged_all())
    wait_until(lambda: content(member, note) == ada.read(), "the note differs", SECONDS)
    wait_until(lambda: mirrored.read("Plan.md").endswith(ada.read()), "the file differs", SECONDS)
    words = [f"{who}{number}" for who in ("ada", "bob", "there", "later") for number in range(_ROUNDS)]
    assert [word for word in words if ada.read().split().count(word) != 1] == []
    assert list(mirrored.contents()) == ["Plan"]


def test_where_both_changed_a_line_the_room_keeps_its_own_and_the_files_is_a_note_beside_it(
    mirrored: Mirrored, peer: Peers
) -> None:
    member = mirrored.member
    note = member.note("Plan", "the cat sat\n", mode="raw")
    mirrored.set_up()
    ada = peer(member, note).come()
    mirrored.edit("Plan.md", "cat", "small cat")
    ada.write("big ", at=4)
    saved(member, note, "big")
    mirrored.look()
    found = mirrored.contents()
    (conflict,) = mirrored.state()["conflicts"]
    assert (found["Plan"], found[conflict["copyName"]]) == ("the big cat sat\n", "the small cat sat\n")
    assert ada.read() == "the big cat sat\n"
