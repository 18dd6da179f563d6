"""The running service, somebody signed in, and their browsers in rooms."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.collab.peer import Peer, Peers
from tests.kept import Services
from tests.process.member import Member, register
from tests.service import Service


@pytest.fixture
def instance(instance: Path, migrated_sqlite: Path) -> Path:
    """An instance folder with an empty database: what is started on it need not migrate first."""
    return Path(shutil.copytree(migrated_sqlite, instance, dirs_exist_ok=True))


@pytest.fixture
def service(services: Services) -> Service:
    """A service without an account; it has served other tests before."""
    return services.empty()


@pytest.fixture
def member(service: Service) -> Member:
    return register(service)


@pytest.fixture
def guest(service: Service, member: Member) -> Member:
    """Somebody else, after the owner, who is the first to register; for services where anybody may."""
    return register(service, "guest@example.org", handle="guest")


@pytest.fixture
def peer() -> Iterator[Peers]:
    """Makes a browser for a note; it comes when it is told to, and leaves at the end."""
    made: list[Peer] = []

    def make(member: Member, note: Any) -> Peer:
        made.append(Peer(member, note["id"]))
        return made[-1]

    yield make
    for each in made:
        each.leave()
