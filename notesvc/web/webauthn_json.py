"""What browsers and authenticators say to each other in JSON (WebAuthn, sections 5.1.8 to 5.1.10)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from notesvc import limits
from notesvc.web import shapes

Encoded = Annotated[str, Field(min_length=1, max_length=limits.PASSKEY_ANSWER, pattern=r"^[A-Za-z0-9_-]+$")]
_TRANSPORTS = 10


class FromBrowser(BaseModel):
    """Written by the browser, not by a client of ours: it may hold more, and will."""

    model_config = ConfigDict(extra="ignore", strict=True, alias_generator=to_camel)


class AttestationResponse(FromBrowser):
    """What an authenticator says of the key that it made."""

    client_data_json: Encoded = Field(alias="clientDataJSON")
    attestation_object: Encoded
    transports: list[str] = Field([], max_length=_TRANSPORTS)


class RegistrationResponse(FromBrowser):
    """RegistrationResponseJSON."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: AttestationResponse


class AssertionResponse(FromBrowser):
    """What an authenticator signed."""

    client_data_json: Encoded = Field(alias="clientDataJSON")
    authenticator_data: Encoded
    signature: Encoded
    user_handle: Encoded | None = None


class AuthenticationResponse(FromBrowser):
    """AuthenticationResponseJSON."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: AssertionResponse


class Party(shapes.Shape):
    """Who the passkey is for."""

    id: str
    name: str


class Holder(shapes.Shape):
    """Whose the passkey will be."""

    id: str
    name: str
    display_name: str


class Algorithm(shapes.Shape):
    """A kind of key that is understood (COSE)."""

    type: Literal["public-key"]
    alg: int


class Credential(shapes.Shape):
    """A passkey, by the id that its authenticator gave it."""

    id: str
    type: Literal["public-key"]
    transports: list[str] = []


class Selection(shapes.Shape):
    """What the authenticator has to be able to do."""

    resident_key: Literal["required"]
    require_resident_key: bool
    user_verification: Literal["required"]


class CreationOptions(shapes.Shape):
    """PublicKeyCredentialCreationOptionsJSON; `timeout` in milliseconds."""

    rp: Party
    user: Holder
    challenge: str
    pub_key_cred_params: list[Algorithm]
    timeout: int
    exclude_credentials: list[Credential]
    authenticator_selection: Selection
    attestation: Literal["none"]


class RequestOptions(shapes.Shape):
    """PublicKeyCredentialRequestOptionsJSON; `timeout` in milliseconds."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[Credential]
    user_verification: Literal["required"]
