"""Tags."""

from typing import Any

from notesvc.domain import tags
from notesvc.domain.caller import Caller
from notesvc.web import forms, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("tags", "/api/workspace/tags")


class Paint(forms.Form):
    """PUT tags/{tag}/color; null takes the colour away."""

    color: forms.Color | None


class TagShape(shapes.Shape):
    """A tag, its colour, and how many notes have it."""

    tag: str
    color: str | None
    count: int


class TagList(shapes.Shape):
    """All tags, by name."""

    tags: list[TagShape]
    next_cursor: str | None


@area.get("", access=SESSION, answers={200: TagList})
def list_tags(caller: Caller) -> Any:
    """All tags, by name."""
    return {"tags": [shape(row) for row in tags.tags(caller)], "nextCursor": None}


@area.put("/<path:tag>/color", access=SESSION, form=Paint, answers={200: TagShape})
def paint(caller: Caller, tag: str, form: Paint) -> Any:
    """Give a tag a colour."""
    return shape(tags.paint(caller, tag, form.color))


@area.post("/<path:tag>/rename", access=SESSION, form=forms.NewName, answers={200: TagShape})
def rename(caller: Caller, tag: str, form: forms.NewName) -> Any:
    """Rename a tag and those below it in every note; onto another tag it merges."""
    return shape(tags.rename(caller, tag, form.name))


def shape(row: tags.TagCount) -> dict[str, Any]:
    """TagShape."""
    return {"tag": row[0], "color": row[1], "count": row[2]}
