"""Trash, recents and journal over HTTP."""

import itertools

import pytest

from notesvc import clock
from notesvc.domain import trash
from notesvc.domain.accounts import users
from tests.web.conftest import Member


def in_trash(owner: Member) -> tuple[set[str], set[str]]:
    found = owner.web.get("/api/workspace/trash").get_json()
    return {note["name"] for note in found["notes"]}, {folder["name"] for folder in found["folders"]}


def live(owner: Member) -> set[str]:
    return {note["name"] for note in owner.web.get("/api/workspace/notes").get_json()["notes"]}


def test_a_restored_folder_brings_back_just_what_went_with_it(owner: Member) -> None:
    top = owner.folder("top")
    below = owner.folder("below", parentId=top["id"])
    earlier = owner.note("earlier", parentId=below["id"])
    owner.note("with it", parentId=below["id"])
    owner.web.delete(f"/api/workspace/notes/{earlier['id']}")
    owner.web.delete(f"/api/workspace/folders/{top['id']}")
    assert in_trash(owner) == ({"earlier", "with it"}, {"top", "below"})
    answer = owner.web.post(f"/api/workspace/trash/{top['id']}/restore")
    assert answer.get_json()["folder"]["name"] == "top"
    assert in_trash(owner) == ({"earlier"}, set())
    assert live(owner) == {"with it"}


def test_a_folder_and_what_is_in_it_go_at_the_same_instant(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    top = owner.folder("top")
    owner.folder("below", parentId=top["id"])
    for number in range(3):
        owner.note(f"n{number}", parentId=top["id"])
    ticks = itertools.count(clock.timestamp_ms())
    monkeypatch.setattr(clock, "timestamp_ms", lambda: next(ticks))
    owner.web.delete(f"/api/workspace/folders/{top['id']}")
    found = owner.web.get("/api/workspace/trash").get_json()
    assert len({each["deletedAt"] for each in found["notes"] + found["folders"]}) == 1


def test_a_note_comes_back_to_the_nearest_ancestor_that_lives(owner: Member) -> None:
    top = owner.folder("top")
    below = owner.folder("below", parentId=top["id"])
    note = owner.note("note", parentId=below["id"])
    owner.web.delete(f"/api/workspace/folders/{below['id']}")
    answer = owner.web.post(f"/api/workspace/trash/{note['id']}/restore")
    assert answer.get_json()["note"]["parentId"] == top["id"]


def test_whichever_folder_of_a_deletion_is_asked_for_all_of_it_comes_back_to_where_it_is_seen(owner: Member) -> None:
    top = owner.folder("top")
    middle = owner.folder("middle", parentId=top["id"])
    below = owner.folder("below", parentId=middle["id"])
    owner.note("note", parentId=below["id"])
    for folder in (middle, top):
        owner.web.delete(f"/api/workspace/folders/{folder['id']}")
    assert owner.web.post(f"/api/workspace/trash/{below['id']}/restore").status_code == 200
    folders = owner.web.get("/api/workspace/folders").get_json()["folders"]
    assert {each["name"]: each["path"] for each in folders if each["name"] in ("middle", "below")} == {
        "middle": "middle",
        "below": "middle/below",
    }
    assert in_trash(owner) == (set(), {"top"})
    owner.web.delete(f"/api/workspace/trash/{top['id']}")
    assert live(owner) == {"note"}


def test_a_deleted_note_can_be_read_but_not_changed(owner: Member) -> None:
    note = owner.note("note", "words")
    owner.web.delete(f"/api/workspace/notes/{note['id']}")
    read = owner.web.get(f"/api/workspace/notes/{note['id']}")
    assert read.get_json()["deletedAt"] is not None
    assert owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"name": "x"}).status_code == 404
    assert owner.web.delete(f"/api/workspace/notes/{note['id']}").status_code == 404


def test_erased_is_gone(owner: Member) -> None:
    folder = owner.folder("folder")
    note = owner.note("note", "words", parentId=folder["id"])
    assert owner.web.delete(f"/api/workspace/trash/{note['id']}").status_code == 404
    owner.web.delete(f"/api/workspace/folders/{folder['id']}")
    assert owner.web.delete(f"/api/workspace/trash/{folder['id']}").status_code == 204
    assert in_trash(owner) == (set(), set())
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").status_code == 404
    assert owner.web.get("/api/workspace/search?q=is:trashed").get_json()["total"] == 0


def test_the_trash_is_emptied_whole(owner: Member) -> None:
    for number in range(3):
        owner.web.delete(f"/api/workspace/notes/{owner.note(f'n{number}')['id']}")
    owner.web.delete(f"/api/workspace/folders/{owner.folder('f')['id']}")
    assert owner.web.delete("/api/workspace/trash").status_code == 204
    assert in_trash(owner) == (set(), set())


def test_the_trash_is_kept_for_30_days(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.web.delete(f"/api/workspace/notes/{owner.note('old')['id']}")
    caller, now = users.caller_of(owner.user), clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + (30 * 86_400 - 60) * 1000)
    trash.sweep()
    assert [note.name for note in trash.contents(caller, None, 10)[0]] == ["old"]
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + (30 * 86_400 + 60) * 1000)
    trash.sweep()
    assert trash.contents(caller, None, 10) == ([], [], None)


def test_a_stale_delete_is_412(owner: Member) -> None:
    note = owner.note("note", "one")
    owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"content": "two two"})
    answer = owner.web.delete(f"/api/workspace/notes/{note['id']}", headers={"If-Match": '"1"'})
    assert answer.status_code == 412


def test_the_notes_opened_last_come_first(owner: Member) -> None:
    notes = [owner.note(f"n{number}") for number in range(3)]
    for note in (notes[0], notes[1], notes[2], notes[0]):
        owner.web.get(f"/api/workspace/notes/{note['id']}")
    names = [note["name"] for note in owner.web.get("/api/workspace/recents").get_json()["notes"]]
    assert names == ["n0", "n2", "n1"]


@pytest.mark.parametrize("peek", ["1", "true"])
def test_a_peek_is_no_visit(owner: Member, peek: str) -> None:
    seen, peeked = owner.note("seen"), owner.note("peeked")
    owner.web.get(f"/api/workspace/notes/{seen['id']}?peek=false")
    answer = owner.web.get(f"/api/workspace/notes/{peeked['id']}?peek={peek}")
    assert answer.get_json()["name"] == "peeked"
    assert [note["name"] for note in owner.web.get("/api/workspace/recents").get_json()["notes"]] == ["seen"]
    assert owner.web.get(f"/api/workspace/notes/{peeked['id']}?peek=perhaps").status_code == 422


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_read_that_another_site_caused_leaves_no_trace(owner: Member, site: str) -> None:
    note = owner.note("n")
    owner.web.get(f"/api/workspace/notes/{note['id']}", headers={"Sec-Fetch-Site": site})
    assert owner.web.get("/api/workspace/recents").get_json()["notes"] == []


def test_reading_an_absent_day_creates_nothing(owner: Member) -> None:
    assert owner.web.get("/api/workspace/journal/2026-11-21").status_code == 404
    assert owner.web.get("/api/workspace/journal?month=2026-11").get_json() == {"entries": [], "nextCursor": None}


def test_a_day_has_one_entry_that_is_a_note(owner: Member) -> None:
    first = owner.web.put("/api/workspace/journal/2026-11-21", json={"content": "Rain", "journalMeta": {"mood": 4}})
    again = owner.web.put("/api/workspace/journal/2026-11-21", json={"content": "Rain, then sun"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json()["id"] == again.get_json()["id"]
    assert again.get_json()["journalMeta"] == {"mood": 4, "date": "2026-11-21"}
    entries = owner.web.get("/api/workspace/journal?month=2026-11").get_json()["entries"]
    assert [entry["date"] for entry in entries] == ["2026-11-21"]
    versions = owner.web.get(f"/api/workspace/notes/{first.get_json()['id']}/versions").get_json()["versions"]
    assert len(versions) == 2


def test_an_entry_is_made_of_blocks_once(owner: Member) -> None:
    day = "/api/workspace/journal/2026-11-21"
    none_yet = {"If-Unmodified-Since": "1970-01-01T00:00:00.000Z"}
    text = [{"id": "a", "type": "bulletListItem", "content": "Rain"}]
    made = owner.web.put(day, json={"richContent": text}, headers=none_yet)
    assert (made.status_code, made.get_json()["content"]) == (201, "- Rain\n")
    assert made.get_json()["richContent"][0]["id"] == "a"
    assert owner.web.put(day, json={"richContent": text}, headers=none_yet).status_code == 412
    odd = owner.web.put(day, json={"richContent": [{"type": "image", "props": {"url": "data:,x"}}]})
    assert (odd.status_code, odd.get_json()["errors"][0]["field"]) == (422, "richContent[0].props.url")


def test_a_mood_alone_leaves_the_text_of_the_day_alone(owner: Member) -> None:
    day = "/api/workspace/journal/2026-11-21"
    made = owner.web.put(day, json={"content": "Rain"}).get_json()
    rich = [{"type": "paragraph", "content": [{"type": "text", "text": "Rain", "styles": {"underline": True}}]}]
    owner.web.patch(f"/api/workspace/notes/{made['id']}", json={"richContent": rich})
    written = owner.web.get(day).get_json()
    after = owner.web.put(day, json={"journalMeta": {"mood": 4}}).get_json()
    assert (after["content"], after["richContent"]) == (written["content"], written["richContent"])
    assert after["journalMeta"] == {"mood": 4, "date": "2026-11-21"}


def test_a_journal_entry_keeps_its_day_whatever_the_body_says(owner: Member) -> None:
    body = {"content": "x", "journalMeta": {"date": "1999-01-01"}}
    assert (
        owner.web.put("/api/workspace/journal/2026-11-21", json=body).get_json()["journalMeta"]["date"] == "2026-11-21"
    )


def test_a_deleted_entry_makes_room_for_another(owner: Member) -> None:
    first = owner.web.put("/api/workspace/journal/2026-11-21", json={"content": "Rain"}).get_json()
    owner.web.delete(f"/api/workspace/notes/{first['id']}")
    assert owner.web.put("/api/workspace/journal/2026-11-21", json={"content": "Sun"}).status_code == 201
    answer = owner.web.post(f"/api/workspace/trash/{first['id']}/restore")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "name_taken")


@pytest.mark.parametrize("day", ["2026-02-30", "2026-1-1", "today", "20261121", "2026-W01-1"])
def test_what_is_no_day_is_refused(owner: Member, day: str) -> None:
    assert owner.web.put(f"/api/workspace/journal/{day}", json={"content": "x"}).status_code == 422


def on_this_day(owner: Member, day: str) -> list[str]:
    answer = owner.web.get(f"/api/workspace/journal?onThisDay={day}")
    assert answer.status_code == 200, answer.text
    return [entry["date"] for entry in answer.get_json()["entries"]]


def test_a_day_is_found_in_other_years_the_latest_first(owner: Member, stranger: Member) -> None:
    for day in ("2023-11-21", "2026-11-21", "2024-11-21", "2024-11-22", "2024-12-21", "2025-01-01"):
        owner.web.put(f"/api/workspace/journal/{day}", json={"content": day})
    stranger.web.put("/api/workspace/journal/2022-11-21", json={"content": "theirs"})
    gone = owner.web.put("/api/workspace/journal/2021-11-21", json={"content": "gone"}).get_json()
    owner.web.delete(f"/api/workspace/notes/{gone['id']}")
    assert on_this_day(owner, "2026-11-21") == ["2024-11-21", "2023-11-21"]
    assert on_this_day(owner, "2020-11-21") == ["2026-11-21", "2024-11-21", "2023-11-21"]
    assert on_this_day(owner, "2026-07-01") == []


def test_a_leap_day_is_not_forgotten_in_other_years(owner: Member) -> None:
    for day in ("2020-02-29", "2024-02-29", "2024-02-28", "2023-02-28", "2024-03-01"):
        owner.web.put(f"/api/workspace/journal/{day}", json={"content": day})
    assert on_this_day(owner, "2025-02-28") == ["2024-02-29", "2024-02-28", "2023-02-28", "2020-02-29"]
    assert on_this_day(owner, "2028-02-28") == ["2024-02-28", "2023-02-28"]
    assert on_this_day(owner, "2028-02-29") == ["2024-02-29", "2023-02-28", "2020-02-29"]
    assert on_this_day(owner, "2025-03-01") == ["2024-03-01"]


@pytest.mark.parametrize("query", ["onThisDay=2026-02-30", "onThisDay=11-21", "onThisDay=2026-11-21&month=2026-11"])
def test_a_day_that_is_none_is_refused(owner: Member, query: str) -> None:
    assert owner.web.get(f"/api/workspace/journal?{query}").status_code == 422
