"""Sharing a note with others, and being let in."""

from typing import Any, Literal

from pydantic import Field, model_validator

from notesvc import limits, shapes
from notesvc.domain import resources
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import access_requests, collaborators
from notesvc.domain.sharing.collaborators import CollaboratorRole, Member
from notesvc.web import forms, idempotency_keys, paging, passwords, rates
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area, page_size

area = Area("collaborators", "/api/workspace")


class Invite(forms.Form):
    """POST collaborators: somebody by handle, or an address."""

    handle: str | None = Field(None, max_length=64, description="The handle of who is let in; either this or `email`.")
    email: str | None = Field(None, max_length=254, description="The address that is invited; either this or `handle`.")
    role: CollaboratorRole = Field(description="What they may do.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "Invite":
        if (self.handle is None) == (self.email is None):
            raise ValueError("name either handle or email")
        return self


class RoleChange(forms.Form):
    """PATCH collaborators/{userId}."""

    role: CollaboratorRole = Field(description="What the collaborator may do from now on.")


class AccessRequest(forms.Form):
    """POST collaboration/requests."""

    note_id: forms.Id = Field(description="The note that the caller wants to see.")
    role: CollaboratorRole = Field("viewer", description="What the caller asks to be.")


class OtherUser(shapes.Shape):
    """A user, as others see them."""

    user_id: shapes.Id = Field(description="The user's id.")
    handle: str = Field(description="What others write after `@`.")
    name: str = Field(description="How others see the user.")


class CollaboratorShape(shapes.Shape):
    """A collaborator; while pending, an invited address with an id of its own, and no user."""

    id: shapes.Id = Field(description="The user's id; while pending, the invitation's.")
    user_id: shapes.Id | None = Field(description="The user's id; null while pending.")
    handle: str | None = Field(description="The user's handle; null while pending.")
    name: str | None = Field(description="The user's name; null while pending.")
    email: str | None = Field(description="The invited address; null unless pending.")
    role: CollaboratorRole = Field(description="What the collaborator may do.")
    state: Literal["active", "pending"] = Field(
        description="Whether the collaborator has come in, or an address was invited and waits."
    )
    created_at: shapes.Time = Field(description="When it was made.")


class CollaboratorList(shapes.Shape):
    """Those around a note; `role` is the caller's own."""

    role: Literal["owner", "editor", "viewer"] = Field(description="What the caller is to the note.")
    owner: OtherUser = Field(description="Whose the note is.")
    collaborators: list[CollaboratorShape] = Field(
        description="Those with whom it is shared, in the order in which they came."
    )
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class SharedNoteShape(shapes.Shape):
    """A note of somebody else's that is shared with the caller."""

    note: resources.NoteMetadata = Field(description="The note, without its place in its owner's tree.")
    role: CollaboratorRole = Field(description="What the caller may do.")
    owner: OtherUser = Field(description="Whose the note is.")
    shared_at: shapes.Time = Field(description="Since when it is shared with the caller.")


class SharedNoteList(shapes.Shape):
    """A page of notes shared with the caller, the latest first."""

    notes: list[SharedNoteShape] = Field(description="The notes on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class RequestShape(shapes.Shape):
    """Somebody asks to be let in."""

    id: shapes.Id = Field(description="The request's id.")
    note_id: shapes.Id = Field(description="The note that it is about.")
    note_name: str = Field(description="The name of that note.")
    user: OtherUser = Field(description="Who asks.")
    role: CollaboratorRole = Field(description="What they ask to be.")
    created_at: shapes.Time = Field(description="When they asked first.")


class RequestList(shapes.Shape):
    """The requests that wait for the caller's answer, oldest first."""

    requests: list[RequestShape] = Field(description="The requests on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class AccessRequestReceipt(shapes.Shape):
    """What was asked for; the same whether or not there is such a note."""

    note_id: shapes.Id = Field(description="The note that was asked for.")
    role: CollaboratorRole = Field(description="What was asked to be.")


@area.get("/notes/<id:note_id>/collaborators", access=SESSION, query=forms.Page, answers={200: CollaboratorList})
def list_collaborators(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """Who owns the note and with whom it is shared."""
    circle = collaborators.of_note(caller, note_id)
    page, cursor = paging.page(query, "collaborators", circle.members, lambda member: member.id)
    return CollaboratorList.of(circle, collaborators=[_member(each) for each in page], next_cursor=cursor)


@area.post(
    "/notes/<id:note_id>/collaborators",
    access=SESSION,
    form=Invite,
    headers=("Idempotency-Key",),
    answers={201: CollaboratorShape, 200: CollaboratorShape},
    refusals=(409,),
)
def invite(caller: Caller, note_id: str, form: Invite) -> Any:
    """Share the note with somebody; an address that may have no account yet gets a mail."""
    # Handles too: who tries many learns whose they are, and everybody let in is told.
    rates.count(limits.INVITATIONS_PER_USER, "invitation", caller.user_id)
    if form.email is not None:
        passwords.count_mail(form.email)

    def let_in() -> Answer:
        member, is_new = collaborators.invite(caller, note_id, form.role, handle=form.handle, email=form.email)
        return Answer(_member(member), 201 if is_new else 200)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), let_in)


@area.patch(
    "/notes/<id:note_id>/collaborators/<id:user_id>",
    access=SESSION,
    form=RoleChange,
    answers={200: CollaboratorShape},
)
def change(caller: Caller, note_id: str, user_id: str, form: RoleChange) -> Any:
    """Make a collaborator viewer or editor."""
    return _member(collaborators.change_role(caller, note_id, user_id, form.role))


@area.delete("/notes/<id:note_id>/collaborators/<id:user_id>", access=SESSION, answers={204: None})
def remove(caller: Caller, note_id: str, user_id: str) -> Any:
    """Stop sharing with somebody, or leave."""
    collaborators.remove(caller, note_id, user_id)


@area.get("/shared-with-me", access=SESSION, query=forms.Page, answers={200: SharedNoteList})
def shared_with_me(caller: Caller, query: forms.Page) -> Any:
    """Notes of others that are shared with me."""
    collaborators.claim(caller.user_id)
    found, cursor = collaborators.shared_with(
        caller, query.cursor, page_size(query.limit, limits.PAGE, limits.PAGE_MOST)
    )
    return SharedNoteList.of(notes=found, next_cursor=cursor)


@area.get("/collaboration/requests", access=SESSION, query=forms.Page, answers={200: RequestList})
def requests(caller: Caller, query: forms.Page) -> Any:
    """Who asks to be let into my notes."""
    page, cursor = paging.page(query, "requests", access_requests.of_owner(caller), lambda each: each.id)
    return RequestList.of(requests=page, next_cursor=cursor)


@area.post("/collaboration/requests", access=SESSION, form=AccessRequest, answers={202: AccessRequestReceipt})
def ask(caller: Caller, form: AccessRequest) -> Any:
    """Ask the owner of a note to be let in."""
    rates.count(limits.REQUESTS_PER_USER, "collaboration-request", caller.user_id)
    access_requests.ask(caller, form.note_id, form.role)
    return AccessRequestReceipt.of(form)


@area.post("/collaboration/requests/<id:request_id>/accept", access=SESSION, answers={200: CollaboratorShape})
def accept(caller: Caller, request_id: str) -> Any:
    """Let in who asked, as what they asked to be."""
    return _member(access_requests.accept(caller, request_id))


@area.post("/collaboration/requests/<id:request_id>/decline", access=SESSION, answers={204: None})
def decline(caller: Caller, request_id: str) -> Any:
    """Do not let in who asked."""
    access_requests.decline(caller, request_id)


def _member(member: Member) -> dict[str, Any]:
    account = member.account
    return CollaboratorShape.of(
        member,
        user_id=account and account.user_id,
        handle=account and account.handle,
        name=account and account.name,
        state="active" if account else "pending",
    )
