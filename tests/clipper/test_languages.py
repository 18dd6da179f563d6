"""The clipper speaks the language of the browser, in the direction that it is written in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser import chromium as installed
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site
from tests.places import missing

# What stands further left or right than the page's own room.
_OUTSIDE = """[...document.querySelectorAll("button, input, textarea, p, label")].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width > 0 && (left < 12 || right > document.documentElement.clientWidth - 12) && !each.matches(".quiet");
}).map((each) => each.id || each.textContent)"""


@pytest.fixture
def start_in(tmp_path: Path, extension: Path) -> Iterator[Callable[[str], Chromium]]:
    """Starts Chromium in a language."""
    if not installed.is_installed():
        missing("Chromium is not installed (Debian: apt-get install chromium)")
    running: list[Chromium] = []

    def begin(language: str) -> Chromium:
        running.append(Chromium(tmp_path / language, extension, f"--lang={language}"))
        return running[-1]

    yield begin
    for each in running:
        each.kill()


@pytest.mark.parametrize(
    ("language", "title", "save"),
    [
        ("ar", "إعدادات أداة القص", "حفظ"),
        ("ja", "クリッパーの設定", "保存"),
        ("es", "Ajustes de la extensión", "Guardar"),
        ("fr", "Clipper settings", "Keep"),
    ],
)
def test_its_pages_speak_the_browsers_language(
    start_in: Callable[[str], Chromium], site: Site, language: str, title: str, save: str
) -> None:
    chromium, direction = start_in(language), "rtl" if language == "ar" else "ltr"
    options = chromium.own("options.html")
    options.wait(f"document.querySelector('h1').textContent === '{title}'")
    assert options.run("document.documentElement.dir") == direction
    popup = chromium.popup_over(f"{site.url}/article.html")
    popup.wait(f"document.getElementById('save').textContent === '{save}'")
    popup.wait("document.getElementById('text').value !== ''")
    assert popup.run("document.documentElement.dir") == direction
    assert popup.run(_OUTSIDE) == []
