"""Many writes of a device in one request."""

from typing import Any

import flask
import pytest

from notesvc import clock, limits
from notesvc.domain import notes
from notesvc.models import Folder, Note
from tests.conftest import on_sqlite
from tests.web.conftest import Member
from tests.web.devices import made, sha256, upload
from tests.web.programs import Program


def operation(method: str, path: str, body: Any = None, key: str | None = None, **more: str) -> dict[str, Any]:
    named = {"method": method, "path": f"/api/sync/{path}", "idempotencyKey": key or clock.new_id()}
    return {**named, "body": body, **more}


def send(device: Program, *operations: dict[str, Any]) -> list[dict[str, Any]]:
    answer = device.write("POST", "batch", {"operations": list(operations)})
    assert answer.status_code == 200, answer.text
    return list(answer.get_json()["results"])


def test_each_write_has_its_own_outcome(owner: Member, device: Program) -> None:
    kept, gone, trashed = made(device, "Kept"), made(device, "Gone"), made(device, "Trashed")
    device.write("DELETE", f"notes/{trashed['id']}", If_Match=trashed["etag"])
    empty = device.write("POST", "folders", {"name": "Empty"}).get_json()
    file = upload(device, b"bytes").get_json()
    results = send(
        device,
        operation("POST", "notes", {"name": "New", "content": "x\r\n"}),
        operation("PATCH", f"notes/{kept['id']}", {"content": "y"}, ifMatch=kept["etag"]),
        operation("PATCH", f"notes/{kept['id']}", {"content": "z"}, ifMatch=kept["etag"]),
        operation("PATCH", f"notes/{kept['id']}", {"content": "z"}),
        operation("DELETE", f"notes/{gone['id']}", ifMatch=gone["etag"]),
        operation("POST", f"notes/{trashed['id']}/restore"),
        operation("POST", "folders", {"name": "F"}),
        operation("PATCH", f"folders/{empty['id']}", {"name": "G"}, ifMatch=empty["etag"]),
        operation("DELETE", f"folders/{empty['id']}", ifMatch='"0"'),
        operation("POST", "attachments", {"sha256": sha256(b"bytes"), "name": "b.png"}),
        operation("POST", "notes", {"nme": "typo"}),
        operation("POST", "capture", {"markdown": "x"}),
        operation("DELETE", "tokens"),
        operation("PATCH", f"notes/{clock.new_id()}", {"content": "z"}, ifMatch='"1"'),
    )
    statuses = [result["status"] for result in results]
    assert statuses == [201, 200, 412, 428, 204, 200, 201, 200, 412, 201, 422, 404, 404, 404]
    assert results[0]["body"]["sha256"] == sha256("x\r\n")
    assert results[1]["etag"] == results[1]["body"]["etag"] == results[2]["etag"]
    assert (results[2]["body"]["current"]["content"], results[4]["body"]) == ("y", None)
    assert results[9]["body"]["id"] != file["id"]
    assert results[10]["body"]["errors"][0]["field"] == "nme"
    assert {note.name for note in Note.select().where(Note.deleted_at.is_null())} == {"New", "Kept", "Trashed"}


def test_a_batch_that_is_sent_again_writes_nothing_twice(owner: Member, device: Program) -> None:
    operations = [
        operation("POST", "notes", {"name": f"N{number}", "content": "x"}, key=f"k{number}") for number in range(5)
    ]
    # The first two came alone, before.
    alone = device.write("POST", "notes", operations[0]["body"], Idempotency_Key="k0").get_json()
    first, again = send(device, *operations), send(device, *operations)
    assert [result["replayed"] for result in first] == [True, False, False, False, False]
    assert first[0]["body"] == alone
    assert [(each["status"], each["replayed"]) for each in again] == [(200, True)] * 5
    assert [each["body"]["id"] for each in again] == [each["body"]["id"] for each in first]
    assert Note.select().count() == 5
    [conflict] = send(device, operation("POST", "folders", {"name": "F"}, key="k0"))
    assert (conflict["status"], conflict["body"]["code"]) == (409, "idempotency_conflict")


def test_a_batch_has_at_most_a_hundred_writes_each_with_a_key(owner: Member, device: Program) -> None:
    many = [operation("POST", "folders", {"name": f"F{number}"}) for number in range(limits.BATCH_WRITES + 1)]
    for operations in (many, [], [{**many[0], "idempotencyKey": ""}], [{**many[0], "headers": {}}]):
        assert device.write("POST", "batch", {"operations": operations}).status_code == 422
    assert Folder.select().count() == 0
    assert [each["status"] for each in send(device, *many[:-1])] == [201] * limits.BATCH_WRITES


def test_a_batch_counts_as_one_and_in_its_own_window(owner: Member, device: Program) -> None:
    for number in range(limits.BATCHES_PER_MINUTE):
        operations = [operation("POST", "folders", {"name": f"F{number}-{each}"}) for each in range(3)]
        assert {each["status"] for each in send(device, *operations)} == {201}
    assert device.write("POST", "batch", {"operations": []}).status_code == 429
    assert device.write("POST", "folders", {"name": "F"}).status_code == 201


@on_sqlite
def test_what_stops_one_write_for_a_while_is_not_tried_with_the_others(
    owner: Member, device: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, tried = notes.create, []

    def troubled(caller: Any, fields: Any, *rest: Any) -> Any:
        tried.append(fields["name"])
        if fields["name"] == "N1":
            raise OSError(28, "No space left on device")
        return create(caller, fields, *rest)

    monkeypatch.setattr(notes, "create", troubled)
    results = send(device, *(operation("POST", "notes", {"name": f"N{number}"}) for number in range(4)))
    assert [each["status"] for each in results] == [201, 503, 503, 503]
    assert tried == ["N0", "N1"]


def test_a_batch_writes_nothing_of_others(app: flask.Flask, owner: Member, device: Program, stranger: Member) -> None:
    theirs, folder = stranger.note("Theirs", "x"), stranger.folder("Theirs")
    trashed = stranger.note("Trashed")
    stranger.web.delete(f"/api/workspace/notes/{trashed['id']}")
    stranger.file("x.png", b"their bytes")
    results = send(
        device,
        operation("PATCH", f"notes/{theirs['id']}", {"content": "y"}, ifMatch='"1"'),
        operation("DELETE", f"notes/{theirs['id']}", ifMatch='"1"'),
        operation("POST", f"notes/{trashed['id']}/restore"),
        operation("PATCH", f"folders/{folder['id']}", {"name": "y"}, ifMatch='"1"'),
        operation("DELETE", f"folders/{folder['id']}", ifMatch='"1"'),
        operation("POST", "notes", {"name": "x", "parentId": folder["id"]}),
        operation("POST", "attachments", {"sha256": sha256(b"their bytes"), "name": "b.png"}),
        operation("POST", "attachments", {"sha256": sha256(b"their bytes"), "name": "b.png", "noteId": theirs["id"]}),
    )
    assert [each["status"] for each in results] == [404] * len(results)
    assert {str(each["body"]["detail"]) for each in results} == {"There is no such resource."}
