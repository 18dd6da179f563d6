"""Zips read safely (F1, F2): names are labels, sizes are counted, nothing hostile gets anywhere."""

import io
import random
import struct
import zipfile
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import pytest

from notesvc import limits
from notesvc.domain.importing import entry_names
from notesvc.domain.importing.archive import Archive, Entry, Unpacking, read
from notesvc.domain.importing.errors import ArchiveRefusedError, EntryRefusedError
from tests import searching
from tests.domain.archives import zipped

ZEROS = b"\x00" * (2 * limits.MIB)


def entries(path: Path) -> list[Entry]:
    with closing(Archive(path)) as archive:
        return list(archive.entries())


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a/b.md", ("a", "b.md")),
        ("./a//b.md", ("a", "b.md")),
        ("a\\b.md", ("a", "b.md")),
        ("e\u0301/x.md", ("é", "x.md")),
        ("a\nb/c.md", ("a b", "c.md")),
        ("Q: why.md", ("Q: why.md",)),
    ],
)
def test_a_name_becomes_folders_and_a_file(name: str, parts: tuple[str, ...]) -> None:
    assert entry_names.parts_of(name) == parts


@pytest.mark.parametrize(
    "name",
    [
        "../x.md",
        "a/../../x.md",
        "a\\..\\..\\x.md",
        "/etc/passwd",
        "\\\\server\\share\\x.md",
        "C:\\x.md",
        "c:/x.md",
        "D:",
        "a\x00.md",
        "",
        "/",
        " / /",
        "x" * 5_000,
    ],
)
def test_a_name_that_is_a_path_of_a_disk_is_refused(name: str) -> None:
    with pytest.raises(EntryRefusedError):
        entry_names.parts_of(name)


@pytest.mark.parametrize("name", [".obsidian/app.json", "__MACOSX/a.md", "a/.DS_Store", "a/Thumbs.db", "A/.x/y.md"])
def test_what_programs_leave_behind_is_hidden(name: str) -> None:
    assert entry_names.is_hidden(entry_names.parts_of(name))


def test_special_entries_are_told_by_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, mode in (("link", 0o120777), ("pipe", 0o010600), ("device", 0o060600), ("file", 0o100600)):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, "/etc/passwd")
        archive.writestr("packed", "text", zipfile.ZIP_LZMA)
    refusals = {entry.name: entry.refusal for entry in entries(path)}
    assert refusals["file"] is None
    assert None not in (refusals["link"], refusals["pipe"], refusals["device"], refusals["packed"])


def test_an_encrypted_entry_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": "text"})
    content = bytearray(path.read_bytes())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert [entry.refusal for entry in entries(path)] == ["it is encrypted"]


def test_names_of_macos_are_read_as_utf8(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"Grüße.md": "x"})
    content = bytearray(path.read_bytes())
    content[7] &= 0xF7
    content[content.index(b"PK\x01\x02") + 9] &= 0xF7
    path.write_bytes(content)
    assert [entry.name for entry in entries(path)] == ["Grüße.md"]


def test_a_bomb_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(ArchiveRefusedError, match="made to unpack"):
        Archive(zipped(tmp_path / "a.zip", {"a.md": ZEROS}))


def test_an_archive_may_unpack_a_hundredfold_and_not_four_hundredfold(tmp_path: Path) -> None:
    for noise, ratio, refusal in ((15_000, 100, nullcontext()), (2_000, 400, pytest.raises(ArchiveRefusedError))):
        content = ZEROS + random.Random(5).randbytes(noise)
        path = zipped(tmp_path / f"{ratio}.zip", {"a.md": content})
        assert len(content) > ratio * path.stat().st_size
        with refusal, closing(Archive(path)) as archive:
            assert read(archive, 0, len(content)) == content


def test_what_comes_out_of_an_entry_is_held_to_what_went_in_whatever_is_said_of_it() -> None:
    with Unpacking(io.BytesIO(ZEROS), 5_000, lambda _: None) as stream:
        assert stream.read(limits.MIB) == ZEROS[: limits.MIB]
        with pytest.raises(ArchiveRefusedError, match="made to unpack"):
            stream.read(1)
    with Unpacking(io.BytesIO(ZEROS), len(ZEROS) // limits.ARCHIVE_RATIO + 1, lambda _: None) as stream:
        assert stream.read(len(ZEROS)) == ZEROS


def test_a_bomb_that_lies_about_its_size_is_found_while_it_is_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": ZEROS})
    content = bytearray(path.read_bytes())
    struct.pack_into("<I", content, content.index(b"PK\x01\x02") + 24, 1_000)
    path.write_bytes(content)
    with closing(Archive(path)) as archive, pytest.raises(EntryRefusedError):
        read(archive, 0, limits.MAX_BODY)


def test_what_is_read_is_counted_over_all_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "a.zip", {f"{number}.md": random.Random(number).randbytes(600) for number in range(4)})
    with closing(Archive(path)) as archive:
        monkeypatch.setattr(limits, "ARCHIVE_UNPACKED", 2_000)
        with pytest.raises(ArchiveRefusedError):
            [read(archive, number, 1_000) for number in range(4)]
    with pytest.raises(ArchiveRefusedError):
        Archive(path)


def test_too_many_entries_are_refused_before_they_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "a.zip", {f"{number}.md": "" for number in range(12)})
    monkeypatch.setattr(limits, "ARCHIVE_ENTRIES", 11)
    with pytest.raises(ArchiveRefusedError, match="entries"):
        Archive(path)


def test_entries_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": "text " * 100, "b.md": "text " * 100})
    content = bytearray(path.read_bytes())
    second = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, second + 42, 0)
    path.write_bytes(content)
    with pytest.raises(ArchiveRefusedError, match="overlap"):
        Archive(path)


@pytest.mark.search
def test_broken_archives_are_refused_and_nothing_else_is_raised(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "a.zip", {f"d/{number}.md": "hello " * 50 * number for number in range(4)}).read_bytes()
    dice = random.Random(searching.seed(0))
    for _ in range(searching.examples(300)):
        content = bytearray(whole[: dice.choice([len(whole)] * 9 + [dice.randrange(1, len(whole))])])
        for _ in range(dice.randint(1, 6)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        (tmp_path / "b.zip").write_bytes(content)
        _read_all(tmp_path / "b.zip")


def _read_all(path: Path) -> None:
    try:
        archive = Archive(path)
    except ArchiveRefusedError:
        return
    with closing(archive):
        for entry in archive.entries():
            with suppress(EntryRefusedError, ArchiveRefusedError):
                entry_names.parts_of(entry.name)
                read(archive, entry.index, 10_000)
