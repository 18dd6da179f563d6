"""Names of exported files: safe on every system, unique where they lie."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc.text import file_names
from notesvc.text.file_names import Names

DEVICES = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))}


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Plain name", "Plain name.md"),
        ("../../etc/passwd", "-..-etc-passwd.md"),
        ("a\\b", "a-b.md"),
        ("C:\\x", "C--x.md"),
        ("x\0y\nz", "xy z.md"),
        (".bashrc", "bashrc.md"),
        ("CON", "_CON.md"),
        ("nul.txt", "_nul.txt.md"),
        ("COM¹", "_COM¹.md"),
        ("console", "console.md"),
        ("trailing . ", "trailing.md"),
        ("\u202egpj.exe", "gpj.exe.md"),
        ("نیم\u200cفاصله", "نیم\u200cفاصله.md"),
        ("日本語 [draft]", "日本語 [draft].md"),
        ("", "Untitled.md"),
        ("...", "Untitled.md"),
    ],
)
def test_a_name_loses_what_no_file_may_be_called(name: str, file: str) -> None:
    assert file_names.safe(name, ".md") == file


@given(st.text(), st.sampled_from(["", ".md", ".html"]))
def test_any_name_is_safe_everywhere(name: str, ending: str) -> None:
    file = file_names.safe(name, ending)
    assert 0 < len(file.encode()) <= 120
    assert file.endswith(ending)
    assert not set(file) & set('/\\<>:"|?*')
    assert all(unicodedata.category(letter) not in ("Cc", "Cs", "Zl", "Zp") for letter in file)
    assert not file.startswith((".", " "))
    assert not file.endswith((".", " "))
    assert file.split(".")[0].rstrip().lower() not in DEVICES


@given(st.text())
def test_a_safe_name_stays_as_it_is(name: str) -> None:
    once = file_names.safe(name)
    assert file_names.safe(once) == once


@pytest.mark.parametrize(
    ("title", "ending", "file"),
    [
        ("~$budget", ".md", "_~$budget.md"),
        ("x.sync-conflict-1", ".md", "x-sync-conflict-1.md"),
        ("x~", ".md", "x~.md"),
        ("~$x", "", "_~$x"),
        ("x~", "", "x~_"),
        ("x.TMP", "", "x.TMP_"),
        ("desktop.ini", "", "_desktop.ini"),
    ],
)
def test_no_title_becomes_a_name_that_is_left_to_other_programs(title: str, ending: str, file: str) -> None:
    assert file_names.safe(title, ending) == file
    once = file_names.safe(title)
    assert file_names.safe(once) == once


def test_a_file_of_another_program_keeps_its_name() -> None:
    for name in ("~$x.docx", "Thumbs.db", "x.tmp", "x~"):
        assert file_names.safe_file(name) == name


def test_a_file_keeps_its_ending_however_long_its_name_is() -> None:
    assert file_names.safe_file("x" * 300 + ".jpeg") == "x" * 115 + ".jpeg"
    assert file_names.safe_file("con.png") == "_con.png"
    assert file_names.safe_file("README") == "README"
    assert file_names.safe_file(".hidden") == "hidden"


@given(st.lists(st.text(alphabet="aAäÄa\u0308.() 2", max_size=6), max_size=40))
def test_no_two_names_in_a_folder_count_as_the_same(names: list[str]) -> None:
    folder = Names()
    taken = [folder.take(file_names.safe(name, ".md")) for name in names]
    assert len({file_names.key(name) for name in taken}) == len(names)


def test_a_number_fits_into_the_longest_name() -> None:
    folder = Names()
    taken = [folder.take(file_names.safe("é" * 200, ".md")) for _ in range(12)]
    assert all(len(name.encode()) <= 120 for name in taken)
    assert taken[11].endswith(" (12).md")
