"""Rooms: the tokens with which browsers enter them at the collaboration worker."""

from typing import Any

import flask
from pydantic import Field

from notesvc import clock, shapes
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import room_access, room_routing, room_tokens
from notesvc.web import forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("collaboration", "/api/collaboration")

_places = room_routing.RoomRouter()


class RoomForm(forms.Form):
    """Which note's room."""

    note_id: forms.Id = Field(description="The note whose room is to be entered.")


class RoomKey(shapes.Shape):
    """What opens the room, and where it is."""

    token: str = Field(description="What opens the room, for five minutes; never part of an address.")
    url: str = Field(description="The WebSocket address of the worker that has the room.")
    expires_at: shapes.Time = Field(description="Until when the token opens the room.")
    role: room_access.Role = Field(description="What the caller may do in the room.")


@area.post("/auth", access=SESSION, form=RoomForm, answers={200: RoomKey}, refusals=(404,))
def auth(caller: Caller, form: RoomForm) -> Any:
    """A token for the note's room, good for five minutes, and the address of the worker that has the room."""
    settings = flask.current_app.config["NOTESVC"]
    role = room_access.role_in(caller, form.note_id)
    signer = room_tokens.Signer(settings.secret_key)
    session = room_access.session_mark(caller.session_hash)
    text, token = signer.mint(form.note_id, caller.user_id, role, session)
    return RoomKey.of(
        token=text,
        url=_places.address_for(form.note_id, settings.collab_urls),
        expires_at=clock.text_of(token.expires * 1000),
        role=role,
    )
