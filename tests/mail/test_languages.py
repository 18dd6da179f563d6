"""Mails speak their reader's language: every one of them, in both parts, with nothing left over of another."""

import dataclasses
import html
import re
from email.message import EmailMessage
from html.parser import HTMLParser

import pytest

from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.domain.mail import outbox, sender, words
from notesvc.domain.mail.words import Said, Words
from notesvc.languages import LANGUAGES, Language
from notesvc.models import User
from tests.mail.every_mail import NOTE, OWNER, READER, VALUES, body_of, read, send_all

OTHERS = [each for each in LANGUAGES if each != "en"]
_ENGLISH = re.compile(r"\b(the|you|your|this|that|with|and|were|not|has|hello|account|address|sign)\b", re.IGNORECASE)
_ISOLATES = str.maketrans("", "", "\u2068\u2069")
_LINK = re.compile(r"https?://\S+")


class _Page(HTMLParser):
    """The HTML part as a program reads it: its root, its links, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root: dict[str, str | None] = {}
        self.links: list[str | None] = []
        self.names: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        if tag == "html":
            self.root = dict(attrs)
        if tag == "a":
            self.links.append(dict(attrs)["href"])

    def handle_data(self, data: str) -> None:
        self.words += data


def all_said(spoken: Words) -> dict[str, Said]:
    return {
        field.name: value
        for field in dataclasses.fields(spoken)
        if isinstance(value := getattr(spoken, field.name), Said)
    }


def said_by(message: EmailMessage, said: Said) -> bool:
    """Whether the mail says this, whatever its values are."""
    text = body_of(message, "plain").translate(_ISOLATES)
    pieces = [piece for paragraph in said.paragraphs for piece in re.split(r"\{\w+\}", paragraph)]
    return message["Subject"] == said.subject and all(piece in text for piece in [*pieces, said.closing])


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    found: Language = request.param
    return found


@pytest.fixture
def mails(workspace: Settings, language: Language) -> list[EmailMessage]:
    return send_all(workspace, language)


def test_every_mail_is_whole_in_every_language(
    mails: list[EmailMessage], language: Language, workspace: Settings
) -> None:
    spoken = words.IN[language]
    unsaid = [name for name, said in all_said(spoken).items() if not any(said_by(each, said) for each in mails)]
    assert unsaid == []
    for kind, news in spoken.news_kinds.items():
        pieces = news.split("{who}")
        found = [each for each in mails if all(piece in body_of(each, "plain") for piece in pieces)]
        assert len(found) >= 2, kind
    for mail in mails:
        _is_whole(mail, language, workspace)


def _is_whole(mail: EmailMessage, language: Language, settings: Settings) -> None:
    plain, page = body_of(mail, "plain"), _Page(body_of(mail, "html"))
    assert mail["Content-Language"] == language
    assert page.root == {"lang": language, "dir": "rtl" if language == "ar" else "ltr"}
    assert page.names == {"html", "body", "p"} | ({"a"} if page.links else set())
    assert page.words.split() == plain.split()
    assert plain.startswith(words.IN[language].greeting)
    own = _without_values(str(mail["Subject"]) + "\n" + plain)
    assert not re.search(r"[{}]|None", own), own
    assert language == "en" or not _ENGLISH.search(own), own
    for link in _LINK.findall(plain):
        assert re.fullmatch(r"[\x21-\x7e]+", link), "nothing clings to a link that is no part of it"
        assert link.startswith(settings.base_url)
    for link in page.links:
        assert link is not None
        assert link in plain.splitlines()


def _without_values(text: str) -> str:
    text = _LINK.sub("", text.translate(_ISOLATES))
    for value in (*VALUES, "`notesvc check`"):
        text = text.replace(value, "")
    return text


def test_what_others_wrote_stands_in_each_language_as_they_wrote_it(
    mails: list[EmailMessage], language: Language
) -> None:
    [to_read] = [each for each in mails if each["To"] == "guest@example.org"]
    [to_change] = [each for each in mails if each["To"] == "other@example.org"]
    assert body_of(to_read, "plain") != body_of(to_change, "plain")
    for mail in (to_read, to_change):
        assert OWNER in body_of(mail, "plain")
        assert NOTE in body_of(mail, "plain")
        assert html.escape(OWNER) in body_of(mail, "html")
        isolated = f"\u2068{NOTE}\u2069"
        assert (isolated in body_of(mail, "plain")) is (language == "ar")


def test_times_are_written_as_people_write_them(mails: list[EmailMessage], language: Language) -> None:
    written = {
        "en": "5 March 2026, 07:08 UTC",
        "de": "5. März 2026, 07:08 UTC",
        "es": "5 de marzo de 2026, 07:08 UTC",
        "ja": "2026年3月5日 07:08 UTC",
        "ar": "5 مارس 2026، 07:08 UTC",
    }[language]
    assert sum(written in body_of(each, "plain") for each in mails) == 3


@pytest.mark.parametrize("other", OTHERS)
def test_every_language_has_the_same_values_in_words_of_its_own(other: Language) -> None:
    english, spoken = words.IN["en"], words.IN[other]
    assert spoken.news_kinds.keys() == english.news_kinds.keys()
    for kind, news in spoken.news_kinds.items():
        assert _values(news) == _values(english.news_kinds[kind]), kind
        assert news != english.news_kinds[kind]
    for name, said in all_said(spoken).items():
        first = all_said(english)[name]
        assert [_values(each) for each in said.paragraphs] == [_values(each) for each in first.paragraphs], name
        assert bool(said.closing) is bool(first.closing), name
        assert said.subject != first.subject, name
        same = set(said.paragraphs) & set(first.paragraphs)
        assert same <= {"{news}", "{agent}"}, name


def _values(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


def test_a_mail_is_in_the_language_of_whose_address_it_is_and_else_of_who_caused_it(workspace: Settings) -> None:
    reader = users.register(email=READER, password="correct horse", name="Leila")
    asker = users.register(email="asker@example.org", password="correct horse", name="Asker")

    def language_of(recipient: str, **facts: str) -> str:
        outbox.queue("password_changed", recipient, **facts)
        assert sender.send_due(workspace) == 1
        [mail] = read(workspace)
        return str(mail["Content-Language"])

    assert language_of(READER) == "en"
    assert language_of(READER, language="ar") == "ar"
    assert language_of(READER, language="tlh") == "en"
    User.update(language="ja").where(User.id == asker.id).execute()
    assert language_of("nobody@example.org", user=str(asker.id), language="ar") == "ja"
    assert language_of(READER, user=str(asker.id)) == "ja"
    User.update(language="de").where(User.id == reader.id).execute()
    assert language_of(READER.upper(), user=str(asker.id), language="ar") == "de"
