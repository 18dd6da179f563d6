"""Pictures and files as the clipboard has them."""

import re

DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/"
    "w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=="
)


def files(text: str) -> list[str]:
    return re.findall(r"!\[[^\]]*\]\((/files/[^)]+)\)", text)
