"""The account as its user sees it: the profile, and the browsers that are signed in."""

from typing import Any

from pydantic import Field

from notesvc import languages, limits, shapes
from notesvc.domain.accounts import deletion as account_deletion
from notesvc.domain.accounts import profile, sessions, users
from notesvc.domain.caller import Caller
from notesvc.languages import Language
from notesvc.web import cookies, forms, paging
from notesvc.web.access import SESSION, STEPPED_UP
from notesvc.web.area import Area

area = Area("profile", "/api/account")


class ProfileChange(forms.Form):
    """PATCH profile."""

    name: forms.FilledName = Field(default_factory=str, description="How others see the user.")
    handle: str = Field(
        default_factory=str,
        json_schema_extra={"pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,30}[A-Za-z0-9]$"},
        description="What others write after `@`.",
    )
    language: Language = Field(languages.USUAL, description="The language that mails to the user are in.")


class Profile(shapes.Shape):
    """What a user says about themselves, and what the service knows."""

    id: shapes.Id = Field(description="The user's id.")
    name: str = Field(description="How others see the user.")
    handle: str = Field(description="What others write after `@`.")
    email: str = Field(description="The mail address.")
    is_admin: bool = Field(description="Whether the user is an administrator.")
    language: Language | None = Field(
        description="The language that mails to the user are in; null where none is known, which means English."
    )
    created_at: shapes.Time = Field(description="When it was made.")


class SessionShape(shapes.Shape):
    """A browser that is signed in; `address` and `userAgent` are those of signing in."""

    id: shapes.Id = Field(description="The session's id: nothing that opens it.")
    created_at: shapes.Time = Field(description="When the browser was signed in.")
    last_seen_at: shapes.Time = Field(description="When it was last used, to a few minutes.")
    address: str = Field(description="Where it was signed in from.")
    user_agent: str = Field(description="What the browser called itself.")
    is_current: bool = Field(description="Whether it is the session that asks.")


class SessionList(shapes.Shape):
    """A page of the sessions, the last seen first."""

    sessions: list[SessionShape] = Field(description="The sessions on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class EndedSessions(shapes.Shape):
    """How many sessions ended."""

    ended: int = Field(description="How many sessions ended.")


class Holdings(shapes.Shape):
    """What would be lost with the account, and the days in which signing in brings it back."""

    notes: int = Field(description="How many notes.")
    folders: int = Field(description="How many folders.")
    versions: int = Field(description="How many versions.")
    attachments: int = Field(description="How many attachments.")
    people: int = Field(description="How many people.")
    attachment_bytes: shapes.Int64 = Field(description="What the attachments take, in bytes.")
    days: int = Field(description="In how many days signing in brings the account back.")


class Deletion(shapes.Shape):
    """When the account goes for good, unless its user signs in before."""

    deletion_at: shapes.Time = Field(description="When the account goes for good.")


@area.get("/deletion", access=SESSION, answers={200: Holdings})
def holdings(caller: Caller) -> Any:
    """What would be lost with the account."""
    return Holdings.of(account_deletion.holdings(caller), days=limits.DELETION_DAYS)


@area.delete("", access=STEPPED_UP, answers={200: Deletion}, refusals=(409,))
def delete(caller: Caller) -> Any:
    """Delete the account: sessions and keys end at once, signing in within seven days brings it back."""
    return cookies.with_secret(Deletion.of(deletion_at=account_deletion.ask(caller)), 200, "")


@area.get("/profile", access=SESSION, answers={200: Profile})
def read(caller: Caller) -> Any:
    """The caller's profile."""
    return Profile.of(users.by_id(caller.user_id))


@area.patch("/profile", access=SESSION, form=ProfileChange, answers={200: Profile}, refusals=(409,))
def change(caller: Caller, form: ProfileChange) -> Any:
    """Change name, handle or language; the handle is one of a kind."""
    return Profile.of(profile.change(caller, form.given()))


@area.get("/sessions", access=SESSION, query=forms.Page, answers={200: SessionList})
def list_sessions(caller: Caller, query: forms.Page) -> Any:
    """Where the caller is signed in."""
    rows, cursor = paging.page(query, "sessions", sessions.of_user(caller), sessions.public_id)
    shown = [
        SessionShape.of(
            row,
            id=sessions.public_id(row),
            last_seen_at=row.seen_at,
            user_agent=row.agent,
            is_current=row.id_hash == caller.session_hash,
        )
        for row in rows
    ]
    return SessionList.of(sessions=shown, next_cursor=cursor)


@area.delete("/sessions/<id:session_id>", access=SESSION, answers={204: None})
def end_session(caller: Caller, session_id: str) -> Any:
    """Sign a browser out."""
    sessions.end_one(caller, session_id)


@area.delete("/sessions", access=SESSION, answers={200: EndedSessions})
def end_other_sessions(caller: Caller) -> Any:
    """Sign out every browser but this one."""
    return EndedSessions.of(ended=sessions.end_others(caller))
