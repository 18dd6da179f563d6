"""Notes as the text of files, and what of an edit is sent."""

import pytest

from notesvc.clients.desktop.sync import merging, pages

NOTE = {"content": "text\n", "properties": {"due": "soon"}, "tags": ["own"], "icon": "🌱", "cover": None}
PAGE = "---\ndue: soon\ntags:\n  - own\nicon: 🌱\n---\ntext\n"


def test_a_page_is_as_the_zip_export_writes_it() -> None:
    assert pages.is_same(pages.page_of(NOTE), PAGE)
    assert pages.read(pages.page_of(NOTE)).content == "text\n"


def test_only_what_was_changed_is_sent() -> None:
    page = pages.page_of(NOTE)
    own = pages.own_of(NOTE)
    assert pages.difference(page, page.replace("text", "more"), own) == {"content": "more\n"}
    assert pages.difference(page, page.replace("soon", "late"), own) == {"properties": {"due": "late"}}
    assert pages.difference(page, page.replace("🌱", "🌳"), own) == {"icon": "🌳"}


def test_front_matter_stays_as_its_writer_wrote_it() -> None:
    written = "---\n# mine\ntags: [own]\ndue: 'soon'\nicon: 🌱\n---\ntext\n"
    changed = {**NOTE, "content": "other\n"}
    assert pages.page_of(changed, like=written) == written.replace("text", "other")


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("a\nb\nc\nd\n", "1\nb\nc\n", "1\nb\nc\nd\n"),
        ("a\nb\nC\n", "a\nb\nc\n", "a\nb\nC\n"),
        ("a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n"),
        ("a\nX\nc\n", "a\nY\nc\n", None),
        ("a\nc\n", "a\nB\nc\n", None),
    ],
)
def test_edits_of_other_lines_are_merged(ours: str, theirs: str, merged: str | None) -> None:
    assert merging.merge("a\nb\nc\n", ours, theirs) == merged


def test_a_merge_never_spoils_front_matter() -> None:
    base = "---\na: 1\nb: 2\nc: 3\n---\ntext\n"
    ours, theirs = base.replace("a: 1\n", "a: 1\nd: 4\n"), base.replace("c: 3\n", "c: 3\nd: 5\n")
    assert merging.merge(base, ours, theirs) is None
