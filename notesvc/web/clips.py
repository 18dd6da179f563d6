"""What a clipper sends: strict about the clip itself, lenient about its details, which are named when left out."""

from typing import Any
from urllib.parse import urlsplit

import pydantic
from pydantic import AliasChoices, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from notesvc import errors, limits
from notesvc.domain.capture import Clip
from notesvc.domain.idempotency import Key
from notesvc.text import inline
from notesvc.web import forms, idempotency_keys

_LONGEST_URL = 2_048
_LONGEST_SOURCE = 200
_WARNINGS_MOST = 50
_SHOWN = 40

_TEXT = TypeAdapter(str)
_FLAG = TypeAdapter(bool)
_LIST = TypeAdapter(list[Any])
_ID = TypeAdapter(forms.Id)
_ICON = TypeAdapter(forms.Icon)
_COVER = TypeAdapter(forms.Cover)
_PROPERTIES = TypeAdapter(forms.Properties)
_MOMENT = TypeAdapter(forms.Moment)


class ClipForm(pydantic.BaseModel):
    """POST capture. A detail that breaks a rule, or a field that is none, is left out and named in `warnings`."""

    model_config = ConfigDict(extra="allow", strict=True, alias_generator=to_camel, populate_by_name=False)

    title: str | None = Field(
        None,
        description="The note's name; where it is absent the page's title, the first heading or line, or the host.",
    )
    markdown: str | None = Field(None, description="The clip as markdown.")
    html: str | None = Field(
        None, description="The clip as HTML, which the service turns into markdown; left out where there is markdown."
    )
    idempotency_key: str | None = Field(
        None, description="The key of this attempt, for clients that cannot send the header."
    )
    url: Any = Field(
        None, json_schema_extra={"type": ["string", "null"], "format": "uri"}, description="The address of the page."
    )
    selection: Any = Field(
        None,
        json_schema_extra={"type": ["boolean", "null"]},
        description="Whether the clip is a part of the page that was selected.",
    )
    tags: Any = Field(
        None,
        json_schema_extra={"type": ["array", "null"], "items": {"type": "string"}},
        description="Tags of the note, with or without `#`.",
    )
    parent_id: Any = Field(
        None,
        validation_alias=AliasChoices("parentId", "parent"),
        json_schema_extra={"type": ["string", "null"], "format": "uuid"},
        description="The folder for the note; the top where it is absent or gone.",
    )
    icon: Any = Field(
        None, json_schema_extra={"type": ["string", "null"]}, description="The note's icon: a few characters."
    )
    cover: Any = Field(
        None, json_schema_extra={"type": ["string", "null"]}, description="The address of the note's cover picture."
    )
    properties: Any = Field(
        None, json_schema_extra={"type": ["object", "null"]}, description="Further facts about the note, by name."
    )
    source: Any = Field(
        None,
        json_schema_extra={"type": ["string", "null"]},
        description="What made the clip, such as the name of the program.",
    )
    captured_at: Any = Field(
        None,
        json_schema_extra={"type": ["string", "null"], "format": "date-time"},
        description="When the clip was made.",
    )


def key_of(form: ClipForm, header: str | None) -> Key | None:
    """The key of the clip, from the header or the body. Raises InvalidInput when the two differ."""
    if header is not None and form.idempotency_key not in (None, header):
        raise errors.InvalidInput("idempotencyKey", "is another one than the Idempotency-Key header's")
    return idempotency_keys.from_request("capture", form, form.idempotency_key)


def clip_of(form: ClipForm) -> Clip:
    """The clip with what its details allow."""
    reader = _Reader(form)
    url, source = reader.url(), reader.source()
    facts = {
        "url": url,
        "source": source,
        "selection": reader.detail("selection", _FLAG),
        "capturedAt": reader.detail("captured_at", _MOMENT),
    }
    look = {
        "tags": reader.tags(),
        "icon": reader.detail("icon", _ICON),
        "cover": reader.detail("cover", _COVER),
    }
    return Clip(
        markdown=form.markdown,
        html=form.html,
        title=form.title,
        url=url,
        source=source,
        parent_id=reader.detail("parent_id", _ID),
        look={name: value for name, value in look.items() if value is not None},
        properties=reader.detail("properties", _PROPERTIES) or {},
        facts={name: value for name, value in facts.items() if value is not None},
        warnings=reader.warnings(),
    )


class _Reader:
    """Reads details one by one and remembers what was wrong with them."""

    def __init__(self, form: ClipForm) -> None:
        self._form = form
        self._warnings = [f"{_shown(name)}: is no field of a clip" for name in form.model_extra or {}]

    def warnings(self) -> tuple[str, ...]:
        more = len(self._warnings) - _WARNINGS_MOST
        kept = self._warnings[:_WARNINGS_MOST]
        return (*kept, f"and {more} more details that were left out") if more > 0 else tuple(kept)

    def warn(self, field: str, message: str) -> None:
        self._warnings.append(f"{field}: {message}")

    def detail(self, name: str, kind: TypeAdapter[Any]) -> Any:
        """The detail, or None where it was not given or breaks its rule."""
        value = getattr(self._form, name)
        if value is None:
            return None
        try:
            return kind.validate_python(value, strict=True)
        except ValidationError as failure:
            message = str(failure.errors(include_url=False)[0]["msg"]).removeprefix("Value error, ")
            self.warn(to_camel(name), f"left out: {message[:1].lower()}{message[1:]}")
            return None

    def url(self) -> str | None:
        url = self.detail("url", _TEXT)
        if url is None or _is_web_address(url.strip()):
            return url if url is None else url.strip()
        self.warn("url", f"left out: it must be an http or https address of at most {_LONGEST_URL} characters")
        return None

    def source(self) -> str | None:
        source = self.detail("source", _TEXT)
        if source is None or (0 < len(source) <= _LONGEST_SOURCE and source.isprintable()):
            return source
        self.warn("source", f"left out: it must be a line of 1 to {_LONGEST_SOURCE} characters")
        return None

    def tags(self) -> list[str] | None:
        given = self.detail("tags", _LIST)
        if given is None:
            return None
        kept: dict[str, str] = {}
        for position, tag in enumerate(given):
            bare = tag.strip().removeprefix("#") if isinstance(tag, str) else ""
            if not inline.is_tag(bare):
                self.warn(f"tags[{position}]", f"{_shown(tag)} is no tag and was left out")
            elif len(kept) < limits.MAX_TAGS or inline.tag_key(bare) in kept:
                kept.setdefault(inline.tag_key(bare), bare)
            else:
                self.warn(f"tags[{position}]", f"left out: a note has at most {limits.MAX_TAGS} tags")
        return list(kept.values())


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    is_web = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    return is_web and len(url) <= _LONGEST_URL and url.isprintable() and " " not in url


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
