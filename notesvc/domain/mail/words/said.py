"""What mails say: the words that each language has to have."""

from dataclasses import dataclass

from notesvc.domain.notifications import Kind


@dataclass(frozen=True, slots=True)
class Said:
    """What a mail says; `{name}` stands for a value."""

    subject: str
    paragraphs: tuple[str, ...]
    closing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """All that mails say in one language. A language that lacks any of it is no `Words`.

    `moment` says a time of `{day}` and `{time}`; `about` says news of a note, `alone` those of none.
    """

    greeting: str
    moment: str
    unknown_browser: str
    news_kinds: dict[Kind, str]
    alone: str
    about: str

    confirm_sign_up: Said
    account_exists: Said
    confirm_address: Said
    new_password: Said
    address_taken: Said
    confirm_new_address: Said
    address_will_change: Said
    address_changed: Said
    password_changed: Said
    new_sign_in: Said
    device_may_read: Said
    device_may_write: Said
    identity_added: Said
    identity_removed: Said
    passkey_added: Said
    passkey_removed: Said
    second_factor_on: Said
    second_factor_off: Said
    storage_paused: Said
    account_made: Said
    deletion_asked: Said
    deletion_undone: Said
    invitation_to_read: Said
    invitation_to_change: Said
    news: Said
    backup_failed: Said
    drill_failed: Said
    test: Said
