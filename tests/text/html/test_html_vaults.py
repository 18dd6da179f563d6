import zipfile

import pytest

from notesvc.text.html.page import render
from tests.places import vaults
from tests.text.html_checks import faults


@pytest.mark.parametrize("name", ["vault-en.zip", "vault-ja.zip", "vault-ar.zip"])
def test_every_note_of_a_real_vault_is_rendered(name: str) -> None:
    with zipfile.ZipFile(vaults() / name) as archive:
        notes = {each: archive.read(each).decode() for each in archive.namelist() if each.endswith(".md")}
    pages = {each: render(text).html for each, text in notes.items()}
    assert [each for each, page in pages.items() if page.startswith('<pre class="plain">')] == []
    assert {each: found for each, page in pages.items() if (found := faults(page))} == {}
