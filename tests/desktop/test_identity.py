"""Which file is which note while people swap files: no note gets another one's text."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notesvc.clients.desktop.sync.api import Answer, Body
from notesvc.clients.desktop.sync.errors import UnreachableError
from tests.desktop.model_service import ModelService
from tests.desktop.world import Device, World

OLD, OTHER, NEW = ("".join(f"{word} line {number}\n" for number in range(4)) for word in ("old", "other", "new"))


class Forgetful:
    """The way to the service; the answers to some requests are lost."""

    def __init__(self, service: ModelService) -> None:
        self._service = service
        self.loses = ""

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        answer = self._service.ask(method, path, body, headers)
        if method == self.loses:
            raise UnreachableError("the answer was lost")
        return answer

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        return self._service.fetch(path)

    def pause(self, seconds: float) -> None:
        """Time is not of the model."""


class Desktop:
    """A folder with two notes that both sides have, and nobody about but the test."""

    def __init__(self, home: Path) -> None:
        self.service = ModelService()
        self.transport = Forgetful(self.service)
        self.world = World(1, home, self.service, self.transport)
        self.world.chance.is_on = False
        self.device: Device = self.world.devices[0]
        self.folder = Path(self.device.place.root)
        self.old = self.service.create_note("old", OLD)
        self.other = self.service.create_note("other", OTHER)
        self.world.settle()

    def content(self, note_id: str) -> str:
        return str(self.service.notes[note_id]["content"])

    def texts(self) -> list[str]:
        return sorted(str(note["content"]) for note in self.service.live_notes().values())

    def after_scan(self, act: Callable[[], None]) -> None:
        """Act once, between the look through the folder and the first file that is read."""
        step, seen = self.device.step, []

        def watch(what: str) -> None:
            step(what)
            if what == "read" and "list" in seen and "acted" not in seen:
                seen.append("acted")
                act()
            seen.append(what)

        self.device.step = watch  # type: ignore[method-assign]


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


def swap(one: Path, other: Path) -> None:
    aside = one.with_name(".aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def test_files_that_are_swapped_while_a_round_reads_keep_their_notes(desktop: Desktop) -> None:
    desktop.service.change_note(desktop.old, name="older")
    desktop.after_scan(lambda: swap(desktop.folder / "old.md", desktop.folder / "other.md"))
    desktop.device.round()
    assert (desktop.content(desktop.old), desktop.content(desktop.other)) == (OLD, OTHER)
    desktop.world.settle()
    assert (desktop.content(desktop.old), desktop.content(desktop.other)) == (OLD, OTHER)


def test_files_that_are_swapped_and_saved_anew_keep_their_notes(desktop: Desktop) -> None:
    one, other = desktop.folder / "old.md", desktop.folder / "other.md"
    for path, text in ((one, OTHER), (other, OLD)):
        aside = desktop.folder / ".saving"
        aside.write_text(f"{text}more\n")
        aside.replace(path)
    desktop.world.settle()
    assert (desktop.content(desktop.old), desktop.content(desktop.other)) == (f"{OLD}more\n", f"{OTHER}more\n")


def test_a_file_that_comes_back_is_not_the_one_whose_text_was_sent(desktop: Desktop) -> None:
    one = desktop.folder / "old.md"
    one.rename(desktop.folder / ".aside")
    one.write_text(NEW)
    desktop.transport.loses = "PATCH"
    desktop.device.round()
    desktop.transport.loses = ""
    (desktop.folder / ".aside").rename(desktop.folder / "back.md")
    desktop.world.settle()
    assert desktop.content(desktop.old) == NEW
    assert desktop.texts() == sorted([OLD, OTHER, NEW])


def test_a_file_that_is_moved_while_the_folder_is_looked_through_stays_its_note(desktop: Desktop) -> None:
    for name in ("a", "z"):
        (desktop.folder / name).mkdir()
    source, target = desktop.folder / "a" / "old.md", desktop.folder / "z" / "old.md"
    (desktop.folder / "old.md").rename(source)
    (desktop.folder / "other.md").rename(desktop.folder / "z" / "other.md")
    desktop.world.settle()
    listed = []
    step = desktop.device.step

    def watch(what: str) -> None:
        step(what)
        listed.extend([what] if what == "list" else [])
        # The top and z are seen, a is next.
        if len(listed) == 3 and source.exists():
            source.rename(target)

    desktop.device.step = watch  # type: ignore[method-assign]
    desktop.world.settle()
    assert target.exists()
    assert desktop.old in desktop.service.live_notes()


def test_two_folders_of_one_name_are_two_here_as_well(desktop: Desktop) -> None:
    first = desktop.service.create_folder("Work")
    desktop.service.change_note(desktop.old, parentId=first)
    desktop.world.settle()
    desktop.service.change_folder(first, name="Home")
    second = desktop.service.create_folder("Home")
    desktop.service.change_note(desktop.other, parentId=second)
    desktop.world.settle()
    desktop.service.change_folder(first, parentId=second)
    desktop.world.settle()
    found = sorted(str(path.relative_to(desktop.folder)) for path in desktop.device.person.files())
    parents = {note["name"]: note["parentId"] for note in desktop.service.live_notes().values()}
    assert parents == {"old": first, "other": second}
    assert len({path.rpartition("/")[0] for path in found}) == 2
    assert [path.count("/") for path in found if path.endswith("old.md")] == [2]
