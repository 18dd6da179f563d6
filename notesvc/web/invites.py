"""Invites, and who may register at all; for administrators."""

from typing import Annotated, Any, Literal

from flask import current_app
from pydantic import Field

from notesvc import clock, limits
from notesvc.domain import invites, registration
from notesvc.domain.caller import Caller
from notesvc.models import Invite
from notesvc.web import forms, shapes
from notesvc.web.access import ADMINISTRATOR, STEPPED_UP_ADMINISTRATOR
from notesvc.web.area import Area

area = Area("invites", "/api/admin")

Mode = Literal["open", "invite", "closed"]


class NewInvite(forms.Form):
    """POST invites."""

    uses: Annotated[forms.Number, Field(ge=1, le=limits.INVITE_USES_MOST)] = 1
    days: Annotated[forms.Number, Field(ge=1, le=limits.INVITE_DAYS_MOST)] = 7


class InviteShape(shapes.Shape):
    """An invite without its code."""

    id: str
    state: Literal["open", "used", "revoked", "expired"]
    uses: int
    uses_left: int
    created_at: str
    expires_at: str


class InviteList(shapes.Shape):
    """All invites, newest first."""

    invites: list[InviteShape]


class InviteWithLink(shapes.Shape):
    """A new invite and the link that it is sent as; shown this once."""

    invite: InviteShape
    code: str
    link: str


class RegistrationChoice(forms.Form):
    """PUT registration."""

    mode: Mode


class RegistrationShape(shapes.Shape):
    """Who may register: `mode` is what counts. `isFixed`: by NOTESVC_REGISTRATION, and the choice does not count."""

    mode: Mode
    chosen: Mode | None
    is_fixed: bool


@area.get("/invites", access=ADMINISTRATOR, answers={200: InviteList})
def all_invites(_: Caller) -> Any:
    """All invites, newest first."""
    return {"invites": [_shape(each) for each in invites.all()]}


@area.post("/invites", access=STEPPED_UP_ADMINISTRATOR, form=NewInvite, answers={201: InviteWithLink})
def create(caller: Caller, form: NewInvite) -> Any:
    """A new invite; its link is shown this once."""
    made, code = invites.create(caller, form.uses, form.days)
    # Behind `#`, which browsers send to nobody.
    link = f"{current_app.config['NOTESVC'].base_url}/register#invite={code}"
    return {"invite": _shape(made), "code": code, "link": link}


@area.delete("/invites/<id:invite_id>", access=STEPPED_UP_ADMINISTRATOR, answers={200: InviteShape})
def revoke(caller: Caller, invite_id: str) -> Any:
    """Let nobody register with the invite any more; revoking again changes nothing."""
    return _shape(invites.revoke(caller, invite_id))


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
    return {
        "mode": registration.mode(settings),
        "chosen": registration.chosen(),
        "isFixed": settings.registration is not None,
    }


def _shape(invite: Invite) -> dict[str, Any]:
    return {
        "id": invite.id,
        "state": invite.state_at(clock.now()),
        "uses": invite.uses,
        "usesLeft": invite.uses_left,
        "createdAt": invite.created_at,
        "expiresAt": invite.expires_at,
    }
