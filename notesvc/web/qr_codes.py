"""QR codes: texts for a camera."""

import segno

# Modules of empty space around it, without which some cameras find nothing (ISO/IEC 18004, section 9.1).
_QUIET_ZONE = 4


def as_image(text: str) -> str:
    """The text as a QR code: an SVG in a data: address, black on white whatever is around it."""
    code = segno.make(text, error="m", micro=False)
    return str(code.svg_data_uri(border=_QUIET_ZONE, dark="#000", light="#fff", omitsize=True))
