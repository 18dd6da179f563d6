"""Files that a page sends as a form, as browsers make them."""

from typing import Any

from tests.app.visitor import Visitor

SIZES = [1, 100, 200, 300, 500, 1_000, 3_000, 32 * 1_024]
SEND = """
async kib => {
    const size = kib * 1024
    const bytes = new Uint8Array(size)
    for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65536, size)))
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg')
    const sent = await fetch('/api/workspace/attachments', { method: 'POST', body: form })
    const made = await sent.json()
    if (!sent.ok) return [sent.status, made.detail]
    const served = new Uint8Array(await (await fetch(made.url)).arrayBuffer())
    return [sent.status, served.length === size && served.every((byte, at) => byte === bytes[at])]
}
"""


def test_files_of_any_size_come_in_by_a_form_and_out_again_whole(ada: Visitor) -> None:
    page = ada.open("/")
    answers: list[Any] = [page.evaluate(SEND, size) for size in SIZES for _ in range(2 if size < 32_000 else 1)]
    assert answers == [[201, True]] * len(answers)
