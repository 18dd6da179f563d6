"""The colours of pages can be read on light and on dark, and every class that pages have is known to their style."""

import math
import re

import pytest

from notesvc.text.html import code_colours, mathml, page_style

_OKLCH = re.compile(r"--note-([a-z]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\);")
LIGHT, DARK = page_style.COLOURS.split("@media")
PAPER = {"light": [(1.0, 0.0, 0.0), (0.954, 0.008, 85.0)], "dark": [(0.17, 0.007, 70.0), (0.25, 0.008, 70.0)]}
WORDS = ["quiet", "blue", "teal", "green", "orange", "red", "pink", "violet"]


def luminance(lightness: float, chroma: float, hue: float) -> float:
    """Of a colour in OKLCH, as contrast is measured."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    red, green, blue = (min(1.0, max(0.0, part)) for part in (red, green, blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours(css: str) -> dict[str, tuple[float, float, float]]:
    return {name: (float(light) / 100, float(chroma), float(hue)) for name, light, chroma, hue in _OKLCH.findall(css)}


@pytest.mark.parametrize(("css", "on"), [(LIGHT, "light"), (DARK, "dark")])
def test_every_colour_of_words_can_be_read(css: str, on: str) -> None:
    found = colours(css)
    for name in WORDS:
        for paper in PAPER[on]:
            darker, lighter = sorted([luminance(*found[name]), luminance(*paper)])
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (name, paper)


def test_light_and_dark_have_the_same_colours() -> None:
    named = [set(re.findall(r"--note-[a-z]+(?=:)", css)) for css in (LIGHT, DARK)]
    used = set(re.findall(r"var\((--note-[a-z]+)\)", page_style.NOTE + page_style.CODE))
    assert named[0] == named[1] == used


def test_every_class_of_code_and_formulas_has_a_rule() -> None:
    rules = set(re.findall(r"\.([a-z][a-z0-9-]*)", page_style.CODE + page_style.MATHS))
    assert set(code_colours.CLASSES.values()) <= rules
    assert set(mathml.STYLES.values()) <= rules
