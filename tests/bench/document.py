"""The figures in docs/performance.md: what stands between the markers is replaced, all else is kept."""

from pathlib import Path

from tests.places import PROJECT

PATH = PROJECT / "docs" / "performance.md"
_BEGIN, _END = "<!-- figures: begin -->", "<!-- figures: end -->"


def write(figures: str, path: Path = PATH) -> None:
    """Put the figures between the markers. Raises ValueError when the document has not just one pair of them."""
    text = path.read_text(encoding="utf-8")
    if text.count(_BEGIN) != 1 or text.count(_END) != 1 or text.index(_BEGIN) > text.index(_END):
        raise ValueError(f"{path.name} must hold {_BEGIN} and {_END} once, in this order")
    before, _, rest = text.partition(_BEGIN)
    after = rest.partition(_END)[2]
    path.write_text(f"{before}{_BEGIN}\n{figures.strip()}\n{_END}{after}", encoding="utf-8")
