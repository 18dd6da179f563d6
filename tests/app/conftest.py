"""A browser for the web app's tests, the service with one account, and the built app."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.ai.fakes import FakeProvider, fake_provider
from tests.app import asking, providers
from tests.app.providers import Providers
from tests.app.two import BOB
from tests.app.visitor import PATIENCE, Visitor
from tests.browser import chromium
from tests.kept import Services
from tests.places import PACKAGE, missing
from tests.ports import unused_port
from tests.service import Service
from tests.web.external import provider_stub
from tests.web.external.provider_stub import Stub


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one Chromium of these tests; each visitor has a profile of their own in it."""
    if not chromium.is_installed():
        missing("Chromium is not installed (Debian: apt-get install chromium)")
    if not (PACKAGE / "static" / "index.html").is_file():
        missing("the web app is not built (make web)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.SHELL, args=chromium.FLAGS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Opens a fresh profile at a service: `visit(service, viewport=PHONE, color_scheme="dark")`."""
    visitors: list[Visitor] = []

    def come(service: Service, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, service, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def instance(instance: Path, migrated_sqlite: Path) -> Path:
    """An instance folder with an empty database: what is started on it need not migrate first."""
    return Path(shutil.copytree(migrated_sqlite, instance, dirs_exist_ok=True))


@pytest.fixture
def service(services: Services) -> Service:
    """A service without an account; it has served other tests before."""
    return services.empty()


@pytest.fixture
def ada(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    """The first account of a fresh service, signed in, at no page yet."""
    return visit(service).register()


@pytest.fixture
def bob(ada: Visitor, visit: Callable[..., Visitor]) -> Visitor:
    """A second account at Ada's service, which has to let him in."""
    return visit(ada.service).register(BOB, "Bob")


@pytest.fixture
def open_service(services: Services) -> Service:
    """A service where anybody may have an account; it has none yet, and has served other tests before."""
    return services.empty(NOTESVC_REGISTRATION="open")


@pytest.fixture
def pair(open_service: Service, visit: Callable[..., Visitor]) -> tuple[Visitor, Visitor]:
    """Ada, who owns notes, and Bob, with whom she shares some."""
    ada = visit(open_service).register()
    return ada, visit(open_service).register(BOB, "Bob")


@pytest.fixture(scope="session")
def issuer() -> Iterator[str]:
    """The address of the OpenID provider, which keeps whom it knows."""
    with contextlib.ExitStack() as running:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NO_PROXY", providers.UNPROXIED)
            url = running.enter_context(providers.issuing(unused_port()))
        yield url


@pytest.fixture(scope="session")
def github() -> Iterator[Stub]:
    with provider_stub.running() as stub:
        yield stub


@pytest.fixture
def ground(services: Services, issuer: str, github: Stub, monkeypatch: pytest.MonkeyPatch) -> Providers:
    """The service with two providers that run beside it."""
    monkeypatch.setenv("NO_PROXY", providers.UNPROXIED)
    return Providers(services.empty(**providers.settings(issuer, github.url)), issuer)


@pytest.fixture(scope="session")
def running_model_provider() -> Iterator[FakeProvider]:
    """One provider of language models for all tests, so that they can have one service."""
    with fake_provider() as provider:
        yield provider


@pytest.fixture
def model_provider(running_model_provider: FakeProvider) -> FakeProvider:
    """The provider of language models as if nobody had asked it yet."""
    return asking.fresh(running_model_provider)


@pytest.fixture
def reader(ada: Visitor, visit: Callable[..., Visitor]) -> Visitor:
    """Somebody without an account at Ada's service, in a browser that counts as a person's."""
    return visit(ada.service, user_agent="Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0")
