"""Every route with an address, a body and what its owner has."""

import io
import re
import secrets
from typing import Any

from notesvc import clock
from notesvc.domain.accounts import passkeys, registration_invites, users
from notesvc.domain.sharing import access_requests
from notesvc.models import CollaborationRequest
from notesvc.web.area import Route
from tests.web.conftest import Member

# The body with which each route that takes one would succeed for the owner.
BODIES: dict[str, Any] = {
    "POST /api/auth/device/approve": {"userCode": "BCDF-GHJK", "approve": True},
    "PATCH /api/account/passkeys/<id:passkey_id>": {"name": "taken over"},
    "PATCH /api/workspace/notes/<id:note_id>": {"name": "taken over"},
    "POST /api/workspace/notes/<id:note_id>/move": {"parentId": None},
    "POST /api/workspace/notes/<id:note_id>/rename-preview": {"name": "other"},
    "POST /api/workspace/notes/<id:note_id>/link-mentions": {"dryRun": False},
    "POST /api/workspace/notes/<id:note_id>/collaborators": {"handle": "olive", "role": "editor"},
    "PATCH /api/workspace/notes/<id:note_id>/collaborators/<id:user_id>": {"role": "editor"},
    "POST /api/workspace/notes/<id:note_id>/shares": {"theme": "book"},
    "POST /api/workspace/folders/<id:folder_id>/shares": {"theme": "book"},
    "PATCH /api/workspace/shares/<id:share_id>": {"theme": "slate"},
    "PATCH /api/workspace/folders/<id:folder_id>": {"name": "taken over"},
    "PATCH /api/sync/notes/<id:note_id>": {"name": "taken over"},
    "PATCH /api/sync/folders/<id:folder_id>": {"name": "taken over"},
    "PATCH /api/workspace/people/<id:person_id>": {"name": "taken over"},
    "PATCH /api/ai/prompts/<id:prompt_id>": {"name": "taken over"},
    "PUT /api/ai/keys/<provider>": {"baseUrl": "http://localhost:11434"},
    "PUT /api/storage/config": {"part": "mirror", "backend": "none"},
    "POST /api/storage/test": {"part": "mirror", "backend": "none"},
    "POST /api/ai/providers/test": {"provider": "compatible"},
    "PATCH /api/admin/users/<id:user_id>": {"isDisabled": True},
    "POST /api/workspace/people/<id:person_id>/merge": {"into": clock.new_id()},
}


def by_device(member: Member) -> dict[str, str]:
    """The headers of a device of theirs that writes on what it has seen."""
    return {"Authorization": f"Bearer {member.device_key()}", "If-Match": '"1"'}


def name_of(route: Route) -> str:
    return f"{route.method} {route.rule}"


def belongings(owner: Member, prefix: str = "") -> dict[str, str]:
    """One of everything that has an id."""
    note = owner.note("Secret plan", "the word is xylophone #secret $Grace Hopper")
    trashed = owner.note("Thrown away", "xylophone")
    owner.web.delete(f"/api/workspace/notes/{trashed['id']}")
    versions = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]
    token = owner.web.post("/api/sync/tokens", json={"name": "k", "canWrite": False}).get_json()["token"]
    upload = b"PK\x05\x06" + b"\0" * 18
    job = owner.web.post("/api/data/import", data={"file": (io.BytesIO(upload), "a.zip")}).get_json()
    return {
        f"{prefix}request_id": asked_for(note["id"]),
        f"{prefix}note_id": note["id"],
        f"{prefix}share_id": owner.web.post(f"/api/workspace/notes/{note['id']}/shares", json={}).get_json()["id"],
        f"{prefix}resource_id": trashed["id"],
        f"{prefix}folder_id": owner.folder("Secret folder")["id"],
        f"{prefix}person_id": owner.person(f"Grace {secrets.token_hex(3)}")["id"],
        f"{prefix}version_id": versions[0]["id"],
        f"{prefix}token_id": token["id"],
        f"{prefix}attachment_id": owner.file(content=secrets.token_bytes(30)).get_json()["id"],
        f"{prefix}job_id": job["id"],
        f"{prefix}user_id": str(owner.user.id),
        f"{prefix}invite_id": str(registration_invites.create(users.caller_of(owner.user))[0].id),
        f"{prefix}passkey_id": passkey_of(owner),
        f"{prefix}prompt_id": prompt_of(owner),
        f"{prefix}session_id": owner.web.get("/api/account/sessions").get_json()["sessions"][0]["id"],
    }


def passkey_of(owner: Member) -> str:
    """The id of a new passkey, for which the session did not step up."""
    made = passkeys.NewPasskey(secrets.token_urlsafe(), "", 0, True, "")
    return str(passkeys.add(users.caller_of(owner.user), "Secret laptop", made).id)


def prompt_of(owner: Member) -> str:
    """The id of a new prompt."""
    made = owner.web.post("/api/ai/prompts", json={"name": "Secret prompt", "instruction": "xylophone {{text}}"})
    return str(made.get_json()["id"])


def asked_for(note_id: str) -> str:
    """The request of somebody who would like to see the note."""
    asker = users.register(
        email=f"{secrets.token_hex(4)}@example.org", password="correct horse battery", name="Ann Asker"
    )
    access_requests.ask(users.caller_of(asker), note_id, "viewer")
    return str(CollaborationRequest.get(CollaborationRequest.user == asker.id).id)


def address(route: Route, ids: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ids.get(found[1], "x"), route.rule)


def everything(owner: Member) -> Any:
    """The owner's workspace as an export shows it, the public links and the passkeys."""
    export = owner.web.get("/api/data/export?format=json&versions=1").get_json()
    kept = owner.web.get("/api/account/passkeys").get_json()
    links = owner.web.get("/api/workspace/shares?limit=200").get_json()
    return {name: value for name, value in export.items() if name not in ("exportedAt",)} | kept | links
