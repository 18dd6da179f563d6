"""What exports say besides the notes is in the language of the account."""

import io
import zipfile

import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import damage, export, html_site, missing, zip_archive
from notesvc.languages import LANGUAGES, Language
from notesvc.models import User
from tests.domain.conftest import MakeNote

TEXT = "> [!tip]\n> body\n\n![[Other#gone]]"


@pytest.fixture
def pages(workspace: Settings, make_note: MakeNote) -> None:
    """A note without a name, and one that is named as such a one is shown in English."""
    file_store.open_store(workspace.attachments)
    make_note("", TEXT)
    make_note("Untitled", "Named so.")
    make_note("Other", "- " * 200 + "<b>")


def speak(caller: Caller, language: Language) -> None:
    User.update(language=language).where(User.id == caller.user_id).execute()


def site(caller: Caller) -> dict[str, str]:
    archive = zipfile.ZipFile(io.BytesIO(b"".join(html_site.pieces(export.begin(caller)))))
    return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_site_speaks_the_language_of_its_owner(caller: Caller, pages: None) -> None:
    speak(caller, "ja")
    found = site(caller)
    assert {"無題.html", "Untitled.html"} <= set(found)
    page, index = found["無題.html"], found["index.html"]
    assert page.startswith('<!DOCTYPE html>\n<html lang="ja">')
    assert "<title>無題</title>" in page
    assert '<h1 dir="auto">無題</h1>' in page
    assert '<a href="index.html">すべてのページ</a>' in page
    assert '<span data-said="tip" lang="ja">ヒント</span>' in page
    assert '<div lang="en" dir="auto">' not in page, "what is in no language is in its owner's"
    assert ">無題</a>" in index
    assert index.count(">Untitled</a>") == 1
    assert "書式なしで表示されます" in found["Other.html"]
    assert found["WARNINGS.txt"].startswith("次のノートには")
    assert "書式なしで表示されます" in found["WARNINGS.txt"]


def test_a_site_in_arabic_runs_from_right_to_left_around_the_notes(caller: Caller, pages: None) -> None:
    speak(caller, "ar")
    assert '<html lang="ar" dir="rtl">' in site(caller)["index.html"]


def test_an_account_without_a_language_is_told_in_english(caller: Caller, pages: None) -> None:
    found = site(caller)
    assert '<html lang="en">' in found["index.html"]
    assert found["index.html"].count(">Untitled</a>") == 2


def test_files_of_notes_without_a_name_are_named_in_the_language(caller: Caller, pages: None) -> None:
    speak(caller, "de")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(zip_archive.pieces(export.begin(caller)))))
    assert {"Ohne Titel.md", "Untitled.md"} <= set(archive.namelist())


def test_an_archive_is_another_one_in_another_language_and_json_is_not(caller: Caller, pages: None) -> None:
    before = export.begin(caller)
    speak(caller, "es")
    after = export.begin(caller)
    assert before.etag("html") != after.etag("html")
    assert before.etag("json") == after.etag("json")


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_what_is_damaged_or_missing_is_told_in_the_language(language: Language) -> None:
    gone = missing.Missing()
    gone.add("id", "plan.pdf", missing.NOT_REACHED)
    hurt = damage.Damage(is_listed=True)
    for told, english in (
        (gone.as_text(language).decode(), (missing.ABOUT, missing.NOT_REACHED)),
        (hurt.as_text(language).decode(), (damage.ABOUT,)),
    ):
        assert all(each not in told for each in english)
    assert "plan.pdf (id)" in gone.as_text(language).decode()
