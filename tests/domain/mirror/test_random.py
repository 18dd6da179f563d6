"""Two sides at random, with outages, ends of the process between any two steps, and people who act within a round."""

import contextlib
import random
from collections.abc import Iterator

import pytest

from notesvc import database
from notesvc.backends.backend import Backend, Entry
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import states
from tests import searching
from tests.backends.model import BLIND, COARSE, SOUND, SWAPPING, CrashError, Model, ModelBackend, Weather
from tests.domain.mirror.people import People
from tests.domain.mirror.rig import Rig, interrupted_transactions

EDITS = searching.examples(400)
_QUIET = 12


class CrowdedBackend(ModelBackend):
    """Somebody may act at any call."""

    crowd: "CrowdedRig"

    def _strike(self) -> None:
        assert not database.in_transaction(), "nobody's write waits for another server"
        self.crowd.disturb()
        super()._strike()

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """No listing is of one moment: what moves from the second half into the first is in neither."""
        found = list(super().entries(prefix))
        yield from found[: len(found) // 2]
        self.crowd.disturb(0.5)
        seen = {entry.key for entry in found[: len(found) // 2]}
        half = {entry.key for entry in found[len(found) // 2 :]}
        for key in [key for key in self.place.files if key in half and key not in seen]:
            entry = self._entry(key)
            if entry is not None:
                yield entry


class CrowdedRig(Rig):
    """Rounds in the midst of others."""

    people: People | None = None
    is_busy = False
    chance = random.Random(0)

    def backend(self) -> Backend:
        made = CrowdedBackend(self.place)
        made.crowd = self
        return made

    def disturb(self, chance: float = 0.02) -> None:
        if self.people is not None and not self.is_busy and self.chance.random() < chance:
            self.act()

    def act(self) -> None:
        """Somebody acts, undisturbed."""
        assert self.people is not None
        self.is_busy = True
        self.people.act()
        self.is_busy = False


def run(rig: CrowdedRig, seed: int, edits: int, monkeypatch: pytest.MonkeyPatch) -> People:
    """So many edits with rounds in between; then rounds in peace until both sides rest."""
    rig.chance = random.Random(seed)
    people = rig.people = People(rig, random.Random(seed + 1))
    weather = Weather(random.Random(seed + 2), outages=0.01, crashes=0.006)

    def strike() -> None:
        if rig.place.weather is not None and not rig.is_busy and rig.chance.random() < 0.004:
            raise CrashError

    if rig.place.capabilities.replaces is not None:
        # Elsewhere nobody's write survives one that comes between look and write.
        rig.place.between = lambda _key: rig.disturb()
    with interrupted_transactions(monkeypatch, strike, rig.disturb):
        while people.edits < edits:
            for _ in range(rig.chance.randrange(1, 6)):
                rig.act()
            rig.place.weather = weather
            with contextlib.suppress(CrashError):
                accept_deletions(rig)
            rig.place.weather = None
            people.unasked += people.trashed_unasked()
    rig.people = None
    for _ in range(_QUIET):
        rig.settle()
        if not people.differences():
            break
    return people


def accept_deletions(rig: Rig) -> None:
    if rig.round() in ("deletions", "empty"):
        states.accept(rig.part_id)


@pytest.mark.search
@pytest.mark.parametrize(
    ("capabilities", "seed"),
    [
        pytest.param(SOUND, 1, id="condition"),
        pytest.param(SWAPPING, 2, id="swap"),
        pytest.param(COARSE, 3, id="coarse"),
        pytest.param(SOUND, 4, id="condition_again", marks=pytest.mark.full),
    ],
)
def test_no_word_is_lost_and_both_sides_agree(
    caller: Caller, kind: str, monkeypatch: pytest.MonkeyPatch, capabilities: object, seed: int
) -> None:
    edits = EDITS if kind == "sqlite" else EDITS // 12
    rig = CrowdedRig(caller, Model(capabilities))  # type: ignore[arg-type]
    people = run(rig, searching.seed(seed), edits, monkeypatch)
    assert people.lost() == set()
    assert people.differences() == []
    assert people.unasked == []


def test_one_way_nothing_that_others_wrote_there_is_overwritten(
    caller: Caller, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = EDITS // 3 if kind == "sqlite" else EDITS // 12
    rig = CrowdedRig(caller, Model(BLIND), is_two_way=False)
    people = run(rig, 5, edits, monkeypatch)
    assert people.lost_anywhere() == set()
