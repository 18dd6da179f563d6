"""What a device reads and writes that keeps a mirror of the workspace."""

import pytest

from notesvc import limits
from notesvc.models import Attachment, Folder, Note, NoteVersion
from tests.conftest import on_sqlite
from tests.web.conftest import Member
from tests.web.devices import changes, made, sha256, upload
from tests.web.programs import Program


def test_a_first_read_has_everything_that_lives_and_no_deletions(owner: Member, device: Program) -> None:
    folder = owner.folder("Plans")
    inner = owner.folder("Inner", parentId=folder["id"])
    note = owner.note("A", "text #tag", parentId=inner["id"], tags=["own"], properties={"k": [1, None]})
    owner.web.put("/api/workspace/journal/2026-11-23", json={"content": "a day"})
    gone = owner.note("Gone", "x")
    owner.web.delete(f"/api/workspace/notes/{gone['id']}")
    file = owner.file("b.png", noteId=note["id"]).get_json()
    found = changes(device)
    assert {each["name"]: each["path"] for each in found["folders"]} == {"Plans": "Plans", "Inner": "Plans/Inner"}
    told = {each["name"]: each for each in found["notes"]}
    assert told.keys() == {"A", "2026-11-23"}
    stored = owner.web.get(f"/api/workspace/notes/{note['id']}")
    assert told["A"] == {
        **stored.get_json(),
        "richContent": None,
        "etag": stored.headers["ETag"],
        "sha256": sha256("text #tag"),
    }
    assert told["2026-11-23"]["journalMeta"]["date"] == "2026-11-23"
    [attachment] = found["attachments"]
    assert attachment == {**file, "noteId": note["id"], "folder": "", "sha256": sha256(b"\x89PNG\r\n\x1a\nrest")}
    assert found["deleted"] == []
    assert changes(device, found["cursor"])["cursor"] == found["cursor"]


def test_a_later_read_has_what_changed_since(owner: Member, device: Program) -> None:
    kept, other, folder = owner.note("Kept"), owner.note("Other", "x"), owner.folder("Folder")
    before = changes(device)
    assert not any(before[name] for name in ("deleted", "attachments"))
    owner.web.patch(f"/api/workspace/notes/{other['id']}", json={"parentId": folder["id"]})
    moved = changes(device, before["cursor"])
    assert [(note["id"], note["parentId"]) for note in moved["notes"]] == [(other["id"], folder["id"])]
    owner.web.delete(f"/api/workspace/notes/{other['id']}")
    owner.web.delete(f"/api/workspace/folders/{folder['id']}")
    deleted = changes(device, moved["cursor"])
    assert deleted["deleted"] == [{"kind": "note", "id": other["id"]}, {"kind": "folder", "id": folder["id"]}]
    assert deleted["notes"] == []
    owner.web.post(f"/api/workspace/trash/{other['id']}/restore")
    restored = changes(device, deleted["cursor"])
    assert [(note["id"], note["parentId"]) for note in restored["notes"]] == [(other["id"], None)]
    owner.web.delete(f"/api/workspace/notes/{kept['id']}")
    owner.web.delete("/api/workspace/trash")
    gone = {(each["kind"], each["id"]) for each in changes(device, restored["cursor"])["deleted"]}
    assert gone == {("note", kept["id"]), ("folder", folder["id"])}


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_of_any_size_have_the_same(owner: Member, device: Program, limit: int) -> None:
    folders = [owner.folder(f"F{number}")["id"] for number in range(3)]
    for number in range(12):
        owner.note(f"N{number}", "x" * number, parentId=folders[number % 3])
    start = changes(device)
    # Many rows of one change: all of them go at once.
    owner.web.delete(f"/api/workspace/folders/{folders[0]}")
    owner.web.delete("/api/workspace/trash")
    owner.file("c.png")
    for cursor in (None, start["cursor"]):
        whole, by_parts = changes(device, cursor), changes(device, cursor, limit)
        assert by_parts == whole


@on_sqlite
def test_a_page_ends_where_its_texts_are_long_enough(
    owner: Member, device: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [owner.note(f"N{number:02}", "word " * 200)["name"] for number in range(70)]
    monkeypatch.setattr(limits, "CHANGES_CHARACTERS", 20_000)
    first = device.get("changes").get_json()
    assert 0 < len(first["notes"]) < 70
    assert first["more"]
    assert [note["name"] for note in changes(device)["notes"]] == names


def test_a_cursor_of_another_history_is_gone_and_one_that_is_none_is_refused(owner: Member, device: Program) -> None:
    cursor = changes(device)["cursor"]
    Note.delete().execute()
    assert device.get(f"changes?cursor={cursor}").status_code == 200
    owner.note()
    later = changes(device, cursor)["cursor"]
    # As when a backup was put back by hand: the counter went back.
    owner.user.update(change_number=0).execute()
    answer = device.get(f"changes?cursor={later}")
    assert (answer.status_code, answer.get_json()["code"]) == (410, "cursor_gone")
    for none in ("x", "AAAA", cursor[:-3]):
        assert device.get(f"changes?cursor={none}").status_code == 422


def test_a_note_is_made_changed_deleted_and_restored(owner: Member, device: Program) -> None:
    content = "line\r\nend\rlone\n\ttab é \u2028 trailing  \n\n"
    note = made(device, "Name", content, tags=["tag"], properties={"k": "v"}, createdAt="2020-01-01T00:00:00.000Z")
    assert (note["content"], note["sha256"], note["createdAt"]) == (
        content,
        sha256(content),
        "2020-01-01T00:00:00.000Z",
    )
    path = f"notes/{note['id']}"
    saved = device.write("PATCH", path, {"content": "new\r\n", "name": "Other"}, If_Match=note["etag"])
    assert saved.status_code == 200, saved.text
    assert (saved.get_json()["name"], saved.get_json()["sha256"]) == ("Other", sha256("new\r\n"))
    assert saved.get_json()["etag"] == saved.headers["ETag"] != note["etag"]
    assert owner.web.get(f"/api/workspace/{path}").get_json()["content"] == "new\r\n"
    assert {version.origin for version in NoteVersion.select()} == {"token:Laptop"}
    assert device.write("DELETE", path, If_Match=saved.headers["ETag"]).status_code == 204
    assert device.write("DELETE", path, If_Match=saved.headers["ETag"]).status_code == 404
    restored = device.write("POST", f"{path}/restore")
    assert (restored.status_code, restored.get_json()["sha256"]) == (200, sha256("new\r\n"))
    assert device.write("POST", f"{path}/restore").status_code == 404
    now = made(device, createdAt="2999-01-01T00:00:00.000Z")
    assert now["createdAt"] == now["updatedAt"]


@pytest.mark.parametrize("what", ["notes", "folders"])
def test_a_write_says_what_it_is_based_on(owner: Member, device: Program, what: str) -> None:
    thing = owner.note("Name") if what == "notes" else owner.folder("Name")
    path = f"{what}/{thing['id']}"
    for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", None)):
        for header in ({}, {"If_Match": "*"}, {"If_Match": ""}, {"If_Unmodified_Since": thing["updatedAt"]}):
            answer = device.write(method, path, body, **header)
            assert (answer.status_code, answer.get_json()["code"]) == (428, "precondition_required")
        answer = device.write(method, path, body, If_Match='"99999"')
        assert (answer.status_code, answer.get_json()["code"]) == (412, "precondition_failed")
        assert answer.get_json()["current"]["name"] == "Name"
        # The refusal names what the next attempt can be based on.
        assert device.write("PATCH", path, {"name": "Name"}, If_Match=answer.headers["ETag"]).status_code == 200


def test_a_folder_goes_only_when_it_is_empty(owner: Member, device: Program) -> None:
    folder = device.write("POST", "folders", {"name": "F", "parentId": None}).get_json()
    inner = device.write("POST", "folders", {"name": "I", "parentId": folder["id"]}).get_json()
    note = made(device, parentId=inner["id"])
    for full in (folder, inner):
        answer = device.write("DELETE", f"folders/{full['id']}", If_Match=full["etag"])
        assert (answer.status_code, answer.get_json()["code"]) == (409, "not_empty")
    device.write("DELETE", f"notes/{note['id']}", If_Match=note["etag"])
    renamed = device.write("PATCH", f"folders/{inner['id']}", {"name": "J"}, If_Match=inner["etag"])
    assert (renamed.status_code, renamed.get_json()["etag"]) == (200, renamed.headers["ETag"])
    for empty, etag in ((inner, renamed.headers["ETag"]), (folder, folder["etag"])):
        assert device.write("DELETE", f"folders/{empty['id']}", If_Match=etag).status_code == 204
    assert Folder.select().where(Folder.deleted_at.is_null()).count() == 0
    # A note whose folder went comes back all the same.
    assert device.write("POST", f"notes/{note['id']}/restore").get_json()["parentId"] is None


def test_a_repeated_key_writes_once(owner: Member, device: Program) -> None:
    note = device.write("POST", "notes", {"name": "A", "content": "x"}, Idempotency_Key="n").get_json()
    again = device.write("POST", "notes", {"name": "A", "content": "x"}, Idempotency_Key="n")
    assert (again.status_code, again.headers["Idempotency-Replayed"], again.get_json()) == (200, "true", note)
    path = f"notes/{note['id']}"
    based = {"If_Match": note["etag"]}
    first = device.write("PATCH", path, {"content": "y"}, Idempotency_Key="p", **based)
    repeat = device.write("PATCH", path, {"content": "y"}, Idempotency_Key="p", **based)
    assert (repeat.status_code, repeat.get_json(), repeat.headers["ETag"]) == (
        200,
        first.get_json(),
        first.headers["ETag"],
    )
    other = device.write("PATCH", path, {"content": "z"}, Idempotency_Key="p", **based)
    assert (other.status_code, other.get_json()["code"]) == (409, "idempotency_conflict")
    # The first note, as it stands by now.
    assert (
        device.write("POST", "notes", {"name": "A", "content": "x"}, Idempotency_Key="n").get_json()["content"] == "y"
    )
    for _ in range(2):
        gone = device.write("DELETE", path, If_Match=first.headers["ETag"], Idempotency_Key="d")
        assert (gone.status_code, gone.data) == (204, b"")
    assert gone.headers["Idempotency-Replayed"] == "true"
    for _ in range(2):
        back = device.write("POST", f"{path}/restore", Idempotency_Key="r")
        assert back.status_code == 200
    folders = [device.write("POST", "folders", {"name": "F"}, Idempotency_Key="f").get_json() for _ in range(2)]
    assert folders[0] == folders[1]
    assert (Note.select().count(), Folder.select().count()) == (1, 1)


def test_a_file_is_sent_once_and_read_in_parts(owner: Member, device: Program) -> None:
    content = bytes(range(256)) * 40
    note = made(device)
    first = upload(device, content, "p.bin", noteId=note["id"], sha256=sha256(content), key="u")
    assert first.status_code == 201, first.text
    file = first.get_json()
    assert (file["sha256"], file["noteId"], file["replaced"]) == (sha256(content), note["id"], False)
    assert upload(device, content, "p.bin", noteId=note["id"], sha256=sha256(content), key="u").get_json() == file
    for known, status in ((sha256(content), 200), ("0" * 64, 404)):
        for method in ("HEAD", "GET"):
            answer = device.client.open(f"/api/sync/attachments?sha256={known}", method=method, headers=device.headers)
            assert answer.status_code == status, (method, known)
    whole = device.get(f"files/{file['id']}")
    assert (whole.data, whole.headers["ETag"]) == (content, f'"{sha256(content)}"')
    assert device.get(f"files/{file['id']}", **{"If-None-Match": whole.headers["ETag"]}).status_code == 304
    part = device.get(f"files/{file['id']}", Range="bytes=100-199")
    assert (part.status_code, part.data) == (206, content[100:200])
    further = {"sha256": sha256(content), "name": "q.bin", "noteId": note["id"]}
    second = device.write("POST", "attachments", further, Idempotency_Key="k")
    assert second.status_code == 201, second.text
    assert (second.get_json()["name"], second.get_json()["sha256"]) == ("q.bin", sha256(content))
    assert device.write("POST", "attachments", further, Idempotency_Key="k").get_json() == second.get_json()
    assert Attachment.select().count() == 2
    assert {each["id"] for each in changes(device)["attachments"]} == {file["id"], second.get_json()["id"]}


def test_a_file_that_is_not_as_announced_is_refused(owner: Member, device: Program) -> None:
    answer = upload(device, b"other", sha256=sha256(b"announced"))
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "sha256")
    assert Attachment.select().count() == 0


def test_files_of_others_are_not_there(owner: Member, device: Program, stranger: Member) -> None:
    theirs = stranger.file("x.png", b"secret bytes").get_json()
    assert device.get(f"files/{theirs['id']}").status_code == 404
    assert device.get(f"attachments?sha256={sha256(b'secret bytes')}").status_code == 404
    stolen = device.write("POST", "attachments", {"sha256": sha256(b"secret bytes"), "name": "x.png"})
    assert stolen.status_code == 404


def test_what_others_share_is_in_no_mirror(owner: Member, device: Program, stranger: Member) -> None:
    theirs = stranger.note("Theirs", "x")
    owner.web.patch("/api/account/profile", json={"handle": "olive"})
    body = {"handle": "olive", "role": "editor"}
    assert stranger.web.post(f"/api/workspace/notes/{theirs['id']}/collaborators", json=body).status_code == 201
    assert owner.web.patch(f"/api/workspace/notes/{theirs['id']}", json={"content": "mine too"}).status_code == 200
    assert changes(device)["notes"] == []
    for method, body in (("PATCH", {"content": "y"}), ("DELETE", None)):
        assert device.write(method, f"notes/{theirs['id']}", body, If_Match='"2"').status_code == 404
    assert upload(device, noteId=theirs["id"]).status_code == 404


def test_activity_sums_up_what_a_device_did(owner: Member, device: Program) -> None:
    notes = [made(device, f"N{number}") for number in range(3)]
    etag = notes[0]["etag"]
    for text in ("one", "two", "three"):
        # One edit after the other of the same note counts once.
        saved = device.write("PATCH", f"notes/{notes[0]['id']}", {"content": text}, If_Match=etag)
        etag = saved.headers["ETag"]
    device.write("DELETE", f"notes/{notes[1]['id']}", If_Match=notes[1]["etag"])
    device.write("POST", f"notes/{notes[1]['id']}/restore")
    device.write("POST", "folders", {"name": "F"})
    # What is refused, and what is only repeated, is nothing that was done.
    device.write("PATCH", f"notes/{notes[2]['id']}", {"content": "x"}, If_Match='"99"')
    for _ in range(2):
        device.write("POST", "folders", {"name": "G"}, Idempotency_Key="g")
    [event] = owner.web.get("/api/sync/activity").get_json()["events"]
    assert (event["operation"], event["status"], event["tokenName"]) == ("mirror", "success", "Laptop")
    counts = {name: event["mirrored"][name] for name in ("created", "changed", "deleted", "restored", "others")}
    assert counts == {"created": 3, "changed": 1, "deleted": 1, "restored": 1, "others": 2}
    assert event["mirrored"]["names"][:3] == ["G", "F", "N1"]
