"""Instances with something in them, and places elsewhere for their backups."""

from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc import belonging, clock
from notesvc.backups import place, sealing
from notesvc.backups.place import Place
from notesvc.config import Settings
from tests.backends.model import Model
from tests.process.conftest import elsewhere, stored  # noqa: F401

PASSPHRASE = "correct horse battery"
_DAY = 86_400_000


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are made in milliseconds, and nothing is waited for."""
    monkeypatch.setattr(sealing, "SCRYPT_N", 2**4)
    monkeypatch.setattr(place, "PAUSE_SECONDS", 0.0)


@pytest.fixture
def model() -> Model:
    """A place for files, empty."""
    return Model()


@pytest.fixture
def there(model: Model, stored: Settings) -> Place:  # noqa: F811
    """The instance's place in it."""
    return opened(model, stored)


@pytest.fixture
def days_on(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock by so many days; it stands at noon first, so that an hour more is the same day."""
    real = clock.timestamp_ms
    moved = [1.5 * _DAY - real() % _DAY]

    def move(days: float) -> None:
        moved[0] += days * _DAY
        monkeypatch.setattr(clock, "timestamp_ms", lambda: real() + int(moved[0]))

    move(0)
    return move


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """A folder for backups, as of another disk."""
    folder = tmp_path / "away"
    folder.mkdir()
    return folder


def opened(model: Model, settings: Settings, passphrase: str = PASSPHRASE) -> Place:
    """The instance's place in the model, by a client of its own."""
    instance_id = belonging.id_to_keep(settings)
    assert instance_id is not None
    return place.open_place(model.backend(), instance_id, passphrase, makes=True)
