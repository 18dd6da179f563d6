"""The picture that previews show of an open share: its title and where it is, drawn without a browser."""

import re
import unicodedata
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import resvg_py

WIDTH, HEIGHT = 1200, 630
"""In pixels; what previews of links are made for."""

_FONTS = [str(Path(__file__).parent / "fonts" / f"{name}.ttf") for name in ("latin", "arabic", "japanese")]
# The drawing looks for another font only for whole lines, so one is named for each piece. That for Arabic has European
# letters, too, since what runs from right to left must not be in pieces.
_ARABIC = re.compile("[\u0600-\u077f\ufb50-\ufefe]")
_NOT_WITH_ARABIC = re.compile("[^ -\u017f\u0600-\u077f\u2009-\u2026\u2039\u203a\u20ac\ufb50-\ufefe]")
_PIECES = re.compile("([^\\x00-\u05ff\u1e00-\u20bf]+)|([\\x00-\u05ff\u1e00-\u20bf]+)")
_EDGE = 96
_LINE_HEIGHT = 1.24
# The largest size whose lines fit is taken: font size in pixels and lines.
_SIZES = ((96, 3), (80, 4), (64, 5), (52, 6))


class _Look(NamedTuple):
    paper: str
    ink: str
    quiet: str
    accent: str


_LOOKS = {
    "paper": _Look("#fbfaf7", "#2b2620", "#6f6860", "#2f5fb3"),
    "book": _Look("#f7f0e2", "#2f2318", "#74614f", "#8d3a22"),
    "slate": _Look("#1b2230", "#e3e7ee", "#9aa6b8", "#4cc3cf"),
}


@lru_cache(maxsize=64)
def draw(title: str, host: str, theme: str) -> bytes:
    """A PNG of `WIDTH` by `HEIGHT` pixels. Letters of scripts that the fonts do not have are left out."""
    look = _LOOKS.get(theme, _LOOKS["paper"])
    shown = " ".join("".join(letter for letter in title if _is_drawable(letter)).split()) or host
    is_right_to_left = _is_right_to_left(shown)
    size, lines = _set_in_lines(shown)
    x, anchor = (WIDTH - _EDGE, "end") if is_right_to_left else (_EDGE, "start")
    top = (HEIGHT - 110 - (len(lines) - 1) * size * _LINE_HEIGHT) / 2 + size * 0.36
    texts = []
    for number, line in enumerate(lines):
        said = _from_right_to_left(line) if is_right_to_left else line
        texts.append(_text(x, top + number * size * _LINE_HEIGHT, size, look.ink, said))
    texts.append(_text(x, HEIGHT - 72, 32, look.quiet, host))
    bar = WIDTH - _EDGE - 72 if is_right_to_left else _EDGE
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="100%" height="100%" fill="{look.paper}"/>'
        f'<rect x="{bar}" y="{HEIGHT - 138}" width="72" height="6" rx="3" fill="{look.accent}"/>'
        f'<g text-anchor="{anchor}">{"".join(texts)}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_FONTS))


def _text(x: int, y: float, size: int, colour: str, said: str) -> str:
    return (
        f'<text x="{x}" y="{y:.0f}" font-weight="700" font-size="{size}" '
        f'fill="{colour}" xml:space="preserve">{_pieces(said)}</text>'
    )


def _pieces(said: str) -> str:
    if _ARABIC.search(said):
        return f'<tspan font-family="Noto Sans Arabic">{escape(_NOT_WITH_ARABIC.sub("", said))}</tspan>'
    return "".join(
        f'<tspan font-family="{"Noto Sans JP" if found[1] else "Noto Sans"}">{escape(found[0])}</tspan>'
        for found in _PIECES.finditer(said)
    )


def _from_right_to_left(line: str) -> str:
    """The line with its runs of words of one direction in the order of the places where they are seen."""
    runs: list[list[str]] = []
    last: bool | None = None
    for word in line.split():
        direction = _is_right_to_left(word)
        if not runs or (direction is not None and direction != last):
            runs.append([])
            last = direction
        runs[-1].append(word)
    return " ".join(" ".join(words) for words in reversed(runs))


def _is_right_to_left(text: str) -> bool | None:
    """As the first letter that has a direction; None without one."""
    directions = map(unicodedata.bidirectional, text)
    first = next((each for each in directions if each in ("L", "R", "AL")), None)
    return None if first is None else first != "L"


def _set_in_lines(title: str) -> tuple[int, list[str]]:
    """The font size and the lines; a title that fits at no size is cut."""
    for size, most in _SIZES:
        lines = _lines(title, (WIDTH - 2 * _EDGE) / size)
        if len(lines) <= most:
            return size, lines
    lines = lines[:most]
    lines[-1] = lines[-1][:-1].rstrip() + "…"
    return size, lines


def _lines(title: str, width: float) -> list[str]:
    """Broken between words, and within a word that is no line's length or has no blanks around it."""
    lines, line, length = [], "", 0.0
    for word in _words(title):
        wide = _width(word)
        if line and length + wide > width:
            lines.append(line.rstrip())
            line, length, word = "", 0.0, word.lstrip()
        line, length = line + word, length + wide
    return [*lines, line.rstrip()]


def _words(title: str) -> list[str]:
    """The pieces between which a line may be broken: words with the blank before them, and wide letters singly."""
    pieces = [""]
    for letter in title:
        is_wide = unicodedata.east_asian_width(letter) in "WF"
        if letter == " " or is_wide or len(pieces[-1]) >= 18:
            pieces.append(letter)
        else:
            pieces[-1] += letter
    return [piece for piece in pieces if piece]


def _width(text: str) -> float:
    """About how wide, in times the font size; rather too wide than too narrow."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in " .,:;'|!iIljtfr()[]-":
        return 0.4
    return 0.94 if letter in "mwMWЖШЩЮжшщюф" else 0.7 if letter.isupper() else 0.6


def _is_drawable(letter: str) -> bool:
    """Whether one of the fonts has the letter: European scripts, Arabic, and the Japanese standard's (JIS X 0208)."""
    code = ord(letter)
    if code < 0x530 or 0x600 <= code < 0x780 or 0x1E00 <= code < 0x20C0 or 0xFB50 <= code < 0xFEFF:
        return letter.isprintable() or letter in "\u200c\u200d"
    try:
        return len(letter.encode("euc_jp")) == 2
    except UnicodeEncodeError:
        return False
