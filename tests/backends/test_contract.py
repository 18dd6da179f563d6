"""What holds at every place for files, as far as the place itself allows it."""

import contextlib
import hashlib
import io
from collections.abc import Iterator

import pytest

from notesvc.backends.backend import Backend, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from tests.backends.places import Spot
from tests.backends.qualities import QUALITIES

pytestmark = pytest.mark.every_case

NAMES = [
    "a.md",
    "Ä ö ü.md",
    "日本 ✓ 👩‍💻.md",
    "100% + & # =.md",
    "a;b?.md",
    "a'b\"c.md",
    "x (2).md",
    "d/e f/g.md",
    "~tilde!.md",
]


@pytest.fixture
def backend(spot: Spot) -> Iterator[Backend]:
    with contextlib.closing(spot.backend(QUALITIES[spot.name])) as backend:
        yield backend


def seen(backend: Backend, key: str, content: bytes) -> Seen:
    entry = backend.find(key)
    assert entry is not None
    return Seen(entry.tag, hashlib.sha256(content).hexdigest())


def text(backend: Backend, key: str, start: int = 0, length: int | None = None) -> bytes:
    with backend.open(key, start, length) as reading:
        return reading.read()


def listing(backend: Backend, prefix: str = "") -> dict[str, int]:
    return {entry.key: entry.size for entry in backend.entries(prefix)}


def test_what_was_put_is_there(backend: Backend) -> None:
    tag = backend.put("d/a.md", io.BytesIO(b"hello"), 5)
    entry = backend.find("d/a.md")
    assert entry is not None
    assert (entry.size, text(backend, "d/a.md"), listing(backend)) == (5, b"hello", {"d/a.md": 5})
    with backend.open("d/a.md") as reading:
        assert (reading.size, reading.tag.removeprefix("W/")) == (5, entry.tag.removeprefix("W/"))
    # Apache's tags are weak for a second.
    tags = {tag, entry.tag, *(each.tag for each in backend.entries())}
    assert len({each.removeprefix("W/") for each in tags}) == 1


@pytest.mark.parametrize("size", [0, 1, 200_000])
def test_a_put_takes_the_place_of_what_was_there(backend: Backend, size: int) -> None:
    backend.put("a", io.BytesIO(b"before"), 6)
    backend.put("a", io.BytesIO(b"x" * size), size)
    assert text(backend, "a") == b"x" * size


def test_what_is_missing_is_missing(backend: Backend) -> None:
    assert backend.find("d/none.md") is None
    with pytest.raises(MissingError), backend.open("d/none.md"):
        pass
    backend.remove("d/none.md")
    backend.remove("none.md", Seen("t", "0" * 64))
    with pytest.raises(MissingError):
        backend.move("none.md", "b.md", Seen("t", "0" * 64))
    with pytest.raises(ChangedError):
        backend.replace("none.md", b"", Seen("t", "0" * 64))
    assert listing(backend) == {}


def test_a_file_is_created_once(backend: Backend) -> None:
    backend.create("d/a.md", b"one")
    with pytest.raises(ChangedError):
        backend.create("d/a.md", b"two")
    assert text(backend, "d/a.md") == b"one"


def test_what_was_seen_is_replaced(backend: Backend) -> None:
    backend.create("d/a.md", b"one")
    tag = backend.replace("d/a.md", b"two, longer", seen(backend, "d/a.md", b"one"))
    assert (text(backend, "d/a.md"), listing(backend)) == (b"two, longer", {"d/a.md": 11})
    backend.replace("d/a.md", b"three", Seen(tag, hashlib.sha256(b"two, longer").hexdigest()))
    assert text(backend, "d/a.md") == b"three"


def test_what_somebody_else_wrote_is_neither_replaced_nor_removed_nor_moved(backend: Backend) -> None:
    backend.create("a.md", b"one")
    old = seen(backend, "a.md", b"one")
    backend.put("a.md", io.BytesIO(b"theirs"), 6)
    for act in (
        lambda: backend.replace("a.md", b"ours", old),
        lambda: backend.remove("a.md", old),
        lambda: backend.move("a.md", "b.md", old),
    ):
        with pytest.raises(ChangedError):
            act()
    assert (text(backend, "a.md"), listing(backend)) == (b"theirs", {"a.md": 6})


def test_what_was_seen_is_removed(backend: Backend) -> None:
    backend.create("d/a.md", b"one")
    backend.create("d/b.md", b"two")
    backend.remove("d/a.md", seen(backend, "d/a.md", b"one"))
    backend.remove("d/b.md")
    assert listing(backend) == {}


def test_a_file_gets_another_key(backend: Backend) -> None:
    backend.create("a.md", b"one")
    tag = backend.move("a.md", "d/e/b.md", seen(backend, "a.md", b"one"))
    entry = backend.find("d/e/b.md")
    assert entry is not None
    assert (listing(backend), text(backend, "d/e/b.md")) == ({"d/e/b.md": 3}, b"one")
    assert entry.tag.removeprefix("W/") == tag.removeprefix("W/")


def test_a_file_is_not_moved_over_another(backend: Backend) -> None:
    backend.create("a.md", b"one")
    backend.create("b.md", b"two!")
    with pytest.raises(ChangedError):
        backend.move("a.md", "b.md", seen(backend, "a.md", b"one"))
    assert (listing(backend), text(backend, "b.md")) == ({"a.md": 3, "b.md": 4}, b"two!")


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_are_names(spot: Spot, backend: Backend, name: str) -> None:
    if spot.name == "wsgidav" and ";" in name:
        # It would cut the name.
        with pytest.raises(BackendError, match="bad_name"):
            backend.create(name, b"one")
        assert listing(backend) == {}
        return
    backend.create(name, b"one")
    backend.replace(name, b"two", seen(backend, name, b"one"))
    assert (listing(backend), text(backend, name)) == ({name: 3}, b"two")
    backend.move(name, f"other/{name}", seen(backend, name, b"two"))
    assert listing(backend) == {f"other/{name}": 3}
    backend.remove(f"other/{name}", seen(backend, f"other/{name}", b"two"))
    assert listing(backend) == {}


def test_a_listing_shows_a_folder_and_what_is_below(backend: Backend) -> None:
    for key in ("a.md", "d/a.md", "d/e/a.md", "de/a.md", ".hidden/a.md", ".a.md"):
        backend.put(key, io.BytesIO(b"x"), 1)
    assert sorted(listing(backend)) == ["a.md", "d/a.md", "d/e/a.md", "de/a.md"]
    assert sorted(listing(backend, "d/")) == ["d/a.md", "d/e/a.md"]
    assert listing(backend, "none/") == {}
    assert text(backend, ".a.md") == b"x"


def test_a_part_of_a_file_is_read(backend: Backend) -> None:
    content = bytes(range(256)) * 10
    backend.put("a", io.BytesIO(content), len(content))
    for start, length in ((0, 10), (100, 50), (2550, 100), (2550, None), (2560, None), (9999, 5), (5, 0)):
        end = None if length is None else start + length
        assert text(backend, "a", start, length) == content[start:end]
        with backend.open("a", start, length) as reading:
            assert reading.size == len(content)


def test_reading_can_stop_in_the_middle(backend: Backend) -> None:
    backend.put("a", io.BytesIO(bytes(3_000_000)), 3_000_000)
    with backend.open("a") as reading:
        assert reading.read(10) == bytes(10)
    assert text(backend, "a") == bytes(3_000_000)


def test_a_large_file_comes_back_as_it_was(backend: Backend) -> None:
    content = hashlib.sha256(b"").digest() * (20 * 1024 * 1024 // 32) + b"end"
    source = io.BytesIO(b"ahead" + content)
    source.seek(5)
    backend.put("d/large", source, len(content))
    assert hashlib.sha256(text(backend, "d/large")).digest() == hashlib.sha256(content).digest()
    assert listing(backend) == {"d/large": len(content)}


def test_it_can_be_used_again_once_it_was_closed(backend: Backend) -> None:
    backend.create("a", b"one")
    backend.close()
    assert text(backend, "a") == b"one"
