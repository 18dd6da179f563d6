"""A workspace of hostile fields on every page of the app, with the content security policy switched off:
what holds here is the escaping alone, and the policy stands behind it."""

from collections.abc import Callable

import pytest

from tests.app import hostile
from tests.app.visitor import Visitor
from tests.service import Service

# What a person might set off without meaning to; no button of the app is pressed.
_TOUCH = """() => {
  const events = ["mouseover", "mouseenter", "pointerenter", "focus", "error", "load", "toggle", "begin"];
  for (const element of document.querySelectorAll("body *")) {
    for (const event of events) element.dispatchEvent(new Event(event));
  }
  const links = [...document.querySelectorAll("a[href]")].map((link) => link.href.baseVal ?? link.href);
  return links.filter((href) => !/^(https?|mailto|note):/i.test(href));
}"""
# Scripts that are not the page's own; what was found comes with it as data until the app has taken it.
_FOREIGN = """() => document.querySelectorAll(
  "script:not([nonce], [src], #first-words, #first-answer)"
).length"""


@pytest.fixture
def target(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    return visit(service, bypass_csp=True).register(name="<img src=x onerror=alert(1)>")


def test_nothing_that_a_user_can_fill_runs_or_calls_out_on_any_page(target: Visitor) -> None:
    told: list[str] = []
    target.page.on("dialog", lambda dialog: (told.append(f"dialog at {target.page.url}"), dialog.dismiss()))
    target.page.on(
        "request",
        lambda request: (
            told.append(request.url) if not request.url.startswith((target.service.url, "data:", "blob:")) else None
        ),
    )
    for address in hostile.fill(target):
        page = target.open(address)
        page.wait_for_load_state("networkidle")
        followed = page.evaluate(_TOUCH)
        assert followed == [], address
        assert page.evaluate(_FOREIGN) == 0
    assert told == []
