"""Nothing hostile that is written into a note runs or asks for anything in a real browser."""

import pytest

from notesvc.text.html import sanitise
from notesvc.text.html.fallback import as_text
from notesvc.text.html.link_targets import Links, Target
from notesvc.text.html.page import EmbeddedNote, PageOptions, render
from notesvc.text.search.query import parse
from notesvc.text.search.snippet import around_matches, excerpt
from notesvc.web.headers import CONTENT_SECURITY_POLICY
from tests.browser.chromium import Chromium
from tests.browser.network import PAGES, Network
from tests.browser.payloads import SHOW_ALL, apart, armed, markup, together
from tests.text.hostile_html import payloads

LINKS = Links(wiki={"Known": Target("/notes/1")}, people=frozenset({"ada"}))
OPTIONS = PageOptions(LINKS, {"Known": EmbeddedNote("# A\n\n$x$ <b>y</b>", LINKS)})
# The least of the vectors that a browser of today runs when nobody has cleaned them.
FIRING = 25


@pytest.fixture(scope="module")
def hostile() -> list[tuple[str, str]]:
    """Every vector in every place of a note, by a name."""
    found = [(f"p{number}", armed(text, f"p{number}")) for number, text in enumerate(payloads())]
    assert len(found) >= 1_000
    return found


def show(browser: Chromium, network: Network, bodies: list[tuple[str, str]]) -> None:
    """Show all bodies as HTML and poke what is in them. None may leave its section, nor swallow what follows."""
    network.serve(together(bodies, in_each=50))
    assert browser.open(f"{PAGES}/all", SHOW_ALL) == len(bodies)


def assert_nothing_happened(browser: Chromium, network: Network) -> None:
    assert network.ran() == set()
    # Our own files may be asked for, and nothing else.
    assert [each for each in network.unexpected() if not each.startswith(f"{PAGES}/files/")] == []
    assert browser.dialogs() == []


def test_uncleaned_vectors_run_here(browser: Chromium, network: Network) -> None:
    network.serve(together(list(markup().items())))
    browser.open(f"{PAGES}/all", SHOW_ALL)
    assert len(network.ran()) >= FIRING, network.ran()
    assert "evil.example:443" in network.unexpected()


@pytest.mark.full
def test_nothing_in_a_rendered_note_runs_or_asks_for_anything(
    browser: Chromium, network: Network, hostile: list[tuple[str, str]]
) -> None:
    show(browser, network, [(name, render(text, OPTIONS).html) for name, text in hostile])
    assert_nothing_happened(browser, network)


def test_the_sanitiser_alone_lets_nothing_through(
    browser: Chromium, network: Network, hostile: list[tuple[str, str]]
) -> None:
    show(browser, network, [(name, sanitise.clean(text)) for name, text in hostile])
    assert_nothing_happened(browser, network)


def test_text_that_is_shown_as_it_is_does_nothing(
    browser: Chromium, network: Network, hostile: list[tuple[str, str]]
) -> None:
    show(browser, network, [(name, as_text(text)) for name, text in hostile])
    assert_nothing_happened(browser, network)


def test_snippets_of_hostile_text_do_nothing(
    browser: Chromium, network: Network, hostile: list[tuple[str, str]]
) -> None:
    terms = parse("fetch script x").terms
    found = [(name, around_matches(text, terms)) for name, text in hostile]
    around = [(name, excerpt(text, len(text) // 3, len(text) // 2)) for name, text in hostile]
    show(browser, network, found + around)
    assert_nothing_happened(browser, network)


def test_what_got_past_the_sanitiser_is_stopped_by_the_policy_of_every_answer(
    browser: Chromium, network: Network
) -> None:
    # Without the part on frames, so that all can be seen at once.
    policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'; ", "")
    assert policy != CONTENT_SECURITY_POLICY
    network.serve(apart(markup(), policy))
    browser.open(f"{PAGES}/all", SHOW_ALL)
    assert_nothing_happened(browser, network)
    network.serve(apart(markup(), "object-src *"))
    browser.open(f"{PAGES}/all", SHOW_ALL)
    assert len(network.ran()) >= FIRING, network.ran()
