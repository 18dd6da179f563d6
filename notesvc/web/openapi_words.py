"""What the served document says of statuses, headers and path parameters."""

from typing import Any

from notesvc.web.errors import STATUS

_TEXT = {"type": "string"}
_SECONDS = {"type": "integer", "minimum": 1}

REQUEST_HEADERS: dict[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "description": "Names this attempt: a repeat answers with the first outcome and makes nothing.",
        "schema": {**_TEXT, "pattern": "^[!-~]{1,255}$"},
    },
    "If-Match": {
        "description": "The ETag that the write is based on; where it is another by now, the answer is 412.",
        "schema": _TEXT,
    },
    "If-Unmodified-Since": {
        "description": "The updatedAt that the write is based on, or an HTTP date; 412 where it changed since.",
        "schema": _TEXT,
    },
    "If-None-Match": {"description": "ETags that the reader has: 304 where one of them still holds.", "schema": _TEXT},
    "Last-Event-ID": {"description": "The id of the last event that was received.", "schema": _TEXT},
}
ANSWER_HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {"description": "The validator of what is there now.", "schema": _TEXT},
    "Idempotency-Replayed": {
        "description": "Where the Idempotency-Key came before: nothing was made again.",
        "schema": {"type": "string", "const": "true"},
    },
    "Content-Disposition": {"description": "The name of the file.", "schema": _TEXT},
    "Content-Range": {"description": "Which bytes of the file these are, or how many it has.", "schema": _TEXT},
    "Note-Role": {
        "description": "What the caller is to the note.",
        "schema": {**_TEXT, "enum": ["owner", "editor", "viewer"]},
    },
    "Picture-Sizes": {
        "description": "Width and height in pixels of the first pictures that the text names, as far as they are "
        "known: each as `<attachment id>=<width>x<height>`, with commas between them; absent where there are none.",
        "schema": _TEXT,
    },
    "Retry-After": {"description": "After how many seconds to ask again.", "schema": _SECONDS},
    "WWW-Authenticate": {"description": "How to prove who asks.", "schema": _TEXT},
    "Location": {"description": "Where the browser goes.", "schema": _TEXT},
}
# What a refusal carries.
REFUSAL_HEADERS: dict[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    412: ("ETag",),
    416: ("Content-Range",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
_UUID = {"type": "string", "format": "uuid"}
_FILLED = {"type": "string", "minLength": 1}
PATH_SCHEMAS = {"id": _UUID, "": _FILLED, "path": _FILLED}
PATH_PARAMETERS = {
    "note_id": "The note's id.",
    "folder_id": "The folder's id.",
    "person_id": "The person's id.",
    "version_id": "The version's id.",
    "attachment_id": "The attachment's id.",
    "token_id": "The key's id.",
    "share_id": "The public link's id.",
    "job_id": "The import's id.",
    "user_id": "The user's id; of an invited address the invitation's.",
    "request_id": "The request's id.",
    "invite_id": "The invite's id.",
    "passkey_id": "The passkey's id.",
    "session_id": "The session's id.",
    "resource_id": "The id of the note or folder.",
    "tag": "The tag, with or without `#`.",
    "date": "The day, as `2026-11-21`.",
    "name": "The file's name.",
    "kind": "What is watched: `note`, `folder`, `tag` or `person`.",
    "target": "Its id, or the tag.",
    "prompt_id": "The prompt's id.",
    "provider": "The provider: `google`, `github` or `oidc` to sign in with; `openai`, `anthropic`, `google`, `ollama` "
    "or `compatible` of language models.",
}
_DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "No valid credential.",
    403: "Not allowed.",
    404: "Not there, or somebody else's.",
    409: "It clashes with what is stored.",
    412: "It changed since it was read; what is there now is in `current`.",
    410: "What the cursor goes on from is not there any more.",
    413: "Too many bytes.",
    415: "A format that this route does not read.",
    416: "The file has no such part.",
    421: "The service does not go by this host name.",
    422: "A field breaks a rule.",
    428: "The write has to say which revision it is based on.",
    429: "Too often; see Retry-After.",
    500: "Our defect.",
    503: "Busy; see Retry-After.",
}
PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {**_TEXT, "format": "uri", "description": "`urn:notesvc:problem:` and the code."},
        "title": {**_TEXT, "description": "The status in words."},
        "status": {"type": "integer", "description": "The status of the answer."},
        "detail": {**_TEXT, "description": "What is wrong, in English."},
        "code": {"$ref": "#/components/schemas/ProblemCode", "description": "What is wrong, for a program."},
        "words": {
            **_TEXT,
            "description": "`detail` in the language of `Accept-Language`.",
        },
        "error": {**_TEXT, "description": "On the sync interface: the same sentence as `detail`."},
        "errors": {
            "type": "array",
            "description": "Which fields break a rule.",
            "items": {"$ref": "#/components/schemas/FieldProblem"},
        },
        "current": {
            "description": "What is there now, where a precondition does not hold.",
            "anyOf": [{"$ref": "#/components/schemas/NoteFull"}, {"$ref": "#/components/schemas/FolderShape"}],
        },
    },
}
FIELD_PROBLEM = {
    "type": "object",
    "description": "A field that breaks a rule.",
    "required": ["field", "message"],
    "properties": {
        "field": {**_TEXT, "description": "The field's name, with the way to it; empty for the whole."},
        "message": {**_TEXT, "description": "Which rule it breaks, in English."},
        "words": {**_TEXT, "description": "`message` in the language of `Accept-Language`."},
    },
}
PROBLEM_CODE = {"type": "string", "description": "All codes of refusals.", "enum": sorted(STATUS)}


def refusal(status: int) -> str:
    """What the status says, and the codes that it may come with."""
    codes = ", ".join(f"`{code}`" for code, its_status in STATUS.items() if its_status == status)
    return f"{_DESCRIPTIONS.get(status, 'Refused.')} Codes: {codes}."
