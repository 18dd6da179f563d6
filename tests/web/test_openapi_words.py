"""The served document says what everything in it is: for people, and for those who make clients from it."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from notesvc import limits
from notesvc.text.blocks import validation
from notesvc.text.blocks.reading import from_markdown
from notesvc.web import errors, openapi, routes
from tests.places import PROJECT

Schema = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Schema:
    openapi.register(routes.AREAS)
    return openapi.served_document()


def operations(document: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def properties(document: Schema) -> Iterator[tuple[str, Schema]]:
    """Every field of every schema, those within others too."""
    waiting = list(document["components"]["schemas"].items())
    while waiting:
        where, schema = waiting.pop()
        for name, field in schema.get("properties", {}).items():
            yield f"{where}.{name}", field
            waiting.append((f"{where}.{name}", field))
        waiting += [(where, each) for key in ("anyOf", "oneOf") for each in schema.get(key, [])]
        if isinstance(schema.get("items"), dict):
            waiting.append((where, schema["items"]))


def everything(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from everything(each)


def test_every_field_and_every_parameter_is_described(document: Schema) -> None:
    fields = list(properties(document))
    parameters = [(name, each) for name, operation in operations(document) for each in operation["parameters"]]
    assert len(fields) > 600
    assert len(parameters) > 150
    assert [name for name, field in fields if not field.get("description")] == []
    assert [(name, each["name"]) for name, each in parameters if not each.get("description")] == []
    assert [name for name, schema in document["components"]["schemas"].items() if not schema.get("description")] == []


def test_every_answer_is_described_and_names_its_headers(document: Schema) -> None:
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            assert answer["description"], (name, status)
            headers = answer.get("headers", {})
            assert all(header["description"] and header["schema"] for header in headers.values())
            if status in ("429", "503"):
                assert "Retry-After" in headers, name
            if status == "412":
                assert "ETag" in headers, name
    made = document["paths"]["/api/workspace/folders"]["post"]["responses"]
    assert made["201"]["headers"].keys() == {"ETag"}
    assert made["200"]["headers"].keys() == {"ETag", "Idempotency-Replayed"}


def test_problems_are_told_by_all_their_codes(document: Schema) -> None:
    assert document["components"]["schemas"]["ProblemCode"]["enum"] == sorted(errors.STATUS)
    assert set(errors.STATUS.values()) <= errors.TITLES.keys()
    refused = document["paths"]["/api/sync/tokens"]["post"]["responses"]["409"]
    assert "`token_limit`" in refused["description"]
    # Reserved for routes to come.
    assert (errors.STATUS["cursor_gone"], errors.STATUS["precondition_required"]) == (410, 428)


def test_rules_are_in_the_words_of_json_schema(document: Schema) -> None:
    schemas = document["components"]["schemas"]
    assert [each for each in everything(document) if {"ge", "le", "gt", "lt", "x-component"} & each.keys()] == []
    assert schemas["NewInvite"]["properties"]["uses"]["maximum"] == limits.INVITE_USES_MOST
    assert schemas["NoteFull"]["properties"]["updatedAt"]["format"] == "date-time"
    assert schemas["NoteFull"]["properties"]["id"]["format"] == "uuid"
    assert schemas["NewNote"]["properties"].keys() >= {"parent", "parentId", "mode", "preferredEditorMode"}


def test_no_form_has_a_default_that_a_client_would_send(document: Schema) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, field in properties(document) if "default" in field] == []
    assert "required" not in schemas["NoteChange"]


def test_limits_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_NAME", 77)
    monkeypatch.setattr(limits, "MAX_TAGS", 3)
    made = openapi.document([route for area in routes.AREAS for route in area.routes if not route.is_page])
    note = made["components"]["schemas"]["NewNote"]["properties"]
    assert (note["name"]["maxLength"], note["tags"]["maxItems"]) == (77, 3)


def test_the_stream_and_the_exports_are_typed(document: Schema) -> None:
    paths = document["paths"]
    for path, media, shape in (
        ("/api/notifications/stream", "text/event-stream", "StreamEvent"),
        ("/api/sync/export", "application/json", "WorkspaceExport"),
        ("/api/admin/audit/export", "application/x-ndjson", "AuditLine"),
    ):
        content = paths[path]["get"]["responses"]["200"]["content"]
        assert content[media]["schema"] == {"$ref": f"#/components/schemas/{shape}"}


def rich_documents() -> Iterator[list[Any]]:
    """What the service makes of real markdown: its own documents, and one with some of everything."""
    for path in [*(PROJECT / "docs").rglob("*.md"), PROJECT / "README.md"]:
        yield from_markdown.from_markdown(path.read_text(encoding="utf-8"))
    yield from_markdown.from_markdown(
        "# A\n\n[[Wiki|alias]] *b* `c` [d](https://a.example) <b>x</b>\n\n- [x] done\n- a\n\n3. three\n\n> q\n\n"
        "```py\ncode\n```\n\n| a | b |\n|---|--:|\n| 1 | **2** |\n\n![p](https://a.example/p.png)\n\n---\n\n$$\nx\n$$\n"
    )


def test_rich_documents_are_what_their_schema_says(document: Schema) -> None:
    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Block"}, "components": document["components"]}
    validator = jsonschema.Draft202012Validator(schema)
    count = 0
    for made in rich_documents():
        checked = validation.validate(made)
        count += len(checked)
        assert [error.message for error in validator.iter_errors(checked)] == []
    assert count > 300
    for wrong in ({"type": "nothing"}, {"type": "heading", "props": {"level": 9}}, {"type": "paragraph", "text": "x"}):
        assert not validator.is_valid([wrong])
        with pytest.raises(validation.BlockError):
            validation.validate([wrong])
