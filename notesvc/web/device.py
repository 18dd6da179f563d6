"""The device flow (RFC 8628): what a device asks without a cookie, and what its user decides in a browser."""

import re
from ipaddress import ip_network
from typing import Any, Literal
from urllib.parse import quote

from flask import current_app
from pydantic import BaseModel, Field

from notesvc import errors, limits, shapes
from notesvc.domain.accounts import device_codes
from notesvc.domain.caller import Caller
from notesvc.web import bodies, forms, rates
from notesvc.web.access import ANYWHERE, SESSION
from notesvc.web.area import Answer, Area

area = Area("device", "/api/auth/device")

_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
UserCode = Field(min_length=1, max_length=40, description="The code that the device shows.")


class CodeRequest(BaseModel):
    """POST device/code; unknown parameters are ignored, as RFC 6749 wants."""

    client_id: str = Field(description="The program: `notes-desktop` or `notes-clipper`.")
    scope: str = Field("", description="What the key may do, as names with blanks between them.")
    device_name: str = Field("", description="What the device calls itself, for the person who approves.")


class TokenRequest(BaseModel):
    """POST device/token."""

    grant_type: str = Field(description="`urn:ietf:params:oauth:grant-type:device_code`.")
    device_code: str = Field(description="The device code that was given.")
    client_id: str = Field(description="The program that asked for the code.")


class DeviceAuthorization(BaseModel):
    """What the device keeps, and what it shows to its user."""

    device_code: str = Field(description="What the device asks for its key with.")
    user_code: str = Field(description="What the person types or compares.")
    verification_uri: str = Field(description="Where the person types it.")
    verification_uri_complete: str = Field(description="The same address with the code in it.")
    expires_in: int = Field(description="For how many seconds the codes are good.")
    interval: int = Field(description="How many seconds to wait between two polls.")


class DeviceToken(BaseModel):
    """The key of the device; shown this once."""

    access_token: str = Field(description="The key's secret.")
    token_type: str = Field(description="Always `Bearer`.")
    scope: str = Field(description="What the key may do.")


class DeviceRefusal(BaseModel):
    """Why there is no key, in the words of RFC 6749 and RFC 8628."""

    error: str = Field(
        description="The reason: `authorization_pending`, `slow_down`, `access_denied`, `expired_token` and others."
    )


class CodeQuery(forms.Query):
    """GET device."""

    user_code: str = UserCode


class Decision(forms.Form):
    """POST device/approve."""

    user_code: str = UserCode
    approve: bool = Field(description="Whether the device gets a key.")


class DeviceShape(shapes.Shape):
    """What asks for a key: which app on which device, since when, from where, and what it wants to do."""

    app: str = Field(description="The program's name.")
    name: str = Field(description="What the device calls itself.")
    scopes: list[str] = Field(description="What the key may do.")
    address: str = Field(description="Where it was asked from.")
    # Whether that is where the user is too; of a private network's addresses, that is not known.
    place: Literal["here", "private", "elsewhere"] = Field(
        description="Whether that is where the user is, too; of private networks that is not known."
    )
    created_at: shapes.Time = Field(description="When the device asked.")
    expires_at: shapes.Time = Field(description="Until when it can be approved.")


@area.post("/code", access=ANYWHERE, encoded=CodeRequest, answers={200: DeviceAuthorization, 400: DeviceRefusal})
def code() -> Any:
    """A code for a device that wants a key (RFC 8628), form-encoded."""
    rates.count(limits.DEVICE_CODES_PER_ADDRESS, "device-code", rates.source_address())
    try:
        asked = bodies.read_encoded(limits.DEVICE_BODY)
        client, scope = asked.get("client_id", ""), asked.get("scope", "")
        name = _name(asked.get("device_name", "")) or _known_as(client)
        made = device_codes.ask(client, name, scope, rates.source_address())
    except (errors.MalformedRequest, errors.UnsupportedMediaType):
        return _refusal("invalid_request")
    except device_codes.DeviceFlowError as refusal:
        return _refusal(str(refusal))
    page = f"{current_app.config['NOTESVC'].base_url}/device"
    return {
        "device_code": made.device_code,
        "user_code": made.user_code,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?user_code={quote(made.user_code)}",
        "expires_in": limits.DEVICE_CODE_SECONDS,
        "interval": limits.DEVICE_POLL_SECONDS,
    }


@area.post("/token", access=ANYWHERE, encoded=TokenRequest, answers={200: DeviceToken, 400: DeviceRefusal})
def token() -> Any:
    """The device's key, once its user has approved (RFC 8628), form-encoded."""
    rates.count(limits.DEVICE_POLLS_PER_ADDRESS, "device-poll", rates.source_address())
    try:
        asked = bodies.read_encoded(limits.DEVICE_BODY)
        if asked.get("grant_type") != _GRANT:
            return _refusal("unsupported_grant_type" if "grant_type" in asked else "invalid_request")
        secret, scope = device_codes.redeem(asked.get("client_id", ""), asked.get("device_code", ""))
    except (errors.MalformedRequest, errors.UnsupportedMediaType):
        return _refusal("invalid_request")
    except device_codes.DeviceFlowError as refusal:
        return _refusal(str(refusal))
    return {"access_token": secret, "token_type": "Bearer", "scope": scope}


@area.get("", access=SESSION, query=CodeQuery, answers={200: DeviceShape}, refusals=(404,))
def look(caller: Caller, query: CodeQuery) -> Any:
    """What asks behind a code, until somebody has decided."""
    with _Guessing(caller):
        found = device_codes.look(query.user_code)
    return DeviceShape.of(
        found,
        app=_known_as(str(found.client)),
        scopes=str(found.scopes).split(),
        place=_place(str(found.address)),
    )


@area.post("/approve", access=SESSION, form=Decision, answers={204: None}, refusals=(403, 404, 409))
def approve(caller: Caller, form: Decision) -> Any:
    """Give the device a key, or refuse it. A key that does more than read wants a step-up."""
    with _Guessing(caller):
        device_codes.decide(caller, form.user_code, form.approve)


class _Guessing:
    """Five wrong codes, by user and by source, and no more are looked at (RFC 8628, section 5.1). Each counts before
    it is looked at, so that no more get through at the same moment; a right one is taken back."""

    def __init__(self, caller: Caller) -> None:
        self._keys = (f"user:{caller.user_id}", rates.source_address())
        self._counted: list[str] = []

    def __enter__(self) -> None:
        try:
            for key in self._keys:
                rates.count(limits.WRONG_DEVICE_CODES, "device-guess", key)
                self._counted.append(key)
        except errors.RateLimited:
            self._take_back()
            raise

    def __exit__(self, _: object, error: object, __: object) -> None:
        if not isinstance(error, errors.NotFound):
            self._take_back()

    def _take_back(self) -> None:
        for key in self._counted:
            rates.take_back(limits.WRONG_DEVICE_CODES, "device-guess", key)


def _place(address: str) -> Literal["here", "private", "elsewhere"]:
    """Of private addresses nothing is said: everybody has the same one behind a proxy that nobody has set up."""
    try:
        is_global = ip_network(address).is_global
    except ValueError:
        return "elsewhere"
    if not is_global:
        return "private"
    return "here" if address == rates.source_address() else "elsewhere"


def _known_as(client: str) -> str:
    """What people know the program by; empty for one that there is not."""
    known = device_codes.CLIENTS.get(client)
    return known.name if known else ""


def _name(text: str) -> str:
    """What the device calls itself, in one line: its user reads it before approving."""
    return re.sub(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+", " ", text).strip()[: limits.DEVICE_NAME]


def _refusal(code: str) -> Any:
    return Answer({"error": code}, 400)
