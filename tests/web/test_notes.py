"""Notes over HTTP."""

from typing import Any

import pytest

from notesvc import clock
from tests.conftest import on_sqlite
from tests.web.conftest import Member

METADATA = {"id", "name", "parentId", "tags", "icon", "updatedAt", "sortOrder"}
FULL = METADATA | {"content", "richContent", "mode", "properties", "cover", "journalMeta", "createdAt", "deletedAt"}


def read(owner: Member, note_id: str, **headers: str) -> Any:
    return owner.web.get(f"/api/workspace/notes/{note_id}", headers=headers)


def change(owner: Member, note: dict[str, Any], body: dict[str, Any], **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return owner.web.patch(f"/api/workspace/notes/{note['id']}", json=body, headers=named)


def test_a_new_note_has_all_fields_and_an_etag(owner: Member) -> None:
    answer = owner.web.post("/api/workspace/notes", json={"name": "Plan", "content": "Text", "mode": "raw"})
    assert answer.status_code == 201
    assert answer.get_json().keys() == FULL
    assert answer.headers["ETag"] == read(owner, answer.get_json()["id"]).headers["ETag"]


def test_metadata_is_exactly_the_given_fields(owner: Member) -> None:
    owner.note()
    rows = owner.web.get("/api/workspace/notes").get_json()["notes"]
    assert all(row.keys() == METADATA for row in rows)


def test_either_name_of_parent_and_mode_is_taken(owner: Member) -> None:
    folder = owner.folder()
    note = owner.note(parent=folder["id"], preferredEditorMode="raw")
    assert (note["parentId"], note["mode"]) == (folder["id"], "raw")


def test_reading_derives_the_blocks_and_stores_nothing(owner: Member) -> None:
    note = owner.note(content="# Title\n\nText with [[Link]]")
    first, second = read(owner, note["id"]), read(owner, note["id"])
    blocks = first.get_json()["richContent"]
    assert [block["type"] for block in blocks] == ["heading", "paragraph"]
    assert first.data == second.data
    assert first.headers["ETag"] == '"1"'


def test_content_alone_clears_the_rich_document(owner: Member) -> None:
    blocks = [{"type": "paragraph", "content": [{"type": "text", "text": "red", "styles": {"textColor": "red"}}]}]
    note = owner.note(content="red", richContent=blocks)
    assert read(owner, note["id"]).get_json()["richContent"][0]["content"][0]["styles"] == {"textColor": "red"}
    change(owner, note, {"content": "blue"})
    assert read(owner, note["id"]).get_json()["richContent"][0]["content"][0]["styles"] == {}


def test_rich_content_alone_derives_the_content(owner: Member) -> None:
    note = owner.note(content="Old *words*\n\n* kept   as it is\n")
    blocks = read(owner, note["id"]).get_json()["richContent"]
    blocks[0]["content"] = [{"type": "text", "text": "New", "styles": {"bold": True}}]
    assert change(owner, note, {"richContent": blocks}).status_code == 200
    assert read(owner, note["id"]).get_json()["content"] == "**New**\n\n* kept   as it is\n"


def test_writing_back_what_was_read_changes_nothing(owner: Member) -> None:
    note = owner.note(content="A *note*\n\n- one\n- two\n", tags=["x1"])
    before = read(owner, note["id"])
    full = before.get_json()
    for body in (
        {"content": full["content"], "name": full["name"], "tags": full["tags"]},
        {"richContent": full["richContent"]},
        {"sortOrder": full["sortOrder"], "parentId": None},
        {},
    ):
        assert change(owner, note, body).status_code == 200
    assert read(owner, note["id"]).headers["ETag"] == before.headers["ETag"]
    assert read(owner, note["id"]).data == before.data
    assert len(owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]) == 1


def test_a_stale_write_is_412_with_the_current_note(owner: Member) -> None:
    note = owner.note(content="one")
    stale = read(owner, note["id"]).headers["ETag"]
    assert change(owner, note, {"content": "two two"}, If_Match=stale).status_code == 200
    refused = change(owner, note, {"content": "three"}, If_Match=stale)
    assert (refused.status_code, refused.get_json()["code"]) == (412, "precondition_failed")
    assert refused.get_json()["current"]["content"] == "two two"
    assert refused.get_json()["current"].keys() == FULL
    assert refused.headers["ETag"] == read(owner, note["id"]).headers["ETag"]
    assert change(owner, note, {"content": "three"}, If_Match=refused.headers["ETag"]).status_code == 200


def test_choosing_a_surface_leaves_the_note_as_it_is(owner: Member) -> None:
    note = owner.note("Plan", "text")
    before = owner.web.get(f"/api/workspace/notes/{note['id']}")
    shown = change(owner, note, {"mode": "raw"}, **{"If-Match": before.headers["ETag"]})
    assert shown.status_code == 200
    seen = owner.web.get(f"/api/workspace/notes/{note['id']}", headers={"If-None-Match": before.headers["ETag"]})
    assert seen.get_json()["mode"] == "raw"
    assert seen.get_json()["updatedAt"] == note["updatedAt"]
    assert seen.headers["ETag"] == shown.headers["ETag"] != before.headers["ETag"]
    # Who read the note before that overwrites nothing.
    assert change(owner, note, {"mode": "block"}, **{"If-Match": before.headers["ETag"]}).status_code == 200
    after = owner.web.get(f"/api/workspace/notes/{note['id']}")
    assert (after.data, after.headers["ETag"]) == (before.data, before.headers["ETag"])
    assert len(owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]) == 1


def test_if_unmodified_since_takes_the_milliseconds_of_updated_at(owner: Member) -> None:
    note = owner.note(content="one")
    assert change(owner, note, {"content": "two two"}, If_Unmodified_Since=note["updatedAt"]).status_code == 200
    assert change(owner, note, {"content": "three"}, If_Unmodified_Since=note["updatedAt"]).status_code == 412


def test_if_unmodified_since_takes_an_http_date(owner: Member) -> None:
    note = owner.note(content="one")
    old = "Sat, 01 Jan 2022 10:00:00 GMT"
    assert change(owner, note, {"content": "two two"}, If_Unmodified_Since=old).status_code == 412
    new = "Fri, 01 Jan 2100 10:00:00 GMT"
    assert change(owner, note, {"content": "two two"}, If_Unmodified_Since=new).status_code == 200
    assert change(owner, note, {"content": "x"}, If_Unmodified_Since="yesterday").status_code == 400


def test_a_reader_who_has_it_gets_304(owner: Member) -> None:
    note = owner.note()
    answer = read(owner, note["id"], **{"If-None-Match": '"1"'})
    assert (answer.status_code, answer.data) == (304, b"")


def test_a_repeated_key_makes_no_second_note(owner: Member) -> None:
    body, header = {"name": "Once", "content": "x"}, {"Idempotency-Key": "abc-1"}
    first = owner.web.post("/api/workspace/notes", json=body, headers=header)
    again = owner.web.post("/api/workspace/notes", json=body, headers=header)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["id"] == first.get_json()["id"]
    other = owner.web.post("/api/workspace/notes", json={"name": "Other"}, headers=header)
    assert (other.status_code, other.get_json()["code"]) == (409, "idempotency_conflict")


def test_a_key_of_one_user_means_nothing_to_another(owner: Member, stranger: Member) -> None:
    header = {"Idempotency-Key": "shared"}
    mine = owner.web.post("/api/workspace/notes", json={"name": "Mine"}, headers=header)
    theirs = stranger.web.post("/api/workspace/notes", json={"name": "Theirs"}, headers=header)
    assert (mine.status_code, theirs.status_code) == (201, 201)


@pytest.mark.parametrize("key", ["", "x" * 256, "with space", "ü"])
def test_a_key_that_breaks_the_rule_is_refused(owner: Member, key: str) -> None:
    answer = owner.web.post(
        "/api/workspace/notes", json={}, headers={"Idempotency-Key": key.encode().decode("latin-1")}
    )
    assert answer.status_code == 422


def test_updated_at_never_goes_back(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    note = owner.note(content="one")
    past = clock.timestamp_ms() - 3_600_000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: past)
    changed = change(owner, note, {"content": "two two"})
    assert changed.get_json()["updatedAt"] == note["updatedAt"]
    assert changed.get_json()["etag"] == '"2"'


def test_a_note_moves_between_siblings(owner: Member) -> None:
    folder = owner.folder()
    notes = [owner.note(f"n{number}", parentId=folder["id"]) for number in range(4)]
    moved = owner.web.post(
        f"/api/workspace/notes/{notes[3]['id']}/move", json={"parentId": folder["id"], "before": notes[1]["id"]}
    )
    assert moved.status_code == 200
    rows = owner.web.get(f"/api/workspace/notes?parentId={folder['id']}").get_json()["notes"]
    assert [row["name"] for row in rows] == ["n0", "n3", "n1", "n2"]


def test_many_moves_to_one_place_keep_the_order(owner: Member) -> None:
    first, second = owner.note("a1"), owner.note("z1")
    names = ["z1", "a1"]
    for number in range(14):
        note = owner.note(f"m{number}")
        owner.web.post(f"/api/workspace/notes/{note['id']}/move", json={"parentId": None, "after": first["id"]})
        names.insert(names.index("a1") + 1, f"m{number}")
    rows = owner.web.get("/api/workspace/notes?parentId=root").get_json()["notes"]
    assert [row["name"] for row in rows] == [name for name in names if name != "z1"] + [second["name"]]


def test_a_copy_stands_behind_its_original(owner: Member) -> None:
    note, last = owner.note("Plan", "text #tag", tags=["x1"]), owner.note("Last")
    copy = owner.web.post(f"/api/workspace/notes/{note['id']}/duplicate")
    assert copy.status_code == 201
    assert (copy.get_json()["name"], copy.get_json()["content"], copy.get_json()["tags"]) == (
        "Plan (copy)",
        "text #tag",
        ["x1"],
    )
    rows = owner.web.get("/api/workspace/notes?parentId=root").get_json()["notes"]
    assert [row["name"] for row in rows] == ["Plan", "Plan (copy)", last["name"]]


def test_lists_page_without_gaps_or_doubles(owner: Member) -> None:
    wanted = {owner.note(f"n{number}", parentId=None)["id"] for number in range(7)}
    for sort in ("name", "-name", "updatedAt", "-updatedAt", "createdAt", "sortOrder", "-sortOrder"):
        found, cursor = [], ""
        while cursor is not None:
            more = f"&cursor={cursor}" if cursor else ""
            page = owner.web.get(f"/api/workspace/notes?parentId=root&limit=3&sort={sort}{more}").get_json()
            found += [note["id"] for note in page["notes"]]
            cursor = page["nextCursor"]
        assert len(found) == 7, sort
        assert set(found) == wanted


def test_lists_filter_by_tag_person_and_time(owner: Member) -> None:
    person = owner.person("Grace Hopper", aliases=["Amazing Grace"])
    tagged = owner.note("t", "inline #Topic")
    also = owner.note("u", tags=["topic"])
    mention = owner.note("p", "met $Amazing Grace, today")
    by = lambda query: {n["id"] for n in owner.web.get(f"/api/workspace/notes?{query}").get_json()["notes"]}  # noqa: E731
    assert by("tag=TOPIC") == {tagged["id"], also["id"]}
    assert by(f"person={person['id']}") == {mention["id"]}
    assert by(f"updatedSince={mention['updatedAt']}&parentId=root") == {mention["id"]}


@on_sqlite
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"nmae": "x"}, "nmae"),
        ({"name": 5}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "line\nbreak"}, "name"),
        ({"content": None}, "content"),
        ({"tags": ["ok", "no spaces"]}, "tags[1]"),
        ({"tags": ["x1"] * 201}, "tags"),
        ({"tags": ["1"]}, "tags[0]"),
        ({"mode": "wysiwyg"}, "mode"),
        ({"parentId": "x"}, "parentId"),
        ({"parentId": None, "parent": None}, ""),
        ({"cover": "javascript:alert(1)"}, "cover"),
        ({"cover": "//evil.example/x"}, "cover"),
        ({"sortOrder": True}, "sortOrder"),
        ({"sortOrder": "3"}, "sortOrder"),
        ({"properties": {"x": "y" * 70_000}}, "properties"),
        ({"richContent": [{"type": "unknown"}]}, "richContent[0].type"),
        ({"richContent": {"type": "paragraph"}}, "richContent"),
        ({"id": "x"}, "id"),
        ({"ownerId": "x"}, "ownerId"),
        ({"createdAt": "2020-01-01T00:00:00Z"}, "createdAt"),
    ],
)
def test_bad_input_names_its_field_and_changes_nothing(owner: Member, body: dict[str, Any], field: str) -> None:
    note = owner.note("Plan", "text")
    before = read(owner, note["id"]).data
    for answer in (owner.web.post("/api/workspace/notes", json=body), change(owner, note, body)):
        assert answer.status_code == 422, answer.text
        assert answer.get_json()["code"] == "invalid_input"
        assert answer.get_json()["errors"][0]["field"] == field
    assert read(owner, note["id"]).data == before


def test_properties_come_back_byte_for_byte(owner: Member) -> None:
    body = b'{"name":"p","properties":{"zeta":1,"Alpha_Key":{"b":[1,2.5,null,true],"a":"\xc3\xbc"},"10":"x"}}'
    answer = owner.web.post("/api/workspace/notes", data=body, content_type="application/json")
    assert b'"properties":{"zeta":1,"Alpha_Key":{"b":[1,2.5,null,true],"a":"\xc3\xbc"},"10":"x"}' in answer.data


def test_a_rename_reaches_the_links_that_meant_the_note(owner: Member) -> None:
    folder = owner.folder("Work")
    far, near = owner.note("Plan"), owner.note("Plan", parentId=folder["id"])
    beside = owner.note("Beside", "[[plan|the plan]] and ![[Plan#Goals]] `[[Plan]]`", parentId=folder["id"])
    above = owner.note("Above", "[[Plan]]")
    preview = owner.web.post(f"/api/workspace/notes/{near['id']}/rename-preview", json={"name": "Scheme"})
    assert preview.get_json() == {"notes": 1, "links": 2, "taken": False}
    change(owner, near, {"name": "Scheme"})
    assert read(owner, beside["id"]).get_json()["content"] == "[[Scheme|the plan]] and ![[Scheme#Goals]] `[[Plan]]`"
    assert read(owner, above["id"]).get_json()["content"] == "[[Plan]]"
    links = owner.web.get(f"/api/workspace/notes/{above['id']}/links").get_json()["links"]
    assert links[0]["targetNoteId"] == far["id"]


def test_a_note_that_links_to_itself_is_renamed_in_one_save(owner: Member) -> None:
    note = owner.note("Loop", "see [[Loop]]")
    answer = change(owner, note, {"name": "Circle"})
    assert answer.get_json()["etag"] == '"2"'
    assert read(owner, note["id"]).get_json()["content"] == "see [[Circle]]"
