"""What requests may carry: the only place that knows the wire's camelCase on the way in."""

import re
from typing import Annotated, Any, Literal

import orjson
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic.alias_generators import to_camel

from notesvc import clock, limits

_COVER = r"^(https://|/files/)[^\s\"'<>\\]+$"
_COLOR = r"^#[0-9a-fA-F]{6}$"
# RFC 3339 with an offset; the calendar is checked besides.
_MOMENT = r"^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$"
_UUID = r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"


class Form(BaseModel):
    """A request body: unknown names are refused, types are taken as they are."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel, populate_by_name=False)

    def given(self) -> dict[str, Any]:
        """Only the fields that the request named, by their own names; null stays None."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class Query(BaseModel):
    """Query parameters: texts that are read as the field's type."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=False)


def _short_name(text: str) -> str:
    if len(text) > limits.MAX_NAME:
        raise ValueError(f"must be at most {limits.MAX_NAME} characters")
    return text


def _not_blank(text: str) -> str:
    if not re.search(r"\S", text):
        raise ValueError("must not be empty")
    return text


def _one_line(text: str) -> str:
    if re.search(r"[\x00-\x1f\x7f\u2028\u2029]", text):
        raise ValueError("must not hold control characters")
    return text


def _icon(text: str) -> str:
    if len(text) > limits.MAX_ICON:
        raise ValueError(f"must be at most {limits.MAX_ICON} characters")
    return text


def _cover(text: str) -> str:
    if len(text) > limits.MAX_COVER or not re.fullmatch(_COVER, text):
        raise ValueError("must be an https address or one of /files/")
    return text


def _color(text: str) -> str:
    if not re.fullmatch(_COLOR, text):
        raise ValueError("must be a colour as #rrggbb")
    return text.lower()


def _properties(value: dict[str, Any]) -> dict[str, Any]:
    if len(orjson.dumps(value)) > limits.MAX_PROPERTIES:
        raise ValueError(f"must be at most {limits.MAX_PROPERTIES} bytes as JSON")
    return value


def _tags(tags: list[str]) -> list[str]:
    if len(tags) > limits.MAX_TAGS:
        raise ValueError(f"must be at most {limits.MAX_TAGS} tags")
    return tags


def _moment(text: str) -> str:
    try:
        if not re.fullmatch(_MOMENT, text):
            raise ValueError
        return clock.written(clock.parse(text))
    except (ValueError, OverflowError) as error:
        raise ValueError("must be an RFC 3339 timestamp with an offset, such as 2026-11-21T10:00:00.000Z") from error


def _whole(number: Any) -> Any:
    """JSON knows one kind of number: 5.0 is 5."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def uuid_text(text: str) -> str:
    """The id in lower case. Raises ValueError for what is none."""
    if not re.fullmatch(_UUID, text.lower()):
        raise ValueError("must be an id")
    return text.lower()


_LINE = r"[^\u0000-\u001f\u007f\u2028\u2029]"
_NOT_BLANK = rf"^{_LINE}*[^\s\u0000-\u001f\u007f\u2028\u2029]{_LINE}*$"
_ANY_UUID = _UUID.replace("a-f", "a-fA-F")


def _says(**schema: Any) -> Any:
    """What the served document says of a rule that a validator enforces."""
    return Field(json_schema_extra=schema)


Id = Annotated[str, AfterValidator(uuid_text), _says(pattern=_ANY_UUID)]
Name = Annotated[
    str,
    AfterValidator(_short_name),
    AfterValidator(_one_line),
    _says(maxLength=limits.MAX_NAME, pattern=f"^{_LINE}*$"),
]
FilledName = Annotated[
    str,
    AfterValidator(_short_name),
    AfterValidator(_one_line),
    AfterValidator(_not_blank),
    _says(maxLength=limits.MAX_NAME, pattern=_NOT_BLANK),
]
Icon = Annotated[
    str, AfterValidator(_icon), AfterValidator(_one_line), _says(maxLength=limits.MAX_ICON, pattern=f"^{_LINE}*$")
]
Cover = Annotated[str, AfterValidator(_cover), _says(maxLength=limits.MAX_COVER, pattern=_COVER)]
Color = Annotated[str, AfterValidator(_color), _says(pattern=_COLOR)]
Tags = Annotated[list[str], AfterValidator(_tags), _says(maxItems=limits.MAX_TAGS)]
Properties = Annotated[dict[str, Any], AfterValidator(_properties)]
Moment = Annotated[str, AfterValidator(_moment), _says(format="date-time", pattern=_MOMENT)]
Number = Annotated[int, BeforeValidator(_whole), Field(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER)]
Mode = Literal["block", "raw"]
PageLimit = Annotated[int, Field(ge=1, le=5_000)]
VersionOrCurrent = Annotated[str, Field(pattern=rf"^(current|{_UUID.strip('^$')})$")]
ParentOrRoot = Annotated[str, BeforeValidator(lambda text: text if text == "root" else uuid_text(text))]

_PARENT = AliasChoices("parentId", "parent")
_MODE = AliasChoices("mode", "preferredEditorMode")


class NoteFields(Form):
    """What a write of a note may name."""

    name: Name = ""
    content: str = ""
    rich_content: list[Any] | None = None
    mode: Mode = Field("block", validation_alias=_MODE)
    parent_id: Id | None = Field(None, validation_alias=_PARENT)
    tags: Tags = []
    icon: Icon | None = None
    cover: Cover | None = None
    properties: Properties = {}
    sort_order: Number = 0

    @model_validator(mode="before")
    @classmethod
    def _refuse_both_names(cls, values: Any) -> Any:
        for one, other in (("parentId", "parent"), ("mode", "preferredEditorMode")):
            if isinstance(values, dict) and one in values and other in values:
                raise ValueError(f"name either {one} or {other}")
        return values


class NewNote(NoteFields):
    """POST notes."""


class NoteChange(NoteFields):
    """PATCH notes/{id}."""

    reason: Literal["autosave", "manual"] = "autosave"


class Move(Form):
    """POST notes/{id}/move; `before` and `after` name a sibling there."""

    parent_id: Id | None = Field(validation_alias=_PARENT)
    before: Id | None = None
    after: Id | None = None

    @model_validator(mode="after")
    def _one_neighbour(self) -> "Move":
        if self.before is not None and self.after is not None:
            raise ValueError("name either before or after")
        return self


class NewName(Form):
    """A body that only names something anew."""

    name: FilledName


class NewFolder(Form):
    """POST folders."""

    name: FilledName
    parent_id: Id | None = Field(None, validation_alias=_PARENT)
    icon: Icon | None = None
    sort_order: Number | None = None


class FolderChange(Form):
    """PATCH folders/{id}."""

    name: FilledName = Field(default_factory=str)
    parent_id: Id | None = Field(None, validation_alias=_PARENT)
    icon: Icon | None = None
    sort_order: Number = 0


class Page(Query):
    """Parameters of a plain list."""

    limit: PageLimit | None = None
    cursor: str | None = None


class NoteQuery(Query):
    """GET notes/{id}; a peek, such as a preview, is no visit: the note does not count as opened."""

    peek: bool = False


class NotesQuery(Page):
    """GET notes."""

    parent_id: ParentOrRoot | None = None
    tag: str | None = None
    person: str | None = None
    updated_since: Moment | None = None
    sort: (
        Literal["sortOrder", "name", "createdAt", "updatedAt", "-sortOrder", "-name", "-createdAt", "-updatedAt"] | None
    ) = None
