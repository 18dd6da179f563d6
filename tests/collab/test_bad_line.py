"""Five people on a bad line: late, in crumbs, cut in the middle of a word."""

import pytest

from notesvc.collab import wire
from tests.collab.agreeing import agree, content, saved
from tests.collab.bad_line import BadLine
from tests.collab.peer import SECONDS, Peer, Peers
from tests.process.member import Member
from tests.service import wait_until

ROUNDS, PEOPLE, WORDS = 4, 5, 10


@pytest.mark.parametrize("mode", ["raw", "block"])
def test_five_who_type_on_a_line_that_is_cut_again_and_again_lose_no_word(
    member: Member, peer: Peers, mode: str
) -> None:
    note = member.note("Plan", "start\n", mode=mode)
    url = member.make("/api/collaboration/auth", noteId=note["id"])["url"]
    everybody = [peer(member, note) for _ in range(PEOPLE)]
    with BadLine(url, seed=5) as line:
        for round_ in range(ROUNDS):
            for each in everybody:
                each.leave().come(url=line.url)
            for number, each in enumerate(everybody):
                _type(each, [f"w{round_}n{number}n{word}x " for word in range(WORDS)])
            # One of them knows that it is on the disk; the others are cut off wherever they are.
            everybody[round_].acknowledged_all()
            line.reset()
            for each in everybody:
                each.closed()
        for each in everybody:
            each.leave().come(url=line.url).acknowledged_all()
        agree(*everybody)
        words = [f"w{r}n{n}n{w}x" for r in range(ROUNDS) for n in range(PEOPLE) for w in range(WORDS)]
        wait_until(lambda: all(word in content(member, note) for word in words), "words are missing", SECONDS)
        assert [word for word in words if content(member, note).count(word) != 1] == []


def test_a_browser_that_reads_nothing_is_dropped_and_the_others_go_on(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "", mode="raw")
    ada, deaf = peer(member, note).come(), peer(member, note).come()
    with deaf.reads_nothing():
        # More than the worker keeps for somebody who does not take it, and more than the system's own buffers hold.
        state = wire.step_1(b"\0")
        ada.write("x" * 900_000).acknowledged_all()
        for _ in range(80):
            deaf.send(state)
        ada.write("and on").acknowledged_all()
    assert deaf.closed() in (wire.SLOW, 1006)
    assert saved(member, note, "and on").endswith("and on")


def _type(peer: Peer, words: list[str]) -> None:
    for word in words:
        if peer.mode == "raw":
            peer.write(word, at=0)
        else:
            peer.type_into(0, word)
