"""Versions over HTTP: the given policy."""

from typing import Any

import pytest

from notesvc import clock
from tests.web.conftest import Member


def save(owner: Member, note: dict[str, Any], content: str, reason: str = "autosave") -> None:
    body = {"content": content, "reason": reason}
    assert owner.web.patch(f"/api/workspace/notes/{note['id']}", json=body).status_code == 200


def versions(owner: Member, note: dict[str, Any]) -> list[dict[str, Any]]:
    return list(owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"])


def text(owner: Member, version: dict[str, Any]) -> str:
    return str(owner.web.get(f"/api/workspace/versions/{version['id']}").get_json()["content"])


class Hands:
    """A clock that tests turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = clock.timestamp_ms()
        monkeypatch.setattr(clock, "timestamp_ms", lambda: self.now)

    def pass_seconds(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


@pytest.fixture
def hands(owner: Member, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def test_creating_with_content_captures_the_first_version(owner: Member) -> None:
    assert [text(owner, version) for version in versions(owner, owner.note(content="first"))] == ["first"]
    assert versions(owner, owner.note(content="")) == []


def test_a_version_says_who_and_by_what_means(owner: Member) -> None:
    note = owner.note(content="first")
    version = versions(owner, note)[0]
    assert (version["authorId"], version["origin"], version["size"]) == (owner.user.id, "web", 5)
    assert version.keys() == {
        "id", "noteId", "name", "contentHash", "reason", "createdAt", "authorId", "authors", "origin", "size",
    }  # fmt: skip


def test_autosaves_within_a_minute_of_the_first_are_one(owner: Member, hands: Hands) -> None:
    note = owner.note(content="first")
    for second in range(6):
        hands.pass_seconds(10)
        save(owner, note, f"first and words number {second * 7}")
    assert [version["reason"] for version in versions(owner, note)] == ["autosave", "manual"]
    hands.pass_seconds(11)
    save(owner, note, "first, and something else entirely")
    assert len(versions(owner, note)) == 3


def test_a_small_change_or_white_space_leaves_none(owner: Member, hands: Hands) -> None:
    note = owner.note(content="The quick fox")
    for content in ("The quick foxes", "The quack fax", "The quick    fox\n\n", "The quick fox"):
        hands.pass_seconds(100)
        save(owner, note, content, "manual")
    assert [text(owner, version) for version in versions(owner, note)] == ["The quick fox"]
    hands.pass_seconds(100)
    save(owner, note, "The quick brown fox", "manual")
    assert len(versions(owner, note)) == 2


def test_the_same_content_as_the_latest_leaves_none(owner: Member, hands: Hands) -> None:
    note = owner.note(content="one two three")
    save(owner, note, "one two four", "manual")
    save(owner, note, "one two three", "manual")
    hashes = [version["contentHash"] for version in versions(owner, note)]
    assert len(hashes) == 3
    assert hashes[0] == hashes[2] != hashes[1]


def test_200_are_kept(owner: Member, hands: Hands) -> None:
    note = owner.note(content="version number 0000")
    for number in range(1, 206):
        save(owner, note, f"version number {number * 1111}", "manual")
    kept = versions(owner, note)
    assert len(kept) == 200
    assert text(owner, kept[0]) == f"version number {205 * 1111}"


def test_an_autosave_that_empties_keeps_the_text_before_it(owner: Member, hands: Hands) -> None:
    note = owner.note(content="start")
    pasted = "a long text that was pasted " * 20
    save(owner, note, pasted)
    hands.pass_seconds(5)
    save(owner, note, "")
    assert pasted in [text(owner, version) for version in versions(owner, note)]


def test_the_diff_is_by_words(owner: Member) -> None:
    note = owner.note(content="the quick brown fox")
    save(owner, note, "the slow brown fox jumps", "manual")
    newest = versions(owner, note)[0]
    hunks = owner.web.get(f"/api/workspace/versions/{newest['id']}/diff").get_json()["hunks"]
    assert "".join(hunk["text"] for hunk in hunks if hunk["op"] != "delete") == "the slow brown fox jumps"
    assert "".join(hunk["text"] for hunk in hunks if hunk["op"] != "insert") == "the quick brown fox"
    assert {"op": "delete", "text": "quick"} in hunks


def test_a_version_of_markdown_is_read_as_blocks_where_that_is_asked_for(owner: Member) -> None:
    address = f"/api/workspace/versions/{versions(owner, owner.note(content='# Plan'))[0]['id']}"
    assert owner.web.get(address).get_json()["richContent"] is None
    (heading,) = owner.web.get(f"{address}?derived=true").get_json()["richContent"]
    assert (heading["type"], heading["content"][0]["text"]) == ("heading", "Plan")


def test_restoring_is_a_save_that_can_be_undone(owner: Member) -> None:
    note = owner.note("Plan", "the first text")
    save(owner, note, "the second text, much longer", "manual")
    first = versions(owner, note)[1]
    answer = owner.web.post(f"/api/workspace/versions/{first['id']}/restore")
    assert answer.get_json()["etag"] == '"3"'
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").get_json()["content"] == "the first text"
    after = versions(owner, note)
    assert [version["reason"] for version in after] == ["restore", "manual", "manual"]
    assert text(owner, after[1]) == "the second text, much longer"


def test_a_stale_restore_is_412(owner: Member) -> None:
    note = owner.note(content="the first text")
    first = versions(owner, note)[0]
    save(owner, note, "the second text", "manual")
    answer = owner.web.post(f"/api/workspace/versions/{first['id']}/restore", headers={"If-Match": '"1"'})
    assert answer.status_code == 412
