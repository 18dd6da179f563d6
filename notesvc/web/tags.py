"""Tags."""

from typing import Any

from pydantic import Field

from notesvc import shapes
from notesvc.domain import tags
from notesvc.domain.caller import Caller
from notesvc.web import forms, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("tags", "/api/workspace/tags")


class Paint(forms.Form):
    """PUT tags/{tag}/color; null takes the colour away."""

    color: forms.Color | None = Field(description="The colour, as `#rrggbb`; null takes it away.")


class TagShape(shapes.Shape):
    """A tag, its colour, and how many notes have it."""

    tag: str = Field(description="The tag, case-folded.")
    color: str | None = Field(description="Its colour, as `#rrggbb`; null where none.")
    count: int = Field(description="How many notes have it.")


class TagList(shapes.Shape):
    """A page of the tags, by name."""

    tags: list[TagShape] = Field(description="The tags on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("", access=SESSION, query=forms.Page, answers={200: TagList})
def list_tags(caller: Caller, query: forms.Page) -> Any:
    """All tags, by name."""
    rows, cursor = paging.page(query, "tags", tags.tags(caller), lambda row: row[0])
    return TagList.of(tags=rows, next_cursor=cursor)


@area.put("/<path:tag>/color", access=SESSION, form=Paint, answers={200: TagShape})
def paint(caller: Caller, tag: str, form: Paint) -> Any:
    """Give a tag a colour."""
    return TagShape.of(tags.paint(caller, tag, form.color))


@area.post("/<path:tag>/rename", access=SESSION, form=forms.NewName, answers={200: TagShape})
def rename(caller: Caller, tag: str, form: forms.NewName) -> Any:
    """Rename a tag and those below it in every note; onto another tag it merges."""
    return TagShape.of(tags.rename(caller, tag, form.name))
