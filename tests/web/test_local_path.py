"""After signing in, the browser stays with this service."""

from urllib.parse import urljoin, urlsplit

import pytest

from notesvc.web.local_path import local_path

HOME = "https://notes.example.org/sign-in"
HOSTILE = """
//evil.example
///evil.example
////evil.example
/\\evil.example
\\\\evil.example
\\/evil.example
/\\/evil.example
https:evil.example
https://evil.example
https:/evil.example
HTTPS://evil.example
http://notes.example.org@evil.example
javascript:alert(1)
JaVaScRiPt:alert(1)
data:text/html,x
vbscript:x
evil.example
@evil.example
.evil.example
./evil.example
../evil.example
/%2f%2fevil.example
/%2fevil.example
/%5cevil.example
%2f%2fevil.example
/%5C%5Cevil.example
/%09/evil.example
/%0a/evil.example
/%0d%0aSet-Cookie:x=y
/%00/evil.example
/..//evil.example
/.//evil.example
/x//evil.example
/%2e%2e//evil.example
?next=//evil.example
#//evil.example
/é
""".strip().splitlines()
CONTROLS = [
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nLocation: x",
    "\t//evil.example",
    " //evil.example",
    "/\x00/x",
    "/\x7f/x",
    "/" + "x" * 3_000,
    "",
]
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
