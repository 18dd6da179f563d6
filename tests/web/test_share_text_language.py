"""Public pages say which language their text is in, which browsers translate, divide and speak it by."""

import pytest
from flask.testing import FlaskClient

from notesvc.domain.shares import text_language
from notesvc.languages import Language
from tests.web.conftest import Member
from tests.web.published import refresh, share, shown

ENGLISH = "The days were short, and this is what was left of them in the notes that he kept by the fire for the winter."
GERMAN = "Die Tage waren kurz, und das ist, was von ihnen in den Notizen blieb, die er am Feuer für den Winter schrieb."
SPANISH = (
    "Los días eran cortos, y esto es lo que quedó de ellos en las notas que escribía junto al fuego para el invierno."
)
FRENCH = "Les jours étaient courts, et voici ce qui en resta dans les notes qu'il écrivait près du feu pour l'hiver."


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.mark.parametrize(
    ("text", "usual", "language"),
    [
        (ENGLISH, "de", "en"),
        (GERMAN, "en", "de"),
        (SPANISH, None, "es"),
        (FRENCH, "de", "de"),
        (FRENCH, None, text_language.UNKNOWN),
        (FRENCH, "ja", text_language.UNKNOWN),
        ("Tomaten, Basilikum", "de", "de"),
        ("", "es", "es"),
        ("", None, text_language.UNKNOWN),
        ("今日はよく晴れました。Weather", "en", "ja"),
        ("買物一覧", "ja", "ja"),
        ("買物一覧", "en", "zh"),
        ("هذه ملاحظة about the weather", "en", "ar"),
        ("заметка", None, "ru"),
    ],
)
def test_a_text_is_in_the_language_of_its_script_its_small_words_or_its_owner(
    text: str, usual: Language | None, language: str
) -> None:
    assert text_language.of(text, usual) == language


def test_a_note_of_few_words_is_in_the_language_of_its_owner(owner: Member, anonymous: FlaskClient) -> None:
    link = share(owner, owner.note("Einkauf", "Tomaten, Basilikum"))
    assert '<article lang="" dir="auto">' in shown(anonymous, link)
    assert owner.web.patch("/api/account/profile", json={"language": "de"}).status_code == 200
    refresh(owner, link)
    assert '<html lang="en">' in shown(anonymous, link)
    assert '<article lang="de" dir="auto">' in shown(anonymous, link)
