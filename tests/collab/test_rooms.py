"""Two and more in one note: what one types, the others read; what is acknowledged, stays."""

from collections.abc import Callable
from pathlib import Path

from notesvc.collab import wire
from tests.collab.agreeing import agree, content, saved
from tests.collab.peer import SECONDS, Peers
from tests.process import processes
from tests.process.member import Member, register
from tests.service import Service, wait_until


def test_two_who_type_at_once_read_the_same_and_so_does_the_note(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "One line.\n", mode="raw")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    ada.write("From Ada.\n")
    bob.write("From Bob.\n")
    agree(ada, bob)
    assert sorted(ada.read().splitlines()) == ["From Ada.", "From Bob.", "One line."]
    saved(member, note, "From Ada.")
    assert saved(member, note, "From Bob.") == ada.read()


def test_it_runs_on_postgres(start: Callable[..., Service], postgres_url: str, peer: Peers, tmp_path: Path) -> None:
    service = start(NOTESVC_DATABASE_URL=postgres_url, NOTESVC_INSTANCE=str(tmp_path / "on-postgres"))
    member = register(service)
    note = member.note("Plan", "One line.\n", mode="raw")
    ada = peer(member, note).come().write("Kept.\n").acknowledged_all()
    processes.kill(processes.child(service, "collab"))
    ada.closed()
    ada.leave().come()
    assert ada.read() == "One line.\nKept.\n"
    saved(member, note, "Kept.")
    ada.leave().write("Offline.\n").come().acknowledged_all().leave()
    saved(member, note, "Offline.")


def test_blocks_are_seeded_once_and_saved_with_unedited_lines_as_they_were(member: Member, peer: Peers) -> None:
    source = "# Title\n\n*  odd   bullet\n\nlast [[Link]]\n"
    note = member.note("Blocks", source)
    ada, bob = peer(member, note).come(), peer(member, note).come()
    agree(ada, bob)
    assert len(ada.blocks.children) == 1
    ada.type_into(0, "New ").acknowledged_all()
    assert saved(member, note, "New") == source.replace("Title", "New Title")


def test_nobody_in_a_room_changes_nothing_by_looking(member: Member, peer: Peers) -> None:
    note = member.note("Blocks", "# Title\n\ntext  with   blanks\n- a\n+ b\n")
    before = member.get(f"/api/workspace/notes/{note['id']}")
    peer(member, note).come().leave()
    ada = peer(member, note).come()
    wait_until(lambda: len(ada.told(wire.SYNC)) > 0, "nothing was synced", SECONDS)
    assert member.get(f"/api/workspace/notes/{note['id']}") == before


def test_who_comes_later_is_told_of_everybody_and_the_sender_hears_itself(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "x", mode="raw")
    ada = peer(member, note).come().say(name="Ada")
    wait_until(lambda: ada.told(wire.AWARENESS), "no echo", SECONDS)
    bob = peer(member, note).come()
    heard = wait_until(lambda: bob.told(wire.AWARENESS), "Bob was told of nobody", SECONDS)
    assert b'"name":"' + str(member.get("/api/auth/session")["user"]["name"]).encode() in heard[0]
    ada.leave()
    wait_until(lambda: b"null" in bob.told(wire.AWARENESS)[-1], "the cursor stayed", SECONDS)


def test_nobody_speaks_for_another_user(start: Callable[..., Service], peer: Peers) -> None:
    service = start()
    member = register(service)
    note = member.note("Plan", "x", mode="raw")
    ada, bob = peer(member, note).come().say(name="Ada"), peer(member, note).come()
    wait_until(lambda: bob.told(wire.AWARENESS), "Bob was told of nobody", SECONDS)
    # More browsers than one connection may speak for are left out.
    entries = [wire.number(n) + wire.number(1) + wire.array(b"{}") for n in range(1, 21)]
    bob.send(wire.awareness(wire.number(len(entries)) + b"".join(entries)))
    wait_until(lambda: ada.told(wire.AWARENESS), "nothing came", SECONDS)
    assert wire.Reader(ada.told(wire.AWARENESS)[-1]).number() <= 5


def test_edits_made_while_away_are_merged_when_the_browser_comes_back(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "start\n", mode="raw")
    ada, bob = peer(member, note).come(), peer(member, note).come()
    ada.leave().write("Ada was away.\n")
    bob.write("Bob went on.\n").acknowledged_all().leave()
    saved(member, note, "Bob went on.")
    ada.come().acknowledged_all()
    bob.come()
    agree(ada, bob)
    assert sorted(saved(member, note, "Ada was away.").splitlines()) == ["Ada was away.", "Bob went on.", "start"]


def test_a_browser_of_a_room_that_is_gone_is_told_before_anything_is_synced(
    start: Callable[..., Service], peer: Peers
) -> None:
    service = start()
    member = register(service)
    note = member.note("Plan", "text\n", mode="raw")
    ada = peer(member, note).come().leave()
    service.stop()
    (service.instance / "notesvc.sqlite-rooms").unlink()
    service.start()
    away = Member(service.url, member.cookie)
    again = peer(away, note)
    again.generation = ada.generation
    assert again.dial().closed() == wire.GENERATION_GONE
    assert again.told(wire.SYNC) == []
    again.leave().generation = None
    assert again.come().read() == "text\n"


def test_an_old_page_is_sent_away_before_anything_is_synced(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "text")
    ada = peer(member, note).dial(schema=0)
    assert ada.closed() == wire.SCHEMA_DIFFERS
    assert ada.told(wire.SYNC) == []


def test_nothing_acknowledged_is_lost_when_the_worker_is_killed_while_people_type(
    start: Callable[..., Service], peer: Peers
) -> None:
    service = start()
    member = register(service)
    note = member.note("Plan", "start\n", mode="raw")
    everybody = [peer(member, note).come() for _ in range(5)]
    for round_ in range(4):
        for number, each in enumerate(everybody):
            for word in range(10):
                each.write(f"[{round_}.{number}.{word}]", at=0)
        everybody[round_].acknowledged_all()
        killed = processes.child(service, "collab")
        processes.kill(killed)
        wait_until(lambda killed=killed: processes.child(service, "collab") != killed, "no new worker", SECONDS)
        for each in everybody:
            each.closed()
            each.leave().come()
    for each in everybody:
        each.acknowledged_all()
    agree(*everybody)
    words = [f"[{r}.{n}.{w}]" for r in range(4) for n in range(5) for w in range(10)]
    assert [word for word in words if everybody[0].read().count(word) != 1] == []
    wait_until(lambda: content(member, note) == everybody[0].read(), "the note differs", SECONDS)


def test_what_was_acknowledged_before_a_kill_is_in_the_note_although_nobody_came_back_to_type(
    start: Callable[..., Service], peer: Peers
) -> None:
    service = start()
    member = register(service)
    note = member.note("Plan", "start\n", mode="raw")
    ada = peer(member, note).come().write("Last words.\n").acknowledged_all()
    processes.kill(processes.child(service, "collab"))
    ada.closed()
    ada.leave()
    peer(member, note).come()
    saved(member, note, "Last words.")


def test_a_stop_saves_every_room(service: Service, member: Member, peer: Peers) -> None:
    note = member.note("Plan", "start\n", mode="raw")
    ada = peer(member, note).come().write("Just now.\n").acknowledged_all()
    assert service.stop() == 0
    ada.closed()
    service.start()
    assert "Just now." in content(Member(service.url, member.cookie), note)


def test_any_order_of_coming_typing_and_going_ends_in_one_text(member: Member, peer: Peers) -> None:
    note = member.note("Plan", "word " * 20, mode="raw")
    everybody = [peer(member, note).come() for _ in range(3)]
    for step in range(60):
        each = everybody[step * 7 % 3]
        # A character of its own for each step: nothing typed in between can part it.
        each.write(chr(0x4E00 + step), at=step * 13 % 90)
        if step % 10 == 9:
            each.leave()
        elif each.close_code is not None:
            each.leave().come()
    for each in everybody:
        each.leave().come().acknowledged_all()
    agree(*everybody)
    assert [step for step in range(60) if everybody[0].read().count(chr(0x4E00 + step)) != 1] == []
    wait_until(lambda: content(member, note) == everybody[0].read(), "the note differs", SECONDS)
