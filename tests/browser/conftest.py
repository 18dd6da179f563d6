"""A browser for all tests of this folder, or the reason why there is none."""

from collections.abc import Iterator

import pytest

from tests.browser import chromium
from tests.browser.chromium import Chromium
from tests.browser.network import Network
from tests.places import missing


@pytest.fixture(scope="session")
def network() -> Iterator[Network]:
    """All that the browser can reach but this machine's own services."""
    made = Network()
    yield made
    made.close()


@pytest.fixture(scope="session")
def chromium_that_runs(network: Network, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The one Chromium of all tests."""
    if not chromium.is_installed():
        missing("Chromium is not installed (Debian: apt-get install chromium)")
    made = Chromium(tmp_path_factory.mktemp("chromium"), network)
    yield made
    made.close()


@pytest.fixture
def browser(chromium_that_runs: Chromium, network: Network) -> Chromium:
    """A running Chromium in which nothing has happened."""
    network.serve({})
    chromium_that_runs.dialogs()
    return chromium_that_runs
