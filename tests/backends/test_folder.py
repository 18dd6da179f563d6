"""The local folder beyond the contract: links, ways out, other programs, and what a killed writer leaves."""

import hashlib
import io
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc.backends import keys, renames
from notesvc.backends.backend import Backend, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.folder import FolderBackend


@pytest.fixture(params=["exchange", "turns"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FolderBackend:
    """With the system's exchange of two files, and as on a system without."""
    if request.param == "turns":
        monkeypatch.setattr(renames, "_function", lambda: None)
    (tmp_path / "root").mkdir()
    return FolderBackend(tmp_path / "root")


def seen(backend: Backend, key: str, content: bytes) -> Seen:
    entry = backend.find(key)
    assert entry is not None
    return Seen(entry.tag, hashlib.sha256(content).hexdigest())


def keys_of(backend: Backend) -> list[str]:
    return sorted(entry.key for entry in backend.entries())


@pytest.mark.parametrize("key", ["", "/a", "a//b", "../a", "a/../../b", ".", "a/.", "a\0b", "n" * 201])
def test_it_takes_no_key_that_leads_elsewhere(folder: FolderBackend, key: str) -> None:
    with pytest.raises(BackendError, match="bad_name"):
        folder.create(key, b"")


def test_it_follows_no_link(folder: FolderBackend, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.md").write_bytes(b"secret")
    (tmp_path / "root" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "root" / "a.md").symlink_to(tmp_path / "outside" / "a.md")
    assert keys_of(folder) == []
    assert (folder.find("a.md"), folder.find("link/a.md")) == (None, None)
    for key in ("a.md", "link/a.md"):
        with pytest.raises(MissingError), folder.open(key):
            pass
    with pytest.raises(BackendError, match="bad_name"):
        folder.create("link/b.md", b"")
    with pytest.raises(ChangedError):
        folder.create("a.md", b"")
    folder.put("a.md", io.BytesIO(b"ours"), 4)
    folder.remove("link/a.md")
    assert (tmp_path / "outside" / "a.md").read_bytes() == b"secret"
    assert os.listdir(tmp_path / "outside") == ["a.md"]


def test_a_pipe_is_no_file(folder: FolderBackend, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "root" / "pipe")
    assert keys_of(folder) == []
    with pytest.raises(MissingError), folder.open("pipe"):
        pass


def test_a_folder_that_is_not_there_is_none(tmp_path: Path) -> None:
    backend = FolderBackend(tmp_path / "none")
    for act in (lambda: backend.find("a"), lambda: list(backend.entries()), lambda: backend.create("a", b"")):
        with pytest.raises(BackendError, match="no_such_place"):
            act()


def test_names_that_are_no_utf_8_are_not_listed(folder: FolderBackend, tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path / "root") + b"/\xff.md", "wb"):
        pass
    assert keys_of(folder) == []


def test_a_program_that_writes_over_ours_again_and_again_loses_nothing(folder: FolderBackend, tmp_path: Path) -> None:
    """Every text of the other program was seen by us, stands there, or was written over by itself."""
    path, there, ends = tmp_path / "root" / "a.md", tmp_path / "other", threading.Event()
    path.write_bytes(b"begin")

    def write(number: int) -> None:
        before = path.read_bytes()
        there.write_bytes(before + b" t%d" % number)
        os.replace(there, path)

    def other() -> None:
        for number in range(150):
            try:
                write(number)
            except FileNotFoundError:
                continue
            written.append(number)
        ends.set()

    written: list[int] = []
    thread = threading.Thread(target=other)
    thread.start()
    texts = _write_ours(folder, ends.is_set)
    thread.join()
    with folder.open("a.md") as reading:
        texts.append(reading.read())
    everything = b" ".join([*texts, *(_text(folder, key) for key in keys_of(folder))])
    lost = [number for number in written if b" t%d " % number not in everything + b" "]
    # Reading, then replacing: the other program itself may write over a text of ours that it had not seen.
    assert lost == []


def _write_ours(folder: FolderBackend, is_over: Callable[[], bool]) -> list[bytes]:
    texts, number = [], 0
    while not is_over():
        number += 1
        try:
            text = _text(folder, "a.md")
            texts.append(text)
            folder.replace("a.md", text + b" o%d" % number, seen(folder, "a.md", text))
        except (ChangedError, MissingError, AssertionError):
            continue
    return texts


def _text(folder: FolderBackend, key: str) -> bytes:
    with folder.open(key) as reading:
        return reading.read()


OLD, OURS, THEIRS = b"old", b"ours", b"theirs"
SHA = {text: hashlib.sha256(text).hexdigest() for text in (OLD, OURS, THEIRS)}


@pytest.mark.parametrize(
    ("aside", "there", "left"),
    [
        (OLD, None, {"a.md": OLD}),
        (OLD, OURS, {"a.md": OURS}),
        (OURS, OLD, {"a.md": OLD}),
        (THEIRS, None, {"a.md": THEIRS}),
        (THEIRS, OURS, {"a.md": OURS, "a (found).md": THEIRS}),
    ],
)
def test_what_a_killed_writer_left_is_set_right(
    folder: FolderBackend, tmp_path: Path, aside: bytes, there: bytes | None, left: dict[str, bytes]
) -> None:
    root = tmp_path / "root"
    (root / keys.old_name("a.md", SHA[OLD], SHA[OURS])).write_bytes(aside)
    (root / keys.new_name("b.md")).write_bytes(b"ha")
    if there is not None:
        (root / "a.md").write_bytes(there)
    found = {key: _text(folder, key) for key in keys_of(folder)}
    assert {key.replace(key[8:17], "") if "found" in key else key: text for key, text in found.items()} == left


def test_a_fresh_text_is_left_alone_for_a_day(folder: FolderBackend, tmp_path: Path) -> None:
    name = keys.new_name("a.md")
    old = name.replace(name.split("-")[2], f"{1000:012x}")
    for each in (name, old):
        (tmp_path / "root" / each).write_bytes(b"half")
    assert keys_of(folder) == []
    assert os.listdir(tmp_path / "root") == [name]


def test_an_edit_of_the_same_size_within_the_same_moment_has_another_tag(folder: FolderBackend, tmp_path: Path) -> None:
    path = tmp_path / "root" / "a.md"
    tags = {folder.create("a.md", b"0")}
    for number in range(1, 10):
        path.write_bytes(b"%d" % number)
        tags |= {entry.tag for entry in folder.entries()}
    assert len(tags) == 10


def test_it_leaves_no_descriptor_open(folder: FolderBackend) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for number in range(20):
        folder.put(f"d/{number}.md", io.BytesIO(b"x"), 1)
        assert len(keys_of(folder)) == number + 1
        with pytest.raises(ChangedError):
            folder.replace(f"d/{number}.md", b"y", Seen("", SHA[OLD]))
    folder.close()
    assert len(os.listdir("/proc/self/fd")) <= before
