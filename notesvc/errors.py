"""The refusals of the domain, named by what is refused: `web/errors.py` gives each code its status.

Failures that no caller is told of are exceptions named …Error, beside what raises them.
"""

from typing import Any, Literal


class Refusal(Exception):
    """Something that was asked for and is not done; `code` is one of docs/interface.md."""

    code = "malformed_request"

    def __init__(self, detail: str = "", *, code: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        if code is not None:
            self.code = code


class MalformedRequest(Refusal):
    """The request cannot be read at all."""

    code = "malformed_request"


class NotAuthenticated(Refusal):
    """A credential that is certainly bad, or none. Never raised for trouble of ours."""

    code = "unauthenticated"


class Forbidden(Refusal):
    """Known caller, not allowed."""

    code = "forbidden"


class MisdirectedRequest(Refusal):
    """A request to a host that is none of the service's: nobody's page is served under a stranger's name."""

    code = "misdirected"


class NotFound(Refusal):
    """Not there, or somebody else's: callers cannot tell which."""

    code = "not_found"

    def __init__(self) -> None:
        super().__init__("There is no such resource.")


class Conflict(Refusal):
    """The request is well formed but clashes with what is stored; always given a code of its own."""

    code = "name_taken"


class PreconditionFailed(Refusal):
    """What is to be written changed since the caller read it; `current` is a note with its body, or a folder, as it
    stands."""

    code = "precondition_failed"

    def __init__(self, current: Any, what: Literal["note", "folder"] = "note") -> None:
        is_note = what == "note"
        super().__init__(
            "The note has changed since it was read." if is_note else "The folder has changed since it was read."
        )
        self.current = current


class CapabilityUnsupported(Refusal):
    """Something that a place for files cannot do: `capability` names it, `backend` the place's kind."""

    code = "capability_unsupported"

    def __init__(self, capability: str, backend: str, detail: str) -> None:
        super().__init__(detail)
        self.capability = capability
        self.backend = backend


class PreconditionRequired(Refusal):
    """A write that has to say which revision it is based on, and does not."""

    code = "precondition_required"


class CursorGone(Refusal):
    """A cursor of a history that is not there any more: what changed since cannot be told."""

    code = "cursor_gone"


class TooLarge(Refusal):
    """More bytes than `limits` allow."""

    code = "too_large"


class UnsupportedMediaType(Refusal):
    """A body in a format the route does not read."""

    code = "unsupported_media_type"


class InvalidInput(Refusal):
    """A field breaks a rule; names each field. Nothing has been changed."""

    code = "invalid_input"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.errors = [{"field": field, "message": message}]

    @classmethod
    def of(cls, errors: list[dict[str, str]]) -> "InvalidInput":
        """One refusal for several fields."""
        first = errors[0]
        refusal = cls(first["field"], first["message"])
        refusal.errors = errors
        return refusal


class RateLimited(Refusal):
    """Too many attempts; `retry_after` in seconds."""

    code = "rate_limited"

    def __init__(self, retry_after: int) -> None:
        super().__init__("Too many requests. Try again later.")
        self.retry_after = retry_after


class OverBudget(Refusal):
    """More tokens of a language model than the budget has left; `retry_after` in seconds."""

    code = "over_budget"

    def __init__(self, detail: str, retry_after: int) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Busy(Refusal):
    """Our trouble, and passing: the database stayed locked, the disk is full, a clock is in doubt."""

    code = "busy"


class SettingError(Exception):
    """A setting that stops the start: one line that names it."""


class StartError(Exception):
    """One line on why the service does not start; nothing is running."""
