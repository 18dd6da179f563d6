"""After signing in, the browser stays with this service."""

from urllib.parse import urljoin, urlsplit

import pytest

from notesvc.web.local_path import local_path
from tests.web.local_paths import CONTROLS, HOSTILE

HOME = "https://notes.example.org/sign-in"
GOOD = [
    "/",
    "/notes/x",
    "/notes/x?a=1&b=//c",
    "/search?q=a%20b",
    "/journal/2026-11-21#at",
    "/tags/a%2Fb",
    "/@ada",
    "/a:b",
]


@pytest.mark.parametrize("payload", HOSTILE + CONTROLS)
def test_what_could_lead_elsewhere_leads_home(payload: str) -> None:
    assert local_path(payload) == "/"


@pytest.mark.parametrize("path", GOOD)
def test_addresses_of_the_service_are_kept(path: str) -> None:
    assert local_path(path) == path
    assert urlsplit(urljoin(HOME, local_path(path))).netloc == "notes.example.org"


def test_nothing_leads_home() -> None:
    assert local_path(None) == "/"
    assert len(HOSTILE + CONTROLS) >= 40
