"""Who users are elsewhere: an issuer and a subject, never a mail address alone (ASVS 6.8.1)."""

from typing import Any

from notesvc import clock, database, errors
from notesvc.config import Settings
from notesvc.domain import audit, notifications
from notesvc.domain.accounts import last_credential, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.models import Identity, User
from notesvc.providers.person import Person, ProviderError


def of_user(user_id: str) -> list[Identity]:
    """The user's identities, oldest first."""
    return list(Identity.select().where(Identity.user == user_id).order_by(Identity.created_at, Identity.subject))


def user_of(person: Person) -> User | None:
    """Whose the identity is; it has been used now."""
    found = _find(person)
    if found is None:
        return None
    with database.transaction(found.user_id):
        Identity.update(used_at=clock.now()).where(_is(person)).execute()
    return users.by_id(found.user_id)


def add(user: User, provider: str, person: Person) -> None:
    """Let the identity be the user's. In the current transaction. Raises ProviderError (`already_linked`)."""
    found = _find(person)
    if found is not None and found.user_id != user.id:
        raise ProviderError("already_linked")
    if found is None:
        now = clock.now()
        Identity.create(
            issuer=person.issuer,
            subject=person.subject,
            provider=provider,
            user=user.id,
            email=person.email,
            created_at=now,
            used_at=now,
        )


def remove(settings: Settings, caller: Caller, provider: str) -> None:
    """Take the caller's identities at the provider away. Raises NotFound, Conflict (`last_way_in`)."""
    with database.transaction(caller.user_id):
        going = (Identity.user == caller.user_id) & (Identity.provider == provider)
        if not Identity.delete().where(going).execute():
            raise errors.NotFound
        last_credential.keep(settings, caller)
        notifications.security(caller.user_id, "identity_removed")
        outbox.queue("account_changed", str(users.by_id(caller.user_id).email), what="identity_removed")
        audit.record(caller, "provider_removed", caller.user_id, provider=provider)


def drop(user_id: str) -> None:
    """Take all of the user's identities away, in the current transaction."""
    Identity.delete().where(Identity.user == user_id).execute()


def _find(person: Person) -> Identity | None:
    found: Identity | None = Identity.get_or_none(_is(person))
    return found


def _is(person: Person) -> Any:
    return (Identity.issuer == person.issuer) & (Identity.subject == person.subject)
