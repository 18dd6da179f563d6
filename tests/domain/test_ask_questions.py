"""What people ask of the sample vaults finds the notes that answer it."""

import pytest

from notesvc.domain import notes
from notesvc.domain.caller import Caller
from notesvc.text.markdown import front_matter
from tests.bench import asking
from tests.domain.conftest import add_user
from tests.domain.test_search_questions import texts

LEAST = {"en": 0.85, "ja": 1.0, "ar": 1.0}


@pytest.fixture
def kind() -> str:
    """The databases find the same (`test_ask_retrieval.py`), so one is enough."""
    return "sqlite"


def test_questions_find_their_notes(workspace: object) -> None:
    for language, least in LEAST.items():
        reader = reader_of(language)
        asked = [each for each in asking.questions() if each.language == language]
        found = asking.recall(reader.user_id, asked)
        assert found["all"] >= least, found


def reader_of(language: str) -> Caller:
    """An account with the notes of that vault."""
    reader = add_user(language)
    for path, text in texts(language):
        properties, body = front_matter.split(text)
        notes.create(reader, {"name": path.stem, "content": body, "properties": properties}, "import")
    return reader
