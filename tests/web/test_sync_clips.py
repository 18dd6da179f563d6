"""What a clipper asks and sends besides its clips: tags, where a page was kept, additions, pictures."""

import io
from typing import Any
from urllib.parse import urlencode

import flask
import pytest

from notesvc.models import Attachment, Note
from tests.conftest import on_sqlite
from tests.web.conftest import Member
from tests.web.programs import CLIP, Program

PNG = b"\x89PNG\r\n\x1a\nrest"
REMOTE = "https://pictures.example/a_(1).png"


def clipped(program: Program, **fields: Any) -> dict[str, Any]:
    answer = program.capture({**CLIP, **fields})
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def append(program: Program, addition: Any, **headers: str) -> Any:
    return program.client.post("/api/sync/append", json=addition, headers=program.headers | headers)


def attach(program: Program, note_id: str, content: bytes = PNG, key: str = "", **fields: str) -> Any:
    form = {"file": (io.BytesIO(content), "a.png"), "noteId": note_id, **fields}
    named = {"Idempotency-Key": key} if key else {}
    return program.client.post("/api/sync/attachments", data=form, headers=program.headers | named)


def found(program: Program, url: str) -> list[str]:
    answer = program.client.get("/api/sync/lookup", query_string={"url": url}, headers=program.headers)
    assert answer.status_code == 200, answer.text
    return [note["name"] for note in answer.get_json()["notes"]]


def content_of(owner: Member, note_id: str) -> str:
    return str(owner.web.get(f"/api/workspace/notes/{note_id}").get_json()["content"])


def test_tags_are_those_of_the_workspace_and_unchanged_ones_are_not_sent_again(owner: Member, program: Program) -> None:
    owner.note("A", "#one #two")
    answer = program.get("tags")
    assert answer.get_json() == owner.web.get("/api/workspace/tags").get_json()
    assert [tag["tag"] for tag in answer.get_json()["tags"]] == ["one", "two"]
    assert program.get("tags", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    owner.note("B", "#three")
    assert program.get("tags", **{"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_a_page_is_found_by_its_address_however_one_came_there(owner: Member, program: Program) -> None:
    kept = clipped(program, url="https://A.example/x/?b=1&utm_source=feed&fbclid=2#part")
    for address in ("https://a.example/x?b=1", "https://a.example/x/?gclid=z&b=1#other", "https://A.EXAMPLE/x?b=1"):
        assert found(program, address) == ["Title"], address
    for address in (
        "https://a.example/x",
        "http://a.example/x?b=1",
        "https://a.example/X?b=1",
        "nonsense",
        "https://[",
    ):
        assert found(program, address) == [], address
    answer = program.get("lookup?url=https://a.example/x?b=1").get_json()["notes"][0]
    assert (answer["id"], answer["path"]) == (kept["id"], f"/notes/{kept['id']}")
    for neither in ("lookup", "lookup?url=https://a.example/&title=A", "lookup?title="):
        assert program.get(neither).status_code == 422, neither


def test_a_note_is_found_by_words_of_its_name(owner: Member, program: Program, stranger: Member) -> None:
    wanted = owner.note("Plans for the garden", "trees")
    owner.note("Trees", "plans for the garden")
    stranger.note("Plans for the garden", "")
    for words in ("garden plans", "gard", 'PLANS "the', "garden"):
        answer = program.get("lookup?" + urlencode({"title": words})).get_json()["notes"]
        assert [note["id"] for note in answer] == [wanted["id"]], words
    for words in ("tulips", "tag:x", '"', "garden OR trees", "_"):
        answer = program.get("lookup?" + urlencode({"title": words}))
        assert (answer.status_code, answer.get_json()["notes"]) == (200, []), words
    owner.web.delete(f"/api/workspace/notes/{wanted['id']}")
    assert program.get("lookup?title=garden").get_json() == {"notes": []}


@on_sqlite
def test_a_note_is_found_by_the_address_that_its_properties_name_now(owner: Member, program: Program) -> None:
    kept = clipped(program)
    change = {"properties": {"url": "https://b.example/"}}
    owner.web.patch(f"/api/workspace/notes/{kept['id']}", json=change, headers={"If-Match": "*"})
    assert (found(program, CLIP["url"]), found(program, "https://b.example")) == ([], ["Title"])
    owner.web.delete(f"/api/workspace/notes/{kept['id']}")
    assert found(program, "https://b.example") == []


@on_sqlite
def test_at_most_ten_notes_of_a_page_are_named(program: Program) -> None:
    for number in range(11):
        clipped(program, title=f"Clip {number}")
    assert found(program, CLIP["url"]) == [f"Clip {number}" for number in range(10, 0, -1)]


def test_text_is_added_as_a_paragraph_of_its_own_and_once_for_its_key(owner: Member, program: Program) -> None:
    note = owner.note("Reading", "First")
    addition = {"noteId": note["id"], "markdown": "\n> second\n"}
    first = append(program, addition, **{"Idempotency-Key": "a"})
    again = append(program, addition, **{"Idempotency-Key": "a"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.get_json(), again.headers["Idempotency-Replayed"]) == (again.get_json(), "true")
    assert content_of(owner, note["id"]) == "First\n\n> second\n"
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").headers["ETag"] == first.get_json()["etag"]
    other = append(program, {**addition, "markdown": "third"}, **{"Idempotency-Key": "a"})
    assert (other.status_code, other.get_json()["code"]) == (409, "idempotency_conflict")


def test_the_entry_of_a_day_is_made_by_what_is_added_to_it(owner: Member, program: Program) -> None:
    for text in ("one", "two"):
        assert append(program, {"journal": "2026-11-21", "markdown": text}).status_code == 200
    entry = owner.web.get("/api/workspace/journal/2026-11-21").get_json()
    assert entry["content"] == "one\n\ntwo\n"
    assert append(program, {"journal": "2026-21-11", "markdown": "x"}).status_code == 422


@on_sqlite
@pytest.mark.parametrize("addition", [{"markdown": "x"}, {"noteId": "{id}", "journal": "2026-11-21", "markdown": "x"}])
def test_an_addition_names_one_place(owner: Member, program: Program, addition: dict[str, str]) -> None:
    note = owner.note()
    named = {name: value.replace("{id}", note["id"]) for name, value in addition.items()}
    assert append(program, named).status_code == 422
    assert append(program, {"noteId": note["id"], "markdown": " \n"}).status_code == 422


@on_sqlite
def test_a_note_does_not_grow_longer_than_notes_may_be(owner: Member, program: Program) -> None:
    note = owner.note("Long", "x" * 2_000_000)
    answer = append(program, {"noteId": note["id"], "markdown": "y" * 200_000})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid_input")


@on_sqlite
def test_additions_and_clips_share_one_window(owner: Member, program: Program) -> None:
    note = owner.note()
    statuses = [append(program, {"noteId": note["id"], "markdown": f"{n}"}).status_code for n in range(15)]
    statuses += [program.capture(CLIP).status_code for _ in range(15)]
    assert statuses == [200] * 15 + [201] * 15
    assert append(program, {"noteId": note["id"], "markdown": "x"}).status_code == 429
    assert program.capture(CLIP).status_code == 429


def test_a_picture_takes_the_place_of_its_address_in_the_text(owner: Member, program: Program) -> None:
    text = f'![a]({REMOTE}) <{REMOTE}> <img src="{REMOTE}"> {REMOTE}?wide ![b](https://c.example/{REMOTE})'
    kept = clipped(program, markdown=text)
    answer = attach(program, kept["id"], key="p", replaces=REMOTE)
    again = attach(program, kept["id"], key="p", replaces=REMOTE)
    assert (answer.status_code, again.status_code, answer.get_json()) == (201, 200, again.get_json())
    url, is_replaced = answer.get_json()["url"], answer.get_json()["replaced"]
    assert is_replaced
    expected = f'![a]({url}) <{url}> <img src="{url}"> {REMOTE}?wide ![b](https://c.example/{REMOTE})'
    assert content_of(owner, kept["id"]) == expected
    assert owner.web.get(url, buffered=True).data == PNG
    assert Attachment.select().count() == 1


@on_sqlite
def test_a_picture_whose_address_is_gone_is_kept_all_the_same(owner: Member, program: Program) -> None:
    kept = clipped(program)
    answer = attach(program, kept["id"], replaces=REMOTE).get_json()
    assert (answer["replaced"], owner.web.get(answer["url"], buffered=True).data) == (False, PNG)
    assert attach(program, kept["id"]).get_json()["replaced"] is False


@on_sqlite
def test_a_key_gives_files_only_to_what_it_kept(app: flask.Flask, owner: Member, program: Program) -> None:
    own, kept = owner.note("Own"), clipped(program)
    assert attach(program, own["id"]).status_code == 404
    assert attach(Program(app, owner.key()), kept["id"]).status_code == 404
    assert append(program, {"noteId": own["id"], "markdown": f"![]({REMOTE})"}).status_code == 200
    assert attach(program, own["id"], replaces=REMOTE).get_json()["replaced"] is True


@on_sqlite
def test_a_new_key_that_repeats_the_clip_goes_on_with_its_files(
    app: flask.Flask, owner: Member, program: Program
) -> None:
    kept, own = program.capture(CLIP, Idempotency_Key="c").get_json(), owner.note()
    other, addition = Program(app, owner.key()), {"noteId": own["id"], "markdown": "x"}
    append(program, addition, **{"Idempotency-Key": "d"})
    assert other.capture(CLIP, Idempotency_Key="c").status_code == 200
    assert append(other, addition, **{"Idempotency-Key": "d"}).headers["Idempotency-Replayed"] == "true"
    assert [attach(other, note["id"]).status_code for note in (kept, own)] == [201, 201]


def test_a_rotated_key_goes_on_with_the_files_of_its_clips(app: flask.Flask, owner: Member, program: Program) -> None:
    kept = clipped(program)
    token_id = owner.web.get("/api/sync/tokens").get_json()["tokens"][0]["id"]
    secret = owner.web.post(f"/api/sync/tokens/{token_id}/rotate").get_json()["secret"]
    assert attach(program, kept["id"]).status_code == 401
    assert attach(Program(app, secret), kept["id"]).status_code == 201


def test_what_is_somebody_elses_is_not_there(
    app: flask.Flask, owner: Member, stranger: Member, program: Program
) -> None:
    kept, theirs = clipped(program), Program(app, stranger.key())
    assert found(theirs, CLIP["url"]) == []
    assert append(theirs, {"noteId": kept["id"], "markdown": "x"}).status_code == 404
    assert attach(theirs, kept["id"]).status_code == 404
    assert "tagged" not in {tag["tag"] for tag in theirs.get("tags").get_json()["tags"]}
    assert content_of(owner, kept["id"]) == CLIP["markdown"]
    assert Note.select().where(Note.owner == stranger.user.id, Note.url_key.is_null(False)).count() == 0


@on_sqlite
def test_a_key_that_may_only_read_adds_nothing(app: flask.Flask, owner: Member, program: Program) -> None:
    kept, reader = clipped(program), Program(app, owner.key(can_write=False))
    assert found(reader, CLIP["url"]) == ["Title"]
    answers = (append(reader, {"noteId": kept["id"], "markdown": "x"}), attach(reader, kept["id"]))
    assert [answer.get_json()["code"] for answer in answers] == ["insufficient_scope"] * 2


def test_additions_and_files_are_in_the_activity(owner: Member, program: Program) -> None:
    kept = clipped(program)
    append(program, {"noteId": kept["id"], "markdown": "more"}, **{"Idempotency-Key": "k"})
    attach(program, kept["id"])
    append(program, {"journal": "nonsense", "markdown": "x"})
    events = owner.web.get("/api/sync/activity").get_json()["events"]
    assert [(event["operation"], event["status"]) for event in events] == [
        ("append", "error"),
        ("attach", "success"),
        ("append", "success"),
        ("capture", "success"),
    ]
    assert [event["resourceId"] for event in events] == [None, kept["id"], kept["id"], kept["id"]]
