"""Invites, and who may register at all; for administrators."""

from typing import Annotated, Any, Literal

from flask import current_app
from pydantic import BeforeValidator, Field

from notesvc import clock, limits, shapes
from notesvc.domain.accounts import registration, registration_invites
from notesvc.domain.caller import Caller
from notesvc.models import Invite
from notesvc.web import forms, idempotency_keys, paging
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Answer, Area

area = Area("invites", "/api/admin")

Mode = Literal["open", "invite", "closed"]


class NewInvite(forms.Form):
    """POST invites."""

    uses: Annotated[int, Field(ge=1, le=limits.INVITE_USES_MOST), BeforeValidator(forms.whole)] = Field(
        1, description="How many people may register with it."
    )
    days: Annotated[int, Field(ge=1, le=limits.INVITE_DAYS_MOST), BeforeValidator(forms.whole)] = Field(
        7, description="For how many days it is good."
    )


class InviteShape(shapes.Shape):
    """An invite without its code."""

    id: shapes.Id = Field(description="The invite's id.")
    state: Literal["open", "used", "revoked", "expired"] = Field(description="Whether people can register with it.")
    uses: int = Field(description="How many people could register with it.")
    uses_left: int = Field(description="How many still can.")
    created_at: shapes.Time = Field(description="When it was made.")
    expires_at: shapes.Time = Field(description="Until when it is good.")


class InviteList(shapes.Shape):
    """A page of the invites, newest first."""

    invites: list[InviteShape] = Field(description="The invites on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class InviteWithLink(shapes.Shape):
    """A new invite and the link that it is sent as, shown this once: null for a repeated Idempotency-Key."""

    invite: InviteShape = Field(description="The invite.")
    code: str | None = Field(description="The code; null for a repeated Idempotency-Key.")
    link: str | None = Field(description="The address that registers with it; null for a repeated Idempotency-Key.")


class RegistrationChoice(forms.Form):
    """PUT registration."""

    mode: Mode = Field(description="Who may register.")


class RegistrationShape(shapes.Shape):
    """Who may register: `mode` is what counts. `isFixed`: by NOTESVC_REGISTRATION, and the choice does not count."""

    mode: Mode = Field(description="Who may register.")
    chosen: Mode | None = Field(description="What an administrator chose; null where nothing.")
    is_fixed: bool = Field(description="Whether NOTESVC_REGISTRATION decides, and the choice does not count.")


@area.get("/invites", access=ADMINISTRATOR, query=forms.Page, answers={200: InviteList})
def all_invites(_: Caller, query: forms.Page) -> Any:
    """All invites, newest first."""
    rows, cursor = paging.page(query, "invites", registration_invites.all(), lambda each: str(each.id))
    return InviteList.of(invites=[_shape(each) for each in rows], next_cursor=cursor)


@area.post(
    "/invites",
    access=STEPPED_UP_ADMINISTRATOR,
    form=NewInvite,
    headers=("Idempotency-Key",),
    answers={201: InviteWithLink, 200: InviteWithLink},
    refusals=(409,),
)
def create(caller: Caller, form: NewInvite) -> Any:
    """A new invite; its link is shown this once."""

    def make() -> Answer:
        made, code = registration_invites.create(caller, form.uses, form.days)
        # Behind `#`, which browsers send to nobody.
        link = f"{current_app.config['NOTESVC'].base_url}/register#invite={code}"
        return Answer(InviteWithLink.of(invite=_shape(made), code=code, link=link), 201)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), make, shown_once=("code", "link"))


@area.delete("/invites/<id:invite_id>", access=STEPPED_UP_ADMINISTRATOR, answers={200: InviteShape})
def revoke(caller: Caller, invite_id: str) -> Any:
    """Let nobody register with the invite any more; revoking again changes nothing."""
    return _shape(registration_invites.revoke(caller, invite_id))


@area.get("/registration", access=ADMINISTRATOR, answers={200: RegistrationShape})
def read_registration(_: Caller) -> Any:
    """Who may register, and what decides it."""
    return _registration()


@area.put("/registration", access=STEPPED_UP_ADMINISTRATOR, form=RegistrationChoice, answers={200: RegistrationShape})
def choose_registration(caller: Caller, form: RegistrationChoice) -> Any:
    """Choose who may register; NOTESVC_REGISTRATION wins where it is set, and the answer says so."""
    registration.choose(caller, form.mode)
    return _registration()


def _registration() -> dict[str, Any]:
    settings = current_app.config["NOTESVC"]
    return RegistrationShape.of(
        mode=registration.mode(settings), chosen=registration.chosen_mode(), is_fixed=settings.registration is not None
    )


def _shape(invite: Invite) -> dict[str, Any]:
    return InviteShape.of(invite, state=invite.state_at(clock.now()))
