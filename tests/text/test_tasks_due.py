"""Tasks that name a day, and the first words of texts."""

import pytest

from notesvc.text.markdown.beginning import beginning
from notesvc.text.markdown.tasks import due


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- [ ] Water the beans 2026-11-24", "Water the beans"),
        ("* [ ] Water **the** beans 📅 2026-11-24", "Water the beans"),
        ("  1. [ ] Water the beans (due: 2026-11-24)", "Water the beans"),
        ("> - [ ] [[2026-11-24]] Water the [beans](note://x)", "Water the beans"),
        ("- [ ] Water by 2026-11-24 the beans 2026-12-01", "Water the beans 2026-12-01"),
    ],
)
def test_an_open_task_is_due_on_the_first_day_that_it_names(line: str, said: str) -> None:
    assert list(due(f"Words 2026-01-01\n\n{line}\n")) == [(said, "2026-11-24", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "- [x] done 2026-11-24",
        "- [ ] no day",
        "- [ ] no such day 2026-13-41",
        "- [ ] a file /2026-11-24/a.png and 2026-11-24-b",
        "- 2026-11-24",
        "```\n- [ ] code 2026-11-24\n```",
        "$$\na\n- [ ] formula 2026-11-24\n$$",
    ],
)
def test_what_is_done_names_no_day_or_is_code_is_not_due(text: str) -> None:
    assert list(due(text)) == []


def test_each_task_is_told_with_its_line() -> None:
    text = "- [ ] one 2026-11-24\r\n```\n- [ ] code 2026-11-24\n```\n\n- [x] done 2026-11-24\n- [ ] two 2026-11-25"
    assert list(due(text)) == [("one", "2026-11-24", 1), ("two", "2026-11-25", 7)]


def test_a_text_begins_with_what_people_read_first() -> None:
    text = (
        "---\na: 1\n---\n# Garden\n\n![x](/files/1/a.png)\n\n> [!tip] Mind\n> *this*\n\n"
        "```\ncode\n```\n\n| a |\n|---|\n\n- [ ] do [[It|it]]"
    )
    assert beginning(text, "garden", 100) == "Mind this do it"
    assert beginning(text, "Other", 12) == "Garden Mind…"
