"""Every kind of mail, and the letter that it becomes at the moment it is sent.

Links are made here, so that none lies in the outbox; they lead to the configured address, whatever a request said
(ASVS 6.4.1), and their tokens stand behind `#`, which browsers send to nobody.
"""

from collections.abc import Callable

from notesvc import clock, limits
from notesvc.config import Settings
from notesvc.domain import notifications
from notesvc.domain.accounts import sign_ups, users
from notesvc.domain.mail import links as mail_links
from notesvc.domain.mail.layout import Letter
from notesvc.models import Invitation, Mail, Note, Notification, SignUp, User

Facts = dict[str, str]
_MINUTES = f"The link is good for {limits.MAIL_LINK_SECONDS // 60} minutes, once."
_HOURS = f"The link is good for {limits.SIGN_UP_SECONDS // 3600} hours."
_NOT_YOU = "If this was not you, nothing needs to be done."
_IGNORE = "If you do not know who this is, nothing needs to be done."
_NAME = 100
_WAS_NOT_YOU = "If this was not you, set a new password and end all other sessions in the settings."


def letter_of(settings: Settings, mail: Mail) -> Letter | None:
    """What the mail says now; None where nothing is to be sent any more."""
    return KINDS[str(mail.kind)](settings, str(mail.recipient), dict(mail.facts))


def _sign_up(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    asked = SignUp.get_or_none(SignUp.id == facts["sign_up"])
    if asked is None:
        return None
    if users.is_known(recipient):
        return _account_exists(settings, recipient, facts)
    link = f"{settings.base_url}/verify-email#new&token={sign_ups.mint(asked)}"
    text = "Confirm your address, and your account is ready. You will be asked for the password that you chose."
    return Letter(recipient, "Confirm your address", (text, _HOURS), link, _NOT_YOU)


def _account_exists(settings: Settings, recipient: str, _: Facts) -> Letter:
    text = "Somebody, perhaps you, asked for an account with this address. It has one already: sign in with it."
    return Letter(recipient, "You have an account already", (text,), f"{settings.base_url}/sign-in", _NOT_YOU)


def _verify(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    user = User.get_or_none((User.id == facts["user"]) & (User.email == recipient))
    if user is None or user.email_verified_at is not None:
        return None
    link = f"{settings.base_url}/verify-email#token={mail_links.mint('verify', user, recipient)}"
    return Letter(recipient, "Confirm your address", ("Confirm that this address is yours.", _MINUTES), link, _NOT_YOU)


def _reset(settings: Settings, _: str, facts: Facts) -> Letter | None:
    user = User.get_or_none(User.email_key == users.key_of(facts["email"]))
    if user is None or user.disabled_at is not None:
        return None
    # To the address that the account has, not to one that only looks like it.
    recipient = str(user.email)
    link = f"{settings.base_url}/reset-password#token={mail_links.mint('reset', user, recipient)}"
    text = "Somebody, perhaps you, asked for a new password."
    return Letter(recipient, "Set a new password", (text, _MINUTES), link, _NOT_YOU)


def _change(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    user = User.get_or_none(User.id == facts["user"])
    if user is None:
        return None
    if users.is_known(recipient) and users.key_of(recipient) != user.email_key:
        text = "Somebody asked to use this address for another account. It has one already, so nothing was changed."
        return Letter(recipient, "This address has an account", (text,))
    link = f"{settings.base_url}/verify-email#token={mail_links.mint('change', user, recipient)}"
    text = f"Confirm that @{user.handle} is to use this address from now on."
    return Letter(recipient, "Confirm your new address", (text, _MINUTES), link, _NOT_YOU)


def _change_asked(_: Settings, recipient: str, __: Facts) -> Letter:
    text = "Somebody who is signed in asked to use another mail address for your account."
    return Letter(recipient, "Your mail address is about to change", (text,), closing=_WAS_NOT_YOU)


def _address_changed(_: Settings, recipient: str, facts: Facts) -> Letter:
    text = f"Your account uses the address {facts['new']} from now on, and this one no more."
    return Letter(recipient, "Your mail address was changed", (text,), closing=_WAS_NOT_YOU)


def _password_changed(_: Settings, recipient: str, __: Facts) -> Letter:
    text = "The password of your account was changed, and all other sessions have ended."
    return Letter(recipient, "Your password was changed", (text,), closing=_WAS_NOT_YOU)


def _new_device(_: Settings, recipient: str, facts: Facts) -> Letter:
    text = f"Somebody signed in to your account at {facts['at']} from {facts['address']}, with a browser that is new:"
    return Letter(recipient, "A new sign-in", (text, facts["agent"] or "(it did not say which)"), closing=_WAS_NOT_YOU)


def _device_approved(_: Settings, recipient: str, facts: Facts) -> Letter:
    may = facts.get("may", "read and write")
    text = f"You let “{facts['name'][:_NAME]}” {may} your notes. It stands among your keys, where you can revoke it."
    return Letter(recipient, "A device was approved", (text,), closing=_WAS_NOT_YOU)


def _account_changed(_: Settings, recipient: str, facts: Facts) -> Letter:
    subject, text = CHANGES[facts["what"]]
    return Letter(recipient, subject, (text,), closing=_WAS_NOT_YOU)


def _account_made(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    user = User.get_or_none((User.id == facts["user"]) & (User.email == recipient))
    if user is None or user.disabled_at is not None or user.password_hash is not None:
        return None
    link = f"{settings.base_url}/reset-password#token={mail_links.mint('reset', user, recipient)}"
    text = f"An administrator of {settings.base_url} made an account for you: @{user.handle}. Choose a password for it."
    later = f"Later on, ask for another link at {settings.base_url}/forgot-password."
    return Letter(recipient, "Your account is ready", (text, f"{_MINUTES} {later}"), link)


def _deletion_asked(settings: Settings, recipient: str, facts: Facts) -> Letter:
    when = clock.parse(facts["at"]).strftime("%d %B %Y, %H:%M UTC")
    text = f"Your account @{facts['handle']} will be deleted on {when}, with everything in it."
    back = "Until then, signing in brings it back."
    closing = "If this was not you, sign in and set a new password at once."
    return Letter(recipient, "Your account will be deleted", (text, back), f"{settings.base_url}/sign-in", closing)


def _deletion_undone(_: Settings, recipient: str, __: Facts) -> Letter:
    text = "Somebody signed in to your account: it is not deleted, and everything in it is as it was."
    return Letter(recipient, "Your account is kept", (text,), closing=_WAS_NOT_YOU)


def _invitation(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    invited = Invitation.get_or_none(Invitation.id == facts["invitation"])
    if invited is None:
        return None
    note = Note.get(Note.id == invited.note_id)
    owner = User.get_by_id(note.owner_id)
    what = "change" if invited.role == "editor" else "read"
    text = f"{owner.name[:_NAME]} (@{owner.handle}) lets you {what} a note: “{note.name[:_NAME]}”."
    more = "Sign in with this address, or make an account with it, and the note is among those shared with you."
    return Letter(
        recipient, "A note was shared with you", (text, more), f"{settings.base_url}/notes/{note.id}", _IGNORE
    )


def _notification(settings: Settings, recipient: str, facts: Facts) -> Letter | None:
    told = Notification.get_or_none(Notification.id == facts["notification"])
    if told is None or told.read_at is not None:
        return None
    seen = notifications.by_ids(str(told.user_id), [str(told.id)])[str(told.id)]
    who = f"{str(seen.actor_name)[:_NAME]} (@{seen.actor_handle})" if seen.actor_id else "notesvc"
    about = f": “{str(seen.note_name)[:_NAME]}”." if seen.note_id else "."
    link = f"{settings.base_url}/notes/{seen.note_id}" if seen.note_id else settings.base_url
    text = NEWS[seen.kind].format(who=who) + about
    return Letter(recipient, "News from your notes", (text,), link, "Which of these are mailed is up to your settings.")


def _test(settings: Settings, recipient: str, _: Facts) -> Letter:
    text = f"This is the test mail that you asked for at {settings.base_url}."
    return Letter(recipient, "notesvc can send mail", (text,), closing="Nothing needs to be done.")


CHANGES = {
    "identity_added": ("A way to sign in was added", "Your account can now be entered through another provider."),
    "identity_removed": ("A way to sign in was removed", "Your account can no longer be entered through a provider."),
    "passkey_added": (
        "A passkey was added",
        "Your account can now be entered with a new passkey. The settings list all of them, and remove one you do not "
        "know.",
    ),
    "passkey_removed": ("A passkey was removed", "One passkey of your account opens it no more."),
    "second_factor_on": ("Codes are asked for", "Signing in to your account asks for a code of your app from now on."),
    "second_factor_off": ("Codes are asked for no more", "Signing in to your account asks for no codes any more."),
}
NEWS: dict[notifications.Kind, str] = {
    "mention": "{who} mentioned you in a note",
    "watched": "{who} changed a note that you watch",
    "collaboration_request": "{who} shares a note with you, or asks you to share it",
    "collaboration_accepted": "{who} is with you in a note now",
    "share_viewed": "Somebody opened a public link of yours",
    "share_expiring": "A public link of yours ends soon",
    "import_finished": "An import has ended",
    "token_expiring": "A sync key expires soon",
}
KINDS: dict[str, Callable[[Settings, str, Facts], Letter | None]] = {
    "sign_up": _sign_up,
    "known": _account_exists,
    "verify": _verify,
    "reset": _reset,
    "change": _change,
    "change_asked": _change_asked,
    "changed": _address_changed,
    "password_changed": _password_changed,
    "new_device": _new_device,
    "device_approved": _device_approved,
    "account_changed": _account_changed,
    "account_made": _account_made,
    "deletion_asked": _deletion_asked,
    "deletion_undone": _deletion_undone,
    "invitation": _invitation,
    "notification": _notification,
    "test": _test,
}
