"""The welcome notes are the same in every language, and what they show works."""

import re
from collections import Counter

import pytest

from notesvc import database
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.languages import LANGUAGES, Language
from notesvc.models import Folder, Note, NoteBody, NoteLink, User

_LINE = re.compile(r"^(- \[ \]|-|\||##|>)", re.MULTILINE)
# Tables name operators of the search, which are English everywhere.
_CODE = re.compile(r"`[^`]*`")


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def newcomer(language: Language) -> User:
    with database.transaction("users"):
        return users.create(f"{language}@example.org", None, "New", None, False, language=language)


def notes_of(user: User) -> list[tuple[Note, str]]:
    found = Note.select().where(Note.owner == user.id).order_by(Note.sort_order)
    return [(note, str(NoteBody.get(NoteBody.note == note.id).content)) for note in found]


def shapes(user: User) -> list[Counter[str]]:
    """What each of the notes is made of: lines and links, by kind."""
    return [
        Counter([*_LINE.findall(content), *(str(link.kind) for link in links_of(note))])
        for note, content in notes_of(user)
    ]


def links_of(note: Note) -> list[NoteLink]:
    return list(NoteLink.select().where(NoteLink.source_note == note.id))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_they_are_the_same_in_every_language_and_in_no_other(workspace: Settings, language: Language) -> None:
    english, user = newcomer("en"), newcomer(language)
    assert len(shapes(user)) == 5
    assert shapes(user) == shapes(english)
    own = " ".join(f"{note.name} {_CODE.sub('', content)}" for note, content in notes_of(user))
    assert re.findall(r"\b(?:the|you|your|this|with|note|notes)\b", own, re.IGNORECASE) == []
    for (note, _), (first, _) in zip(notes_of(user), notes_of(english), strict=True):
        assert (note.icon, note.properties.keys()) == (first.icon, first.properties.keys())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_link_leads_somewhere_but_the_one_to_a_note_that_is_not_written(
    workspace: Settings, language: Language
) -> None:
    user = newcomer(language)
    links = [link for note, _ in notes_of(user) for link in links_of(note)]
    assert len([link for link in links if link.kind == "wiki" and link.target_id is None]) == 1
    [folder] = Folder.select().where(Folder.owner == user.id)
    [[tag]] = {tuple(note.tags) for note, _ in notes_of(user)}
    [_, content] = next((note, text) for note, text in notes_of(user) if "before:" in text)
    assert f"`in:{folder.name}`" in content
    assert f"`tag:{tag}`" in content
