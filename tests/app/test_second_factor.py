"""Setting up an authenticator app: what a camera sees, and what those without one read."""

from urllib.parse import parse_qs, urlsplit

import pytest
import segno
from playwright.sync_api import expect

from notesvc import clock
from notesvc.domain.accounts import one_time_codes
from tests.app import axe
from tests.app.visitor import PASSWORD, Visitor

# The picture as a camera would have it, with that many modules to a side: whether each is dark, row by row.
_MODULES = """async (image, side) => {
  await image.decode();
  const size = side * 4, canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, size, size);
  const isDark = (x, y) => pen.getImageData(x * 4 + 2, y * 4 + 2, 1, 1).data[0] < 128;
  const steps = [...Array(side).keys()];
  return steps.map((y) => steps.map((x) => isDark(x, y)));
}"""
_QUIET_ZONE = 4


@pytest.mark.journey
def test_it_shows_a_code_to_scan_the_same_to_type_and_takes_the_apps_answer(ada: Visitor) -> None:
    page = ada.open("/settings/security")
    page.get_by_role("button", name="Set up an app").click()
    page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    picture = page.get_by_role("img", name="QR code of the secret")
    expect(picture).to_be_visible()
    link = str(page.get_by_role("link", name="Open in the app").get_attribute("href"))
    wanted = [[bool(module) for module in row] for row in segno.make(link, error="m").matrix_iter(border=_QUIET_ZONE)]
    assert picture.evaluate(_MODULES, len(wanted)) == wanted
    assert axe.violations(page) == []
    secret = secret_of(link)
    assert page.locator("code.security-secret").inner_text().replace(" ", "") == secret
    page.get_by_label("Code").fill(one_time_codes.code_at(secret, clock.timestamp_ms() // 30_000))
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("dialog").get_by_label("Recovery codes")).to_be_visible()


def secret_of(link: str) -> str:
    """The secret that an app takes from the address."""
    address = urlsplit(link)
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    [secret] = parse_qs(address.query)["secret"]
    return secret
