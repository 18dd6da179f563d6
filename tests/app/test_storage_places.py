"""Settings › Storage with real servers: attachments move there and back, and a mirror goes the ways that hold there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.catalogue import said
from tests.app.storage_page import PAGE, fill, part, prove, set_up
from tests.app.visitor import Visitor
from tests.backends.servers import SECRET, USER, Server, rclone_s3, wsgidav
from tests.kept import Services
from tests.service import Service, wait_until

# Milliseconds for what the jobs process does by itself.
_WORK = 60_000


@pytest.fixture
def service(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Service:
    """A service that may ask this machine, and has a folder for mirrors."""
    root = tmp_path_factory.getbasetemp() / "mirrors"
    root.mkdir(exist_ok=True)
    return services.empty(NOTESVC_STORAGE_NETWORKS="127.0.0.0/8", NOTESVC_MIRROR_ROOT=str(root))


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Server]:
    with wsgidav(tmp_path) as server:
        yield server


@pytest.fixture
def careless(tmp_path: Path) -> Iterator[Server]:
    """An S3 server that overwrites whatever is there."""
    with rclone_s3(tmp_path) as server:
        yield server


def test_attachments_move_to_a_server_and_their_secret_is_never_shown(ada: Visitor, cloud: Server) -> None:
    kept = ada.context.request.post(
        "/api/workspace/attachments",
        multipart={"file": {"name": "tea.txt", "mimeType": "text/plain", "buffer": b"Tea at four."}},
        headers={"Origin": ada.service.url},
    )
    assert kept.status == 201, kept.text()
    page = ada.open(PAGE)
    dialog = set_up(page, "Change: Attachments", "WebDAV")
    dialog.get_by_role("radio", name="Another server").check()
    fill(dialog, {"Address": cloud.address, "User name": USER, "Password": SECRET})
    _test(page, dialog)
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("region", name="Moving the files")).to_contain_text(
        "All files have moved. The old place is kept until", timeout=_WORK
    )
    expect(part(page, "attachments")).to_contain_text("In order.")
    expect(part(page, "attachments")).to_contain_text("a secret is stored")
    assert ada.context.request.get(kept.json()["url"]).text() == "Tea at four."
    assert cloud.files is not None
    assert any(path.is_file() for path in cloud.files.rglob("*"))
    page.reload()
    page.get_by_role("button", name="Change: Attachments").click()
    secret = page.get_by_role("dialog").get_by_label("Password")
    expect(secret).to_have_value("")
    expect(secret).to_have_accessible_description(said("storage.setUp.secretKept"))
    assert SECRET not in page.content()


def test_where_both_ways_would_lose_something_the_page_says_why_and_goes_out_only(
    ada: Visitor, careless: Server
) -> None:
    page = ada.open(PAGE)
    dialog = set_up(page, "Set up: Mirror", "S3")
    dialog.get_by_role("radio", name="Another server").check()
    access = {"Access key ID": USER, "Secret access key": SECRET}
    fill(dialog, {"Address": careless.address, "Bucket": careless.bucket} | access)
    _test(page, dialog)
    expect(dialog.get_by_role("radio", name="Both ways")).to_be_disabled()
    expect(dialog).to_contain_text(said("storage.setUp.noTwoWay"))
    dialog.get_by_role("button", name="Save").click()
    expect(part(page, "mirror")).to_contain_text("Out only")
    assert careless.files is not None
    files = careless.files
    wait_until(lambda: any(files.rglob("*.md")), "no note is written there")


def test_a_folder_is_kept_in_step_and_keeps_its_files_when_it_is_turned_off(
    ada: Visitor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    names = [ada.note(f"Recipe {number}", "Stir.")["name"] for number in range(8)]
    page = ada.open(PAGE)
    dialog = set_up(page, "Set up: Mirror", "A folder on this server")
    _test(page, dialog)
    expect(dialog.get_by_role("radio", name="Both ways")).to_be_checked()
    dialog.get_by_role("button", name="Save").click()
    expect(part(page, "mirror")).to_contain_text("In step.", timeout=_WORK)
    expect(part(page, "mirror")).to_contain_text("Last round")
    page.get_by_role("button", name="Turn off: Mirror").click()
    page.get_by_role("dialog").get_by_role("button", name="Turn off").click()
    expect(part(page, "mirror")).to_contain_text("No mirror")
    root = tmp_path_factory.getbasetemp() / "mirrors"
    assert {path.stem for path in root.rglob("Recipe*.md")} == set(names)


def _test(page: Page, dialog: Locator) -> None:
    dialog.get_by_role("button", name="Test").click()
    prove(page)
    expect(dialog.get_by_role("status").first).to_contain_text("It works.", timeout=_WORK)
