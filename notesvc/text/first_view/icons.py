"""Icons of the app's one set (Tabler, MIT), as far as first views show any."""

from markupsafe import Markup

SEARCH = "M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M21 21l-6 -6"
CLOSE = "M18 6l-12 12M6 6l12 12"
DOWN = "M6 9l6 6l6 -6"
CHECK = "M5 12l5 5l10 -10"
TEXT = (
    "M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2"
    "M9 9l1 0M9 13l6 0M9 17l6 0"
)
NOTEBOOK = "M6 4h11a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-11a1 1 0 0 1 -1 -1v-14a1 1 0 0 1 1 -1m3 0v18M13 8l2 0M13 12l2 0"
_SVG = Markup(
    '<svg width="{size}" height="{size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="{path}"/></svg>'
)


def of(path: str, size: int, stroke: float) -> Markup:
    """The icon, so large and with lines so wide."""
    return _SVG.format(path=path, size=size, stroke=stroke)
