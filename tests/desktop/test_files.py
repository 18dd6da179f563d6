"""Files that notes name: sent and fetched by what their bytes are, and named so that any editor finds them."""

from collections.abc import Iterator
from pathlib import Path

import flask
import pytest

from notesvc.clients.desktop.sync.api import Answer, Body
from notesvc.clients.desktop.sync.errors import BrakeError, UnreachableError
from tests.conftest import on_sqlite
from tests.desktop.model_service import ModelService
from tests.desktop.real_service import RealService
from tests.desktop.world import Device, World
from tests.web.conftest import app, member, no_views_waiting, passwords

__all__ = ["app", "no_views_waiting", "passwords"]

PICTURE = b"\x89PNG\r\n\x1a\n" + b"a picture" * 10


class Troubled:
    """The way to a service that does not take or give some files."""

    def __init__(self, service: ModelService) -> None:
        self._service = service
        self.refuses: dict[bytes, int] = {}
        self.keeps: dict[str, int] = {}
        self.breaks_off = False
        self.writes: list[str] = []

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        sent = body if body is None or isinstance(body, bytes) else b"".join(body)
        if method != "GET":
            self.writes.append(f"{method} {path}")
        for mark, status in self.refuses.items():
            if sent is not None and path == "/api/sync/attachments" and mark in sent:
                return Answer(status, {}, {"code": "refused", "detail": "no room for it"})
        return self._service.ask(method, path, sent, headers)

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        status = self.keeps.get(path.rpartition("/")[2])
        if status is not None:
            return Answer(status, {}, {"code": "busy", "detail": "its place does not answer"}), iter(())
        answer, pieces = self._service.fetch(path)
        return answer, self._half(pieces) if self.breaks_off else pieces

    def _half(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        yield next(pieces)
        raise UnreachableError("the answer broke off")

    def pause(self, seconds: float) -> None:
        """Time is not of the model."""


class Desktop:
    """A folder, a service, and nobody about but the test."""

    def __init__(self, home: Path) -> None:
        self.service = ModelService()
        self.way = Troubled(self.service)
        self.world = World(1, home, self.service, self.way)
        self.world.chance.is_on = False
        self.device: Device = self.world.devices[0]
        self.folder = Path(self.device.place.root)

    def write(self, path: str, data: bytes) -> Path:
        """The file; no two writes have the same time."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        self.device.place.touch(target)
        return target

    def text(self, path: str) -> str:
        return (self.folder / path).read_text()

    def content(self, note_id: str) -> str:
        return str(self.service.notes[note_id]["content"])

    def note(self, name: str) -> str:
        return next(i for i, note in self.service.live_notes().items() if note["name"] == name)

    def files(self) -> list[str]:
        found = (path for path in self.folder.rglob("*") if path.is_file() and ".notesvc" not in path.parts)
        return sorted(str(path.relative_to(self.folder)) for path in found)

    def problems(self) -> dict[str, str]:
        return {path: cause for path, (cause, _) in self.device.state_of(lambda state: state.problems()).items()}


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def test_a_note_names_its_file_by_a_path_here_and_by_its_address_there(desktop: Desktop) -> None:
    work = desktop.service.create_folder("Work")
    picture = desktop.service.add_file("a b.png", PICTURE)
    odd = f"# Plan\n\n![one](/files/{picture}/a%20b.png#x) and [two](</files/{picture}/another name> 'title')\n"
    plan = desktop.service.create_note("Plan", odd, work)
    desktop.world.settle()
    assert desktop.files() == ["Work/Plan.md", "attachments/a b.png"]
    assert (desktop.folder / "attachments" / "a b.png").read_bytes() == PICTURE
    shown = "# Plan\n\n![one](../attachments/a%20b.png#x) and [two](../attachments/a%20b.png 'title')\n"
    assert desktop.text("Work/Plan.md") == shown
    assert desktop.way.writes == []
    desktop.write("Work/Plan.md", f"{shown}more\n".encode())
    desktop.world.settle()
    assert desktop.content(plan) == f"{odd}more\n"
    assert len(desktop.way.writes) == 1


def test_a_new_file_is_sent_once_and_the_note_names_it(desktop: Desktop) -> None:
    desktop.write("Plan.md", b"![](pictures/a.png)\n![](copy.png)\n![](missing.png)\n")
    desktop.write("pictures/a.png", PICTURE)
    desktop.write("copy.png", PICTURE)
    desktop.world.settle()
    names = {file["name"]: i for i, file in desktop.service.files.items()}
    assert desktop.content(desktop.note("Plan")) == (
        f"![](/files/{names['a.png']}/a.png)\n![](/files/{names['copy.png']}/copy.png)\n![](missing.png)\n"
    )
    assert len(desktop.service.uploads) == 1
    assert desktop.files() == ["Plan.md", "copy.png", "pictures/a.png"]
    late = desktop.write("missing.png", b"late")
    desktop.world.settle()
    assert desktop.content(desktop.note("Plan")).endswith("/missing.png)\n")
    assert desktop.text("Plan.md") == "![](pictures/a.png)\n![](copy.png)\n![](missing.png)\n"
    assert late.exists()


def test_a_changed_file_is_another_attachment_and_notes_follow(desktop: Desktop) -> None:
    desktop.write("Plan.md", b"![](a.png)\n")
    desktop.write("a.png", PICTURE)
    desktop.world.settle()
    before = desktop.content(desktop.note("Plan"))
    desktop.write("a.png", b"drawn anew")
    desktop.world.settle()
    after = desktop.content(desktop.note("Plan"))
    assert after != before
    assert desktop.service.files[after.split("/")[2]]["data"] == b"drawn anew"
    assert (desktop.files(), desktop.text("Plan.md")) == (["Plan.md", "a.png"], "![](a.png)\n")
    desktop.write("a.png", PICTURE)
    desktop.world.settle()
    assert desktop.content(desktop.note("Plan")) == before
    assert len(desktop.service.uploads) == 2


def test_links_follow_notes_and_files_that_are_moved(desktop: Desktop) -> None:
    desktop.write("Plan.md", b"![](pictures/a.png)\n")
    desktop.write("pictures/a.png", PICTURE)
    desktop.world.settle()
    content = desktop.content(desktop.note("Plan"))
    (desktop.folder / "Deep" / "Work").mkdir(parents=True)
    (desktop.folder / "Plan.md").rename(desktop.folder / "Deep" / "Work" / "Plan.md")
    desktop.world.settle()
    assert desktop.text("Deep/Work/Plan.md") == "![](../../pictures/a.png)\n"
    (desktop.folder / "pictures" / "a.png").rename(desktop.folder / "b.png")
    (desktop.folder / "Deep" / "Work").rename(desktop.folder / "Home")
    desktop.world.settle()
    assert desktop.text("Home/Plan.md") == "![](../b.png)\n"
    desktop.service.change_folder(desktop.service.notes[desktop.note("Plan")]["parentId"], name="There")
    desktop.service.change_note(desktop.note("Plan"), parentId=None)
    desktop.world.settle()
    assert desktop.text("Plan.md") == "![](b.png)\n"
    assert desktop.content(desktop.note("Plan")) == content


def test_what_is_deleted_here_stays_there_and_does_not_come_back(desktop: Desktop) -> None:
    picture = desktop.service.add_file("a.png", PICTURE)
    plan = desktop.service.create_note("Plan", f"![](/files/{picture}/a.png)\n")
    desktop.world.settle()
    (desktop.folder / "attachments" / "a.png").unlink()
    desktop.world.settle()
    desktop.write("Plan.md", desktop.text("Plan.md").encode() + b"more\n")
    desktop.world.settle()
    assert picture in desktop.service.live_files()
    assert desktop.content(plan) == f"![](/files/{picture}/a.png)\nmore\n"
    assert desktop.files() == ["Plan.md"]
    desktop.write("back.png", PICTURE)
    desktop.world.settle()
    assert desktop.text("Plan.md") == "![](back.png)\nmore\n"
    assert desktop.service.uploads == []


def test_what_is_deleted_there_goes_to_the_local_trash_but_not_what_is_named_here(desktop: Desktop) -> None:
    one, other = desktop.service.add_file("one.png", b"one"), desktop.service.add_file("other.png", b"other")
    desktop.world.settle()
    for each in (one, other):
        desktop.service.delete_file(each)
    desktop.write("Plan.md", b"![](attachments/other.png)\n")
    desktop.world.settle()
    assert desktop.files() == ["Plan.md", "attachments/other.png"]
    assert [path.read_bytes() for path in (desktop.folder / ".notesvc" / "trash").iterdir()] == [b"one"]
    assert list(desktop.service.live_files().values()) == [b"other"]
    assert next(iter(desktop.service.live_files())) in desktop.content(desktop.note("Plan"))


def test_what_is_refused_or_out_of_reach_is_named_and_others_go_on(desktop: Desktop) -> None:
    desktop.way.refuses = {b"huge.bin": 413, b"later.bin": 503}
    out_of_reach = desktop.service.add_file("far.png", b"far")
    desktop.way.keeps = {out_of_reach: 503}
    desktop.service.add_file("near.png", b"near")
    for name in ("huge.bin", "later.bin", "fine.bin"):
        desktop.write(name, name.encode())
    desktop.write("Plan.md", b"[](huge.bin) [](fine.bin)\n")
    desktop.device.round()
    assert desktop.problems() == {
        "attachments/far.png": "its place does not answer (503)",
        "huge.bin": "no room for it (413)",
        "later.bin": "no room for it (503)",
    }
    assert (desktop.folder / "attachments" / "near.png").exists()
    assert desktop.content(desktop.note("Plan")).startswith("[](huge.bin) [](/files/")
    asked = len(desktop.way.writes)
    desktop.way.refuses, desktop.way.keeps = {b"huge.bin": 413}, {}
    desktop.world.settle()
    assert desktop.problems() == {"huge.bin": "no room for it (413)"}
    assert [b"later.bin" in desktop.service.live_files().values(), len(desktop.way.writes) - asked] == [True, 2]
    assert (desktop.folder / "huge.bin").read_bytes() == b"huge.bin"


def test_a_file_that_breaks_off_leaves_nothing_half(desktop: Desktop) -> None:
    desktop.service.add_file("a.png", PICTURE)
    desktop.way.breaks_off = True
    assert desktop.device.round() is None
    assert desktop.files() == []
    assert list((desktop.folder / "attachments").iterdir()) == []
    desktop.way.breaks_off = False
    desktop.world.settle()
    assert (desktop.folder / "attachments" / "a.png").read_bytes() == PICTURE


def test_a_folder_that_is_forgotten_is_known_again(desktop: Desktop) -> None:
    picture = desktop.service.add_file("a b.png", PICTURE)
    plan = desktop.service.create_note("Plan", f"![](</files/{picture}/other name>)\n")
    desktop.world.settle()
    (desktop.folder / "attachments" / "a b.png").rename(desktop.folder / "moved.png")
    desktop.world.settle()
    for path in desktop.world.home.glob("one/state.sqlite*"):
        path.unlink()
    desktop.device.mark()
    desktop.world.settle()
    assert (desktop.files(), desktop.text("Plan.md")) == (["Plan.md", "moved.png"], "![](moved.png)\n")
    assert desktop.content(plan) == f"![](</files/{picture}/other name>)\n"
    assert desktop.way.writes == []


def test_ignored_files_go_neither_way(desktop: Desktop) -> None:
    desktop.write(".notesvcignore", b"*.bin\nattachments/no*\n")
    desktop.write("big.bin", b"big")
    desktop.service.add_file("no.png", PICTURE)
    desktop.service.add_file("Thumbs.db", b"thumbs")
    desktop.world.settle()
    assert desktop.files() == [".notesvcignore", "big.bin"]
    assert len(desktop.service.files) == 2


def test_many_files_that_are_gone_there_stop_the_round(desktop: Desktop) -> None:
    files = [desktop.service.add_file(f"{number}.png", b"%d" % number) for number in range(30)]
    desktop.world.settle()
    for each in files[:25]:
        desktop.service.delete_file(each)
    with pytest.raises(BrakeError):
        desktop.device.round_accepting(0)
    assert len(desktop.files()) == 30
    desktop.device.round_accepting(25)
    assert len(desktop.files()) == 5


@on_sqlite
def test_files_go_both_ways_at_the_real_service(app: flask.Flask, tmp_path: Path) -> None:
    service = RealService(app, member(app, "owner@example.org", "Olive Owner"))
    world = World(1, tmp_path, service, service)
    world.chance.is_on = False
    folder = Path(world.devices[0].place.root)
    large = bytes(range(256)) * 4096 * 20
    picture = service.add_file("Grüße (1).png", PICTURE)
    there = f"![](/files/{picture}/Gr%C3%BC%C3%9Fe%20(1).png)\n"
    note = service.create_note("There", there)
    for name, data in (("a.png", b"small"), ("same.png", b"small"), ("large.bin", large), ("empty.txt", b"")):
        (folder / name).write_bytes(data)
    (folder / "Here.md").write_text("![](a.png) [](large.bin)\n")
    world.settle()
    for device in world.devices:
        assert {path.read_bytes() for path in device.person.cabinet.files() if path.name != "empty.txt"} >= {
            b"small",
            PICTURE,
        }
    assert sorted(service.live_files().values()) == sorted([b"small", b"small", large, b"", PICTURE])
    assert (folder / "There.md").read_text() == "![](attachments/Gr%C3%BC%C3%9Fe%20%281%29.png)\n"
    assert service.live_notes()[note]["content"] == there
    (folder / "a.png").write_bytes(b"drawn anew")
    (folder / "There.md").write_text((folder / "There.md").read_text() + "more\n")
    world.settle()
    assert service.live_notes()[note]["content"] == f"{there}more\n"
    assert b"drawn anew" in service.live_files().values()
    service.delete_file(next(i for i, data in service.live_files().items() if data == b""))
    world.settle()
    assert not (folder / "empty.txt").exists()
