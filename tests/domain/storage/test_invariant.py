"""Whatever happens, in whatever order: every attachment that a row names can be read, with the right bytes, whenever
the places are up."""

import random

import pytest

from notesvc import clock, limits
from notesvc.domain import stored_files
from notesvc.domain.caller import Caller
from notesvc.domain.storage import copies, moves, parts, placed_files, tidying
from notesvc.models import Attachment
from tests import searching
from tests.backends.model import CrashError, Weather
from tests.domain.storage.conftest import Elsewhere

# What hangs on the kind of database needs fewer.
_RUNS = [
    *(("sqlite", seed) for seed in searching.seeds(6)),
    *(("postgres", seed) for seed in searching.seeds(2)),
]
_STEPS = 80
_HOURS = (0, 0, 1, 30, 24 * 31)


class World:
    """Two users with much the same files, places, time that passes; `contents` is what should be read."""

    def __init__(self, found: Elsewhere, other: Caller, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found = found
        self.users = (found.caller, other)
        self.random = random.Random(seed)
        self.contents: dict[str, bytes] = {}
        self.now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: self.now)
        monkeypatch.setattr(clock, "from_now", lambda after: clock.later(self.now, after))
        monkeypatch.setattr(limits, "MAX_FILE_CACHE", 40)
        monkeypatch.setattr(limits, "COPY_SECONDS", -1)

    def step(self) -> None:
        acts = [self.upload] * 4 + [self.delete, self.choose, self.cancel, self.wait, self.sweep, self.resume]
        acts += [self.work] * 6
        act = self.random.choice(acts)
        self.found.caller = self.random.choice(self.users)
        try:
            act()
        except CrashError:
            self.found.start_anew()

    def upload(self) -> None:
        content = f"content {self.random.randrange(12)}".encode()
        made = self.found.upload(content)
        self.contents[str(made.id)] = content

    def delete(self) -> None:
        if len(self.contents) > 6:
            gone = self.random.choice(sorted(self.contents))
            Attachment.delete().where(Attachment.id == gone).execute()
            del self.contents[gone]

    def choose(self) -> None:
        if self.random.random() < 0.6:
            return
        self.calm()
        self.found.choose(self.random.choice(["local", f"one{self.name}", f"two{self.name}"]))
        self.storm()

    @property
    def name(self) -> int:
        return self.users.index(self.found.caller)

    def cancel(self) -> None:
        if self.random.random() < 0.3:
            moves.cancel_any(self.found.caller.user_id)

    def resume(self) -> None:
        move = moves.of(self.found.caller.user_id)
        if move is not None and move.state == "paused":
            moves.start(self.found.caller)

    def wait(self) -> None:
        self.now = clock.later(self.now, self.random.choice(_HOURS) * 3_600)

    def sweep(self) -> None:
        copies.sweep(self.found.settings)
        tidying.sweep(self.found.settings)
        if self.random.random() < 0.5:
            stored_files.sweep(self.found.settings)

    def work(self) -> None:
        self.found.work(rounds=self.random.choice([1, 3, 50]))

    def storm(self) -> None:
        for place in self.found.places.values():
            place.weather = Weather(self.random, outages=0.1, crashes=0.03)

    def calm(self) -> None:
        for place in self.found.places.values():
            place.weather = None

    def look(self) -> None:
        """Nothing may be out of reach while the places are up."""
        self.calm()
        self.found.start_anew()
        rows = list(Attachment.select())
        assert {str(row.id) for row in rows} == self.contents.keys()
        for row in rows:
            assert self.found.read(row) == self.contents[str(row.id)]
        self.storm()

    def end(self) -> None:
        """In calm everything comes to its place, and the services before it are left in the end."""
        self.calm()
        for user in self.users:
            self.found.caller = user
            self.resume()
        self.found.start_anew()
        self.found.work(200)
        for user in self.users:
            part = parts.of(user.user_id, "attachments")
            assert not part.is_elsewhere or placed_files.count_unproven(str(part.id), user.user_id) == 0
            move = moves.of(user.user_id)
            assert move is None or move.state in ("done", "cancelled")
        self.look()


@pytest.mark.search
@pytest.mark.parametrize(("kind", "seed"), _RUNS)
def test_every_attachment_can_be_read_at_every_moment(
    elsewhere: Elsewhere, stranger: Caller, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    world = World(elsewhere, stranger, seed, monkeypatch)
    for number in range(_STEPS):
        world.step()
        if number % 5 == 0:
            world.look()
    world.end()
