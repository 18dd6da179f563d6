"""What goes elsewhere can be read by nobody without the passphrase, and changed by nobody unseen."""

import unicodedata

import pytest

from notesvc.backups import sealing
from notesvc.backups.sealing import DamagedObjectError, WrongPassphraseError

WORDS = "Übergröße und Käse"


def test_what_was_sealed_is_opened_by_keys_of_the_same_passphrase() -> None:
    keys = sealing.new_keys(WORDS)
    sealed = keys.seal("a/b", b"text")
    assert sealing.keys_of(keys.header, WORDS).open("a/b", sealed) == b"text"
    assert b"text" not in sealed


def test_a_passphrase_may_be_typed_on_another_keyboard() -> None:
    keys = sealing.new_keys(unicodedata.normalize("NFD", WORDS))
    assert sealing.keys_of(keys.header, unicodedata.normalize("NFC", WORDS)).open("a", keys.seal("a", b"x")) == b"x"


def test_a_wrong_passphrase_is_told_from_damage() -> None:
    header = sealing.new_keys(WORDS).header
    with pytest.raises(WrongPassphraseError, match="passphrase is not the one"):
        sealing.keys_of(header, WORDS + "x")
    for place in range(len(header)):
        with pytest.raises(DamagedObjectError):
            sealing.keys_of(header[:place] + bytes([header[place] ^ 4]) + header[place + 1 :], WORDS)


def test_every_flipped_byte_is_found_and_the_name_with_it() -> None:
    keys = sealing.new_keys(WORDS)
    sealed = keys.seal("a/b", b"some text")
    for place in range(len(sealed)):
        with pytest.raises(DamagedObjectError, match=r"^a/b$"):
            keys.open("a/b", sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :])
    with pytest.raises(DamagedObjectError):
        keys.open("a/b", b"")


def test_one_object_in_the_place_of_another_is_found() -> None:
    keys = sealing.new_keys(WORDS)
    with pytest.raises(DamagedObjectError):
        keys.open("a/c", keys.seal("a/b", b"text"))


def test_names_are_the_same_for_the_same_content_and_only_with_the_same_keys() -> None:
    keys = sealing.new_keys(WORDS)
    again = sealing.keys_of(keys.header, WORDS)
    assert keys.name_of("ab", 0) == again.name_of("ab", 0)
    names = {keys.name_of("ab", 0), keys.name_of("ab", 1), keys.name_of("ac", 0)}
    assert len(names | {sealing.new_keys(WORDS).name_of("ab", 0)}) == 4


@pytest.mark.parametrize("content", [b"", b"a" * 100_000, bytes(range(256)) * 4])
def test_what_is_packed_comes_out_as_it_was(content: bytes) -> None:
    for deflates in (True, False):
        packed = sealing.pack(content, deflates=deflates)
        assert len(packed) <= len(content) + 1
        assert sealing.unpack("a", packed) == content
        assert len(sealing.new_keys(WORDS).seal("a", packed)) == sealing.sealed_size(len(packed))
