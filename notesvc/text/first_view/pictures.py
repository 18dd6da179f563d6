"""Pictures of this service as HTML, with the room that they will take."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from markupsafe import Markup

from notesvc.text.first_view import addresses

Sizes = Mapping[str, tuple[int, int]]
"""Width and height in pixels, by the id in the address of the file."""

_WIDTH = re.compile(r"(.*)\|(\d{1,5})(?:x\d{1,5})?")
_IMAGE = Markup('<img class="{}" src="{}" alt="{}"{} loading="lazy" decoding="async" referrerpolicy="no-referrer">')
_STYLE = Markup(' style="{}"')
_ID = slice(len("/files/"), len("/files/") + 36)
_sizes: ContextVar[Sizes] = ContextVar("sizes", default={})  # noqa: B039  # nobody writes into it


@contextmanager
def known(sizes: Sizes) -> Iterator[None]:
    """The sizes of what is shown within."""
    token = _sizes.set(sizes)
    try:
        yield
    finally:
        _sizes.reset(token)


def picture(url: str, name: str, width: Any = None, *, is_inline: bool = False) -> Markup:
    """A picture of this service; one from elsewhere is not asked for, its name stands there."""
    shown = addresses.picture(url)
    if shown is None or shown.lower().endswith(".svg"):
        kind = "picture-absent is-inline" if is_inline else "picture-absent"
        return Markup('<span class="{}">{}</span>').format(kind, name)
    room = _room(shown)
    kind = "picture" + " is-inline" * is_inline + " is-sized" * bool(room)
    pixels = Markup(' width="{}"').format(round(width)) if isinstance(width, int | float) and width > 0 else ""
    return _IMAGE.format(kind, shown, name, pixels + _style(room))


def in_markdown(url: str, name: str, width: int | None) -> Markup:
    """A picture of this service as the surface for Markdown shows it (`clients/web/src/editor/raw/widgets.ts`)."""
    room = _room(url)
    kind = "raw-picture" + " is-sized" * bool(room)
    return _IMAGE.format(kind, url, name, _style(room, f"inline-size: {width}px" if width else ""))


def named_width(name: str) -> tuple[str, int | None]:
    """A picture's name and the width that is written at its end."""
    found = _WIDTH.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


def _room(url: str) -> str:
    size = _sizes.get().get(url[_ID].lower())
    return "--picture-width: {}; --picture-height: {}".format(*size) if size else ""


def _style(*declarations: str) -> Markup:
    said = "; ".join(filter(None, declarations))
    return _STYLE.format(said) if said else Markup()
