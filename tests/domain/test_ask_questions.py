"""What people ask of the sample vaults finds the notes that answer it."""

import pytest

from tests import sample_vaults
from tests.bench import asking
from tests.domain.conftest import add_user

LEAST = {"en": 0.85, "ja": 1.0, "ar": 1.0}


@pytest.fixture
def kind() -> str:
    """The databases find the same (`test_ask_retrieval.py`), so one is enough."""
    return "sqlite"


def test_questions_find_their_notes(workspace: object) -> None:
    for language, least in LEAST.items():
        reader = add_user(language)
        sample_vaults.fill(reader, language)
        asked = [each for each in asking.questions() if each.language == language]
        found = asking.recall(reader.user_id, asked)
        assert found["all"] >= least, found
