"""Every language that accounts can have is one that mails speak, in all that they say."""

from notesvc.domain import notifications
from notesvc.domain.mail import words
from notesvc.languages import LANGUAGES
from tests.house.sources import assert_none


def test_mails_have_words_in_every_language_that_an_account_can_have() -> None:
    assert tuple(words.IN) == LANGUAGES


def test_every_kind_of_news_that_is_mailed_has_words() -> None:
    missing = [
        f"{language}: {kind}"
        for language, spoken in words.IN.items()
        for kind in sorted(set(notifications.KINDS) - {"security"} - spoken.news_kinds.keys())
    ]
    assert_none(missing)
