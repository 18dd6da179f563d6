"""The text of a file whose encoding nobody told."""

import codecs

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_IN_BINARIES = bytes(set(range(32)) - set(b"\t\n\r\f\x1b\x08"))


def decode(raw: bytes) -> tuple[str, str | None]:
    """The text without a byte order mark, and a remark where something was guessed or dropped.

    UTF-8, else UTF-16 where its mark says so, else Latin-1, which fits anything.
    """
    text, remark = _decode(raw)
    if "\x00" in text:
        text, remark = text.replace("\x00", ""), "NUL characters were dropped"
    return text, remark


def is_text(head: bytes) -> bool:
    """Whether a file that begins like this is text: no control characters that text does without."""
    if head.startswith(_UTF16):
        return True
    return not any(byte in head for byte in _IN_BINARIES)


def _decode(raw: bytes) -> tuple[str, str | None]:
    if raw.startswith(_UTF16):
        text = raw.decode("utf-16", errors="replace")
        return text, "characters that are no UTF-16 were replaced" if "\ufffd" in text else None
    try:
        return raw.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        return raw.decode("latin-1"), "the file is not UTF-8: it was read as Latin-1"
