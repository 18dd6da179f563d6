"""The page itself: what it is served with, and that it asks nobody else for anything."""

from tests.app.visitor import Visitor


def test_the_app_asks_only_its_own_service(ada: Visitor) -> None:
    asked: set[str] = set()
    ada.page.on("request", lambda request: asked.add(request.url))
    ada.open("/").wait_for_load_state("networkidle")
    assert asked
    assert {url for url in asked if not url.startswith((ada.service.url, "data:", "blob:"))} == set()
