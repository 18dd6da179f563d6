"""What requests may carry: the two bases of all forms, and the forms that several files need."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import orjson
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from notesvc import clock, limits
from notesvc.shapes import REFERENCE
from notesvc.text.blocks import validation

_COVER = r"^(https://|/files/)[^\s\"'<>\\]+$"
_COLOR = r"^#[0-9a-fA-F]{6}$"
# RFC 3339 with an offset; the calendar is checked besides.
_MOMENT = r"^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$"
_UUID = r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"


class Form(BaseModel):
    """A request body: unknown names are refused, types are taken as they are."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel, populate_by_name=False)

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema with the further names that fields may be sent under."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for first, *others in further_names(cls):
            said = {**properties[first], "description": f"Another name of `{first}`: send one of the two."}
            properties.update(dict.fromkeys(others, said))
        return schema

    def given(self) -> dict[str, Any]:
        """Only the fields that the request named, by their own names; null stays None."""
        return {name: getattr(self, name) for name in self.model_fields_set}


def further_names(form: type[BaseModel]) -> Iterator[list[str]]:
    """Of each field that has several names all of them."""
    for field in form.model_fields.values():
        if isinstance(field.validation_alias, AliasChoices):
            yield [str(name) for name in field.validation_alias.choices]


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


def whole(number: Any) -> Any:
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


class Says:
    """What the served document says of a rule that a validator enforces; what settings may change is asked for when
    the document is made."""

    def __init__(self, **schema: Any) -> None:
        self._schema = schema

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        said = {name: value() if callable(value) else value for name, value in self._schema.items()}
        return {**handler(core_schema), **said}


Id = Annotated[str, AfterValidator(uuid_text), Says(pattern=_ANY_UUID)]
Name = Annotated[
    str,
    AfterValidator(_short_name),
    AfterValidator(_one_line),
    Says(maxLength=lambda: limits.MAX_NAME, pattern=f"^{_LINE}*$"),
]
FilledName = Annotated[
    str,
    AfterValidator(_short_name),
    AfterValidator(_one_line),
    AfterValidator(_not_blank),
    Says(maxLength=lambda: limits.MAX_NAME, pattern=_NOT_BLANK),
]
Icon = Annotated[
    str,
    AfterValidator(_icon),
    AfterValidator(_one_line),
    Says(maxLength=lambda: limits.MAX_ICON, pattern=f"^{_LINE}*$"),
]
Cover = Annotated[str, AfterValidator(_cover), Says(maxLength=lambda: limits.MAX_COVER, pattern=_COVER)]
Color = Annotated[str, AfterValidator(_color), Says(pattern=_COLOR)]
Tags = Annotated[list[str], AfterValidator(_tags), Says(maxItems=lambda: limits.MAX_TAGS)]
Properties = Annotated[dict[str, Any], AfterValidator(_properties)]
Moment = Annotated[str, AfterValidator(_moment), Says(format="date-time", pattern=_MOMENT)]
Number = Annotated[
    int,
    Field(ge=-limits.LARGEST_INTEGER, le=limits.LARGEST_INTEGER, json_schema_extra={"format": "int64"}),
    BeforeValidator(whole),
]
RichContent = Annotated[list[Any], Says(items={REFERENCE: "Block"}, maxItems=validation.MAX_BLOCKS)]
Mode = Literal["block", "raw"]
PageLimit = Annotated[int, Field(ge=1, le=5_000)]
VersionOrCurrent = Annotated[str, Field(pattern=rf"^(current|{_UUID.strip('^$')})$")]
ParentOrRoot = Annotated[str, BeforeValidator(lambda text: text if text == "root" else uuid_text(text))]

_PARENT = AliasChoices("parentId", "parent")
_MODE = AliasChoices("mode", "preferredEditorMode")


class NoteFields(Form):
    """What a write of a note may name."""

    name: Name = Field("", description="The note's name.")
    content: str = Field("", description="The text as markdown. Alone it clears the rich document.")
    rich_content: RichContent | None = Field(
        None, description="The rich document; alone it is turned into the markdown. Null clears it."
    )
    mode: Mode = Field("block", validation_alias=_MODE, description="The surface on which the note is shown.")
    parent_id: Id | None = Field(None, validation_alias=_PARENT, description="The folder; null for the top.")
    tags: Tags = Field([], description="The note's own tags, besides those in its text.")
    icon: Icon | None = Field(None, description="The icon: a few characters.")
    cover: Cover | None = Field(None, description="The cover picture: an https address, or one of `/files/`.")
    properties: Properties = Field({}, description="Further facts, by name.")
    sort_order: Number = Field(0, description="The place among the siblings.")

    @model_validator(mode="before")
    @classmethod
    def _refuse_both_names(cls, values: Any) -> Any:
        for one, other in (("parentId", "parent"), ("mode", "preferredEditorMode")):
            if isinstance(values, dict) and one in values and other in values:
                raise ValueError(f"name either {one} or {other}")
        return values


class NewNote(NoteFields):
    """POST notes."""

    id: Id | None = Field(
        None,
        description="A UUIDv7 that the client made, its last 12 digits those of the user's own id; without one the "
        "service makes it. 409 `id_taken` where a note has it, or had it.",
    )


class NoteChange(NoteFields):
    """PATCH notes/{id}."""

    reason: Literal["autosave", "manual"] = Field(
        "autosave", description="Whether somebody asked for the save: decides which versions are kept."
    )


class Move(Form):
    """POST notes/{id}/move; `before` and `after` name a sibling there."""

    parent_id: Id | None = Field(validation_alias=_PARENT, description="The folder; null for the top.")
    before: Id | None = Field(None, description="A sibling there, before which the note goes.")
    after: Id | None = Field(None, description="A sibling there, behind which the note goes.")

    @model_validator(mode="after")
    def _one_neighbour(self) -> "Move":
        if self.before is not None and self.after is not None:
            raise ValueError("name either before or after")
        return self


class NewName(Form):
    """A body that only names something anew."""

    name: FilledName = Field(description="The new name.")


class FolderFields(Form):
    """What a write of a folder may name."""

    name: FilledName = Field(description="The folder's name.")
    parent_id: Id | None = Field(
        None, validation_alias=_PARENT, description="The folder that it lies in; null for the top."
    )
    icon: Icon | None = Field(None, description="The icon: a few characters.")


class NewFolder(FolderFields):
    """POST folders."""

    sort_order: Number | None = Field(None, description="The place among the siblings; the last one where absent.")


class FolderChange(FolderFields):
    """PATCH folders/{id}."""

    name: FilledName = Field(default_factory=str, description="The folder's name.")
    sort_order: Number = Field(0, description="The place among the siblings.")


class Page(Query):
    """Parameters of a plain list."""

    limit: PageLimit | None = Field(None, description="How many rows the page holds at most.")
    cursor: str | None = Field(None, description="The `nextCursor` of the page before.")


class NoteQuery(Query):
    """GET notes/{id}; a peek, such as a preview, is no visit: the note does not count as opened."""

    peek: bool = Field(False, description="Whether this is only a look: the note then does not count as opened.")


class NotesQuery(Page):
    """GET notes."""

    parent_id: ParentOrRoot | None = Field(None, description="Only notes in this folder; `root` for the top.")
    tag: str | None = Field(None, description="Only notes with this tag, with or without `#`.")
    person: str | None = Field(None, description="Only notes that mention the person of this id.")
    updated_since: Moment | None = Field(None, description="Only notes that changed at this moment or later.")
    sort: (
        Literal["sortOrder", "name", "createdAt", "updatedAt", "-sortOrder", "-name", "-createdAt", "-updatedAt"] | None
    ) = Field(None, description="What the notes are ordered by; `-` for downwards.")
