"""What browsers and authenticators say to each other in JSON (WebAuthn, sections 5.1.8 to 5.1.10)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from notesvc import limits, shapes

Base64Url = Annotated[str, Field(min_length=1, max_length=limits.PASSKEY_ANSWER, pattern=r"^[A-Za-z0-9_-]+$")]
_TRANSPORTS = 10


class FromBrowser(BaseModel):
    """Written by the browser, not by a client of ours: it may hold more, and will."""

    model_config = ConfigDict(extra="ignore", strict=True, alias_generator=to_camel)


class AttestationResponse(FromBrowser):
    """What an authenticator says of the key that it made."""

    client_data_json: Base64Url = Field(alias="clientDataJSON", description="What the browser was asked, in base64url.")
    attestation_object: Base64Url = Field(description="The key that was made, in base64url.")
    transports: list[str] = Field([], max_length=_TRANSPORTS, description="How the authenticator is reached.")


class RegistrationResponse(FromBrowser):
    """RegistrationResponseJSON."""

    id: Base64Url = Field(description="The passkey's id, in base64url.")
    raw_id: Base64Url = Field(description="The same id.")
    type: Literal["public-key"] = Field(description="Always `public-key`.")
    response: AttestationResponse = Field(description="What the authenticator says.")


class AssertionResponse(FromBrowser):
    """What an authenticator signed."""

    client_data_json: Base64Url = Field(alias="clientDataJSON", description="What the browser was asked, in base64url.")
    authenticator_data: Base64Url = Field(description="What the authenticator says of itself, in base64url.")
    signature: Base64Url = Field(description="The signature, in base64url.")
    user_handle: Base64Url | None = Field(None, description="By what the authenticator knows the user, in base64url.")


class AuthenticationResponse(FromBrowser):
    """AuthenticationResponseJSON."""

    id: Base64Url = Field(description="The passkey's id, in base64url.")
    raw_id: Base64Url = Field(description="The same id.")
    type: Literal["public-key"] = Field(description="Always `public-key`.")
    response: AssertionResponse = Field(description="What the authenticator signed.")


class Party(shapes.Shape):
    """Who the passkey is for."""

    id: str = Field(description="The host that the passkey is for.")
    name: str = Field(description="What people call it.")


class Holder(shapes.Shape):
    """Whose the passkey will be."""

    id: str = Field(description="By what the authenticator knows the user, in base64url.")
    name: str = Field(description="The mail address.")
    display_name: str = Field(description="How others see the user.")


class Algorithm(shapes.Shape):
    """A kind of key that is understood (COSE)."""

    type: Literal["public-key"] = Field(description="Always `public-key`.")
    alg: int = Field(description="The number of the kind (COSE).")


class Credential(shapes.Shape):
    """A passkey, by the id that its authenticator gave it."""

    id: str = Field(description="The passkey's id, in base64url.")
    type: Literal["public-key"] = Field(description="Always `public-key`.")
    transports: list[str] = Field([], description="How the authenticator is reached.")


class Selection(shapes.Shape):
    """What the authenticator has to be able to do."""

    resident_key: Literal["required"] = Field(description="The authenticator keeps the passkey itself.")
    require_resident_key: bool = Field(description="The same, for older browsers.")
    user_verification: Literal["required"] = Field(description="The authenticator asks who is there.")


class CreationOptions(shapes.Shape):
    """PublicKeyCredentialCreationOptionsJSON; `timeout` in milliseconds."""

    rp: Party = Field(description="The service that asks.")
    user: Holder = Field(description="Whose it will be.")
    challenge: str = Field(description="What is to be signed, in base64url.")
    pub_key_cred_params: list[Algorithm] = Field(description="The kinds of key that are understood.")
    timeout: int = Field(description="How many milliseconds there are.")
    exclude_credentials: list[Credential] = Field(description="The passkeys that the account has.")
    authenticator_selection: Selection = Field(description="Which authenticators will do.")
    attestation: Literal["none"] = Field(description="No statement of the maker is wanted.")


class RequestOptions(shapes.Shape):
    """PublicKeyCredentialRequestOptionsJSON; `timeout` in milliseconds."""

    challenge: str = Field(description="What is to be signed, in base64url.")
    timeout: int = Field(description="How many milliseconds there are.")
    rp_id: str = Field(description="The host that the passkey is for.")
    allow_credentials: list[Credential] = Field(description="The passkeys that may sign; any where empty.")
    user_verification: Literal["required"] = Field(description="The authenticator asks who is there.")
