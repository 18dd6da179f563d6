"""Signing in at an external provider: going there, and coming back (RFC 9700)."""

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from notesvc import clock, crypto, database, errors, languages, limits
from notesvc.config import Settings
from notesvc.domain import audit, notifications
from notesvc.domain.accounts import deletion_grace, identities, passkeys, relying_party, second_factor, sessions, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.languages import Language
from notesvc.models import SignInAttempt, SignUp, User
from notesvc.providers.known import providers
from notesvc.providers.person import Attempt, Person, ProviderError

log = logging.getLogger("notesvc")
_PURPOSE = "sign-in attempt"
# In the place of a provider's name: somebody who is to show a code.
_CODE = "code"
_LEEWAY_SECONDS = 60
_REASON = 200


@dataclass(frozen=True, slots=True)
class SignInIntent:
    """Why somebody goes to a provider, and where they want to be afterwards. `invite` and `language` are for a new
    account."""

    purpose: str
    next: str
    session_hash: str | None = None
    invite: str | None = None
    began_at: str = ""
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """Who came back: a user to sign in, who may have to show a code first, or the new cookie of the session that
    went."""

    intent: SignInIntent
    user: User | None = None
    secret: str | None = None
    is_code_wanted: bool = False


def begin(settings: Settings, name: str, browser: str, intent: SignInIntent) -> str:
    """The provider's address to send the browser to. `browser` is a secret that only this browser holds.

    Raises NotFound for a provider that is not set up, ProviderError where it cannot be asked.
    """
    provider = providers(settings).get(name)
    if provider is None:
        raise errors.NotFound
    attempt = Attempt(crypto.random_secret(), crypto.random_secret(), crypto.random_secret(48), _back(settings, name))
    with _log_refusals(name):
        address = provider.address(attempt, is_fresh_wanted=intent.purpose == "step-up")
    kept = {"nonce": attempt.nonce, "verifier": attempt.verifier, "invite": intent.invite, "language": intent.language}
    _keep(name, (attempt.state, browser), intent, kept)
    return address


def take(name: str, state: str, browser: str) -> tuple[SignInIntent, dict[str, Any]]:
    """The intent of the browser that comes back, spent, and what was kept of it. Raises ProviderError
    (`sign_in_expired`) for a state that is forged, replayed, too old, or another browser's."""
    with database.transaction():
        expected = (
            (SignInAttempt.state_hash == crypto.digest(state))
            & (SignInAttempt.browser_hash == crypto.digest(browser))
            & (SignInAttempt.provider == name)
            & (SignInAttempt.expires_at > clock.now())
        )
        found = SignInAttempt.get_or_none(expected)
        if found is None or not SignInAttempt.delete().where(expected).execute():
            raise ProviderError("sign_in_expired")
    kept: dict[str, Any] = orjson.loads(crypto.unseal(_PURPOSE, str(found.sealed)))
    began_at = clock.later(str(found.expires_at), -limits.ATTEMPT_SECONDS)
    language = languages.of_tag(kept.get("language"))
    intent = SignInIntent(str(found.purpose), str(found.next), found.session_hash, kept["invite"], began_at, language)
    return intent, {**kept, "state": state}


def ask(settings: Settings, name: str, kept: dict[str, Any], code: str, issuer: str | None) -> Person:
    """Who the provider says it is. Raises ProviderError."""
    provider = providers(settings).get(name)
    if provider is None:
        raise ProviderError("provider_unavailable")
    attempt = Attempt(kept["state"], kept["nonce"], kept["verifier"], _back(settings, name))
    with _log_refusals(name):
        return provider.person(attempt, code, issuer)


def finish(settings: Settings, name: str, intent: SignInIntent, person: Person, caller: Caller | None) -> Return:
    """Do what the intent was for. Raises ProviderError."""
    if intent.purpose == "sign-in":
        user = _user(settings, name, person, intent)
        return Return(intent, user=user, is_code_wanted=second_factor.is_on(str(user.id)))
    # The session that went is the one that comes back, or nothing happens.
    if caller is None or intent.session_hash is None or caller.session_hash != intent.session_hash:
        raise ProviderError("sign_in_expired")
    if intent.purpose == "link":
        _link(caller, name, person)
        return Return(intent)
    return Return(intent, secret=_step_up(settings, caller, person, intent.began_at))


def wait_for_code(browser: str, user: User) -> None:
    """The user came back from the provider and is signed in when they show a code in the same browser."""
    kept = {"user": str(user.id)}
    _keep(_CODE, (crypto.random_secret(), browser), SignInIntent("sign-in", ""), kept)


def user_awaited(browser: str) -> User:
    """Who came back to this browser and is to show a code. Raises NotAuthenticated (`sign_in_expired`)."""
    found = SignInAttempt.select().where(_is_awaited(browser)).order_by(SignInAttempt.expires_at.desc()).first()
    if found is None:
        raise errors.NotAuthenticated("This sign-in took too long. Begin again.", code="sign_in_expired")
    user = users.by_id(orjson.loads(crypto.unseal(_PURPOSE, str(found.sealed)))["user"])
    if user.disabled_at is not None:
        raise errors.Forbidden("This account has been disabled.", code="account_disabled")
    return user


def await_no_more(browser: str) -> None:
    """The code was shown."""
    with database.transaction():
        SignInAttempt.delete().where(_is_awaited(browser)).execute()


def _is_awaited(browser: str) -> Any:
    mine = (SignInAttempt.browser_hash == crypto.digest(browser)) & (SignInAttempt.provider == _CODE)
    return mine & (SignInAttempt.expires_at > clock.now())


def _keep(name: str, secrets: tuple[str, str], intent: SignInIntent, kept: dict[str, Any]) -> None:
    """What is to be known when somebody comes back; `secrets` are the state and the browser's."""
    state, browser = secrets
    with database.transaction():
        SignInAttempt.delete().where(SignInAttempt.expires_at <= clock.now()).execute()
        SignInAttempt.create(
            state_hash=crypto.digest(state),
            browser_hash=crypto.digest(browser),
            provider=name,
            purpose=intent.purpose,
            sealed=crypto.seal(_PURPOSE, orjson.dumps(kept).decode()),
            session_hash=intent.session_hash,
            next=intent.next,
            expires_at=clock.from_now(limits.ATTEMPT_SECONDS),
        )


@contextlib.contextmanager
def _log_refusals(name: str) -> Iterator[None]:
    """Why a provider is not believed, for the administrator; the page does not say it to whoever tries."""
    try:
        yield
    except ProviderError as problem:
        if problem.code == "provider_untrusted":
            fields = {"event": problem.code, "provider": name, "reason": str(problem)[:_REASON]}
            log.warning("provider", extra={"fields": fields})
        raise


def _user(settings: Settings, name: str, person: Person, intent: SignInIntent) -> User:
    known = identities.user_of(person)
    if known is not None:
        if known.disabled_at is not None or deletion_grace.is_over(known):
            raise ProviderError("account_disabled")
        return known
    if person.email is None or not person.is_email_proven:
        raise ProviderError("address_unverified")
    with database.transaction("users"):
        # Never merged by the address: whoever has that account links this identity from inside it.
        if users.is_known(person.email):
            raise ProviderError("address_taken")
        try:
            users.check_new_email(person.email)
            users.admit(settings, intent.invite)
        except errors.InvalidInput as error:
            raise ProviderError("address_unverified") from error
        except errors.Forbidden as error:
            raise ProviderError("registration_closed") from error
        SignUp.delete().where(SignUp.email_key == users.key_of(person.email)).execute()
        user = users.create(person.email, None, _name(person), None, users.is_first(), language=intent.language)
        User.update(email_verified_at=clock.now()).where(User.id == user.id).execute()
        identities.add(user, name, person)
        audit.record_own(str(user.id), "registered")
    return users.by_id(str(user.id))


def _link(caller: Caller, name: str, person: Person) -> None:
    with database.transaction("users"):
        user = users.by_id(caller.user_id)
        identities.add(user, name, person)
        notifications.security(caller.user_id, "identity_added")
        outbox.queue("account_changed", str(user.email), what="identity_added")
        audit.record(caller, "provider_added", caller.user_id, provider=name)


def _step_up(settings: Settings, caller: Caller, person: Person, began_at: str) -> str:
    known = identities.user_of(person)
    if known is None or known.id != caller.user_id:
        raise ProviderError("wrong_account")
    if person.proven_at is not None:
        is_fresh = person.proven_at >= clock.milliseconds_of(began_at) / 1000 - _LEEWAY_SECONDS
    else:
        # Who does not say when they asked may have asked weeks ago: that is no proof where there is a better one.
        is_fresh = not person.tells_when and not _has_own_proof(settings, caller)
    if not is_fresh:
        raise ProviderError("not_fresh")
    return sessions.step_up(caller)


def _has_own_proof(settings: Settings, caller: Caller) -> bool:
    """Whether the caller can prove themselves here, without a provider."""
    if users.by_id(caller.user_id).password_hash is not None or second_factor.is_on(caller.user_id):
        return True
    return relying_party.of(settings) is not None and passkeys.count(caller.user_id) > 0


def _name(person: Person) -> str:
    """In one line, as names of accounts are."""
    shown = "".join(letter for letter in person.name if letter.isprintable()).strip()[: limits.MAX_NAME]
    return shown or str(person.email).split("@")[0]


def _back(settings: Settings, name: str) -> str:
    """Each provider has an address of its own to come back to (RFC 9700, section 4.4)."""
    return f"{settings.base_url}/api/auth/oauth/{name}/callback"
