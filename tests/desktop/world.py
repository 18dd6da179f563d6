"""A service, devices and people, in an order that a seed decides; at the end nothing may be lost."""

import itertools
import os
import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from notesvc.clients.desktop.sync import marking, pages, round
from notesvc.clients.desktop.sync.api import Api, Transport
from notesvc.clients.desktop.sync.desk import Desk, Options, Report
from notesvc.clients.desktop.sync.disk import TRASH
from notesvc.clients.desktop.sync.errors import BrakeError, SyncError
from notesvc.clients.desktop.sync.state import UNWANTED, State
from tests.desktop.disks import Place, SteppingDisk
from tests.desktop.files import named_here, named_there, plain
from tests.desktop.ledger import Ledger
from tests.desktop.people import AtTheFolder, AtTheService, Workspace
from tests.desktop.stepping import Chance, Killed, SteppingState, SteppingTransport

T = TypeVar("T")

_QUIET = 30
_QUESTIONS = 5


class Device:
    """A folder, and the client that keeps it; `step` is called wherever something may come between."""

    def __init__(self, world: "World", name: str, *, is_caseless: bool) -> None:
        self.world, self.name, self.chance = world, name, world.chance
        root = world.home / name / "notes"
        root.mkdir(parents=True)
        self.place = Place(str(root), is_caseless=is_caseless)
        self.person = AtTheFolder(self.place, world.ledger, world.random)
        self.log: list[str] = []
        self._keys = itertools.count(1)
        self._away = 0
        self.opens = SteppingDisk
        self.mark()

    def step(self, what: str) -> None:
        """Somebody may act, or the client may end."""
        self.log.append(what)
        chance = self.chance
        if chance.comes(chance.acts):
            self.world.act()
        if what in ("list", "moved") and chance.comes(chance.meddles):
            self._meddle(what)
        if chance.comes(chance.kills):
            raise Killed

    def _meddle(self, what: str) -> None:
        was, self.chance.is_on = self.chance.is_on, False
        try:
            if not self.is_away:
                (self.person.sort if what == "list" else self.person.hands.type_at_once)()
        finally:
            self.chance.is_on = was

    def round(self) -> Report | None:
        """One round, or as much of it as is left of the client; None where it did not end well. To so many deletions
        the person says yes, but not where another program has taken the files away."""
        if not self.is_away:
            self.person.hands.close_what_is_in_the_trash(Path(self.place.root, TRASH))
        accepts = 0
        for _ in range(_QUESTIONS):
            try:
                return self.round_accepting(accepts)
            except BrakeError as brake:
                if self.person.hands.has_files_away:
                    return None
                accepts = brake.count
        return None

    def round_accepting(self, accepts_deletes: int) -> Report | None:
        state = SteppingState(str(self.world.home / self.name / "state.sqlite"), self)
        disk = None
        try:
            disk = self.opens(self.place, self.step, lambda: self.chance.comes(self.chance.full))
            return round.run(self._desk(state, disk, accepts_deletes))
        except BrakeError:
            raise
        except (SyncError, Killed):
            return None
        finally:
            if disk is not None:
                disk.close()
            state.close()

    def unwanted(self) -> set[str]:
        """The attachments whose files were deleted or replaced here."""
        known = self.state_of(lambda state: state.things("attachment"))
        return {i for i, each in known.items() if each.etag == UNWANTED}

    def state_of(self, look: Callable[[State], T]) -> T:
        """What the client knows."""
        state = State(str(self.world.home / self.name / "state.sqlite"))
        try:
            return look(state)
        finally:
            state.close()

    # What happens to the folder

    def unmount(self) -> None:
        """An empty folder in its place, as where a drive is not mounted."""
        if not self._away:
            os.rename(self.place.root, f"{self.place.root}.away")
            os.mkdir(self.place.root)
            self._away = 1

    def mount(self) -> None:
        if self._away:
            os.rename(self.place.root, self.world.home / self.name / f"under-{next(self.world.numbers)}")
            os.rename(f"{self.place.root}.away", self.place.root)
            self._away = 0

    @property
    def is_away(self) -> bool:
        return bool(self._away)

    def go_home(self) -> None:
        """Nobody works here any more, and all is in its place."""
        self.mount()
        self.place.unreadable.clear()
        self.person.hands.put_back()
        self.person.hands.close_all()

    def take_away(self) -> None:
        """Another program takes the files away, or brings them back; the folder stays as it is."""
        if self.is_away:
            return
        if self.person.hands.has_files_away:
            self.person.hands.put_back()
        else:
            self.person.hands.take_away(self.world.home / self.name / "elsewhere")

    def _desk(self, state: State, disk: SteppingDisk, accepts_deletes: int) -> Desk:
        api = Api(SteppingTransport(self.world.transport, self))
        options = Options(accepts_deletes=accepts_deletes, host=self.name)
        return Desk(state, disk, api, options, self.world.now, self._new_key, lambda *_: None)

    def _new_key(self) -> str:
        return f"{self.name}-{next(self._keys)}"

    def mark(self) -> None:
        """Connect the folder."""
        state = State(str(self.world.home / self.name / "state.sqlite"))
        disk = SteppingDisk(self.place, lambda _: None)
        marking.mark(disk, state)
        disk.close()
        state.close()


class World:
    """All of it."""

    def __init__(self, seed: int, home: Path, service: Workspace, transport: Transport) -> None:
        self.random = random.Random(seed)
        self.chance = Chance(self.random)
        self.home, self.service, self.transport = home, service, transport
        self.ledger = Ledger()
        self.numbers = itertools.count(1)
        self.web = AtTheService(service, self.ledger, self.random)
        self.devices = [
            Device(self, name, is_caseless=self.random.random() < 0.4)
            for name in ("one", "two")[: self.random.randint(1, 2)]
        ]
        self._clock = datetime(2026, 11, 21, 14, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self._clock += timedelta(seconds=7)
        return self._clock

    def let_pass(self, time: timedelta) -> None:
        self._clock += time

    def act(self) -> None:
        """Somebody does something, on a device or in the service."""
        was, self.chance.is_on = self.chance.is_on, False
        try:
            device = self.random.choice(self.devices)
            if self.random.random() < 0.5:
                self.web.act()
            elif self.random.random() < 0.06:
                self._trouble(device)
            elif not device.is_away:
                device.person.act()
        finally:
            self.chance.is_on = was

    def run(self, steps: int) -> None:
        """People act, and devices sync, now and then in the middle of it."""
        for _ in range(steps):
            if self.random.random() < 0.6:
                self.act()
            else:
                self.random.choice(self.devices).round()

    def settle(self) -> None:
        """Everybody goes home, the devices go on until nothing is left to do."""
        self.chance.is_on = False
        for device in self.devices:
            device.go_home()
        for _ in range(_QUIET):
            reports = [device.round() for device in self.devices]
            assert None not in reports, "a round failed though nothing was in its way"
            if not any(report and (report.acts or report.is_waiting or report.is_moved) for report in reports):
                return
        last = [report.acts for report in reports if report]
        raise AssertionError(f"it never settles: {last}")

    def check(self) -> None:
        """What nobody took away is in a live note, and all folders say what the service says."""
        notes = [str(note["content"]) for note in self.service.live_notes().values()]
        there = {line.removesuffix(" ![]") for text in notes for line in plain(text).splitlines()}
        lost = self.ledger.written - self.ledger.removed - there
        assert not lost, f"lost: {sorted(lost)}"
        files = self.service.live_files()
        lost_files = self.ledger.files - self.ledger.removed_files - set(files.values())
        assert not lost_files, f"lost: {sorted(lost_files)}"
        for device in self.devices:
            texts = [plain(pages.read(path.read_text()).content) for path in device.person.files()]
            assert Counter(texts) == Counter(map(plain, notes)), f"{device.name} differs from the service"
            self._check_files(device, notes, {i: data for i, data in files.items() if i not in device.unwanted()})

    def _check_files(self, device: Device, notes: list[str], files: dict[str, bytes]) -> None:
        """The files are those of the service, but for those that were deleted here, and notes name the same ones."""
        here = [path.read_bytes() for path in device.person.cabinet.files()]
        assert Counter(here) == Counter(files.values()), f"{device.name} has other files than the service"
        named = Counter(each for path in device.person.files() for each in named_here(device.place, path))
        expected = Counter(each for text in notes for each in named_there(text, files))
        assert named == expected, f"{device.name} names other files than the service"

    def _trouble(self, device: Device) -> None:
        act = self.random.choice(["unmount", "mount", "mount", "unreadable", "readable", "take away", "take away"])
        folders = [path for path in Path(device.place.root).iterdir() if path.is_dir() and path.name[0] != "."]
        if act == "unmount":
            device.unmount()
        elif act == "mount":
            device.mount()
        elif act == "take away":
            device.take_away()
        elif act == "readable" or not folders:
            device.place.unreadable.clear()
        else:
            device.place.unreadable.add(self.random.choice(sorted(folders)).name)
