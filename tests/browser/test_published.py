"""Public pages of hostile notes, opened by a stranger in a real browser."""

import pytest

from tests.browser.chromium import Chromium
from tests.browser.network import PAGES, Network
from tests.browser.payloads import POKE_AT_ONCE, SHOW_ALL, apart, armed
from tests.process.member import Member, register
from tests.process.wire import Wire
from tests.service import Service, wait_until
from tests.text.hostile_html import payloads

PAYLOADS = 1_000
IN_EACH = 4
OPENED = 40
# Counts the pages that were shown.
SHOW_PAGES = SHOW_ALL.replace("body > section", "main#text")


def publish(owner: Member) -> tuple[str, list[str]]:
    """A site whose notes hold all payloads; the names of its pages."""
    folder = owner.make("/api/workspace/folders", name="Site")["id"]
    every = payloads()
    chosen = [armed(every[number * len(every) // PAYLOADS], f"p{number}") for number in range(PAYLOADS)]
    names = [f"p{number}" for number in range(0, PAYLOADS, IN_EACH)]
    for number, name in enumerate(names):
        owner.note(name, "\n\n".join(chosen[number * IN_EACH : (number + 1) * IN_EACH]), parentId=folder)
    link = owner.make(f"/api/workspace/folders/{folder}/shares")
    wait_until(lambda: owner.get("/api/workspace/shares")["shares"][0]["frozenAt"], "the site was not frozen")
    return f"/s/{link['slug']}", names


@pytest.mark.full
def test_frozen_payloads_do_nothing(service: Service, browser: Chromium, network: Network) -> None:
    owner = register(service)
    root, names = publish(owner)
    with Wire(service.url) as wire:
        replies = {name: wire.ask("GET", f"{root}/{name}") for name in names}
    assert {reply.status for reply in replies.values()} == {200}
    # The policy is the second wall; here the first one has to stand alone.
    network.serve(apart({name: reply.body.decode() for name, reply in replies.items()}, "object-src *"))
    assert browser.open(f"{PAGES}/all", SHOW_PAGES) == len(names)
    assert network.ran() == set()
    assert [each for each in network.unexpected() if not each.startswith(f"{PAGES}/s/")] == []
    # As they are sent, at their own address.
    network.serve({})
    for name in names[:: len(names) // OPENED]:
        assert browser.open(f"{service.url}{root}/{name}", POKE_AT_ONCE) == f"{name} – Site"
    assert (network.ran(), network.unexpected(), browser.dialogs()) == (set(), [], [])
