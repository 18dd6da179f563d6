"""What clippers send: strict about the clip itself, lenient about its details."""

from typing import Any

import pytest

from notesvc import clock
from notesvc.models import Note
from tests.web.conftest import Member
from tests.web.programs import CLIP, Program


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.mark.parametrize(
    ("detail", "named"),
    [
        ({"folder": "x", "note": {"a": 1}}, ["folder", "note"]),
        ({"parent_id": "x"}, ["parent_id"]),
        ({"tags": ["fine", "not fine", "x", 5, "#Fine"]}, ["tags[1]", "tags[2]", "tags[3]"]),
        ({"tags": "fine"}, ["tags"]),
        ({"tags": [f"tag-{n}" for n in range(202)]}, ["tags[200]", "tags[201]"]),
        ({"parentId": "nonsense"}, ["parentId"]),
        ({"parentId": clock.new_id()}, ["parentId"]),
        ({"icon": "x" * 65}, ["icon"]),
        ({"cover": "javascript:alert(1)"}, ["cover"]),
        ({"properties": ["a"]}, ["properties"]),
        ({"properties": {"a": "x" * 70_000}}, ["properties"]),
        ({"properties": {"url": "mine"}}, ["properties.url"]),
        ({"capturedAt": "yesterday"}, ["capturedAt"]),
        ({"capturedAt": "2026-11-21T10:00:00"}, ["capturedAt"]),
        ({"url": "javascript:alert(1)"}, ["url"]),
        ({"url": "https://a.example/" + "x" * 2_050}, ["url"]),
        ({"url": 5}, ["url"]),
        ({"selection": "yes"}, ["selection"]),
        ({"source": "x" * 300}, ["source"]),
        ({"html": "<p>too"}, ["html"]),
        ({"icon": None, "tags": None, "parentId": None, "properties": None, "url": None, "html": None}, []),
    ],
)
def test_a_clip_is_never_lost_for_a_detail(program: Program, detail: dict[str, Any], named: list[str]) -> None:
    answer = program.capture(CLIP | detail)
    assert answer.status_code == 201
    assert [text.partition(":")[0] for text in answer.get_json()["warnings"]] == named
    assert answer.get_json()["name"] == "Title"


def test_a_clip_that_is_none_is_refused(program: Program) -> None:
    before = Note.select().count()
    empty = [{}, {"title": "x"}, {"markdown": " \n"}, {"markdown": None, "html": "<p> "}]
    malformed = [
        {"markdown": 5},
        {"html": ["<p>"]},
        {"markdown": "x", "title": 5},
        {"markdown": "x", "idempotencyKey": 5},
    ]
    for clip in (*empty, *malformed, [], "x"):
        assert program.capture(clip).status_code == 422
    for body in (b"", b"{", b'{"markdown": "a", "markdown": "b"}', b'{"markdown": "\\ud800"}'):
        assert program.send(body, "application/json").status_code == 400
    assert program.send(b"x" * 2_200_000, "application/json").status_code == 413
    assert program.send(b"markdown=x", "application/x-www-form-urlencoded").status_code == 415
    assert program.capture(CLIP, Idempotency_Key="two words").status_code == 422
    assert Note.select().count() == before


def test_what_a_hostile_page_brings_is_inert(program: Program, owner: Member) -> None:
    page = '<h1>Hi</h1><script>x()</script><a href="javascript:x()">link</a><img src=x onerror=x()><p>#notmine'
    made = program.capture({"html": page, "url": "https://a.example/p"}).get_json()
    content = owner.web.get(f"/api/workspace/notes/{made['id']}").get_json()["content"]
    assert "script" not in content
    assert "onerror" not in content
    assert "notmine" not in owner.web.get("/api/workspace/tags").text
