"""What a test looks at and pastes in the editor."""

import struct
import zlib
from typing import Any

from playwright.sync_api import Locator, Page

from tests.app.visitor import Visitor
from tests.app.writing import begin
from tests.service import wait_until

TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"
GIVE_PICTURE = """([kind, x, y]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 300 });
  canvas.getContext("2d").fillRect(0, 0, 200, 300);
  return new Promise((done) => canvas.toBlob((blob) => {
    const data = new DataTransfer();
    data.items.add(new File([blob], "dot.png", { type: "image/png" }));
    const some = { bubbles: true, cancelable: true, clientX: x, clientY: y };
    const target = kind === "paste" ? document.activeElement : document.elementFromPoint(x, y);
    target.dispatchEvent(kind === "paste"
      ? new ClipboardEvent("paste", { ...some, clipboardData: data })
      : new DragEvent("drop", { ...some, dataTransfer: data }));
    done();
  }));
}"""


def png(width: int, height: int) -> bytes:
    """A picture of that size, in stripes."""
    rows = b"".join(b"\0" + bytes((40, 120 + y % 80, 90)) * width for y in range(height))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows))]
    parts = [struct.pack(">I", len(each)) + kind + each for kind, each in [*chunks, (b"IEND", b"")]]
    sums = [struct.pack(">I", zlib.crc32(part[4:])) for part in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(part + check for part, check in zip(parts, sums, strict=True))


def content(ada: Visitor, note: dict[str, Any]) -> str:
    return str(ada.read(note["id"])["content"])


def open_note(ada: Visitor, text: str, mode: str = "block") -> dict[str, Any]:
    note = ada.note("Written in", text, mode=mode)
    ada.go_on(f"/notes/{note['id']}")
    begin(ada.page)
    return note


def kept_picture(ada: Visitor, name: str, width: int, height: int) -> str:
    """The address of a picture of that size."""
    answer = ada.context.request.post(
        "/api/workspace/attachments",
        multipart={"file": {"name": f"{name}.png", "mimeType": "image/png", "buffer": png(width, height)}},
        headers={"Origin": ada.service.url},
    )
    return str(answer.json()["url"])


def picture(page: Page) -> Locator:
    return page.locator(".block-surface img[src^='/files/']")


def cells(markdown: str) -> list[list[str]]:
    lines = [line for line in markdown.splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def middle(place: Locator) -> tuple[float, float]:
    found = box(place)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def box(place: Locator) -> dict[str, float]:
    # What came with the page goes when the app has it: at that moment it has no box.
    found = wait_until(place.bounding_box, f"{place} is nowhere")
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}
