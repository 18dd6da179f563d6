"""What mails say in English."""

from notesvc.domain.mail.words.said import Said, Words

_MINUTES = "The link is good for {minutes} minutes, once."
_NOT_YOU = "If this was not you, nothing needs to be done."
_WAS_NOT_YOU = "If this was not you, set a new password and end all other sessions in the settings."
_REVOKE = "It stands among your keys, where you can revoke it."
_IGNORE = "If you do not know who this is, nothing needs to be done."
_COME = "Sign in with this address, or make an account with it, and the note is among those shared with you."
_AGAIN = "It is tried again by itself; you are told once a day until it works. `notesvc check` on the server says more."

WORDS = Words(
    greeting="Hello,",
    moment="{day}, {time} UTC",
    unknown_browser="(it did not say which)",
    news_kinds={
        "mention": "{who} mentioned you in a note",
        "watched": "{who} changed a note that you watch",
        "collaboration_request": "{who} shares a note with you, or asks you to share it",
        "collaboration_accepted": "{who} is with you in a note now",
        "share_viewed": "Somebody opened a public link of yours",
        "share_expiring": "A public link of yours ends soon",
        "import_finished": "An import has ended",
        "token_expiring": "A sync key expires soon",
    },
    alone="{news}.",
    about="{news}: “{note}”.",
    confirm_sign_up=Said(
        "Confirm your address",
        (
            "Confirm your address, and your account is ready. You will be asked for the password that you chose.",
            "The link is good for {hours} hours.",
        ),
        _NOT_YOU,
    ),
    account_exists=Said(
        "You have an account already",
        ("Somebody, perhaps you, asked for an account with this address. It has one already: sign in with it.",),
        _NOT_YOU,
    ),
    confirm_address=Said("Confirm your address", ("Confirm that this address is yours.", _MINUTES), _NOT_YOU),
    new_password=Said("Set a new password", ("Somebody, perhaps you, asked for a new password.", _MINUTES), _NOT_YOU),
    address_taken=Said(
        "This address has an account",
        ("Somebody asked to use this address for another account. It has one already, so nothing was changed.",),
    ),
    confirm_new_address=Said(
        "Confirm your new address",
        ("Confirm that {handle} is to use this address from now on.", _MINUTES),
        _NOT_YOU,
    ),
    address_will_change=Said(
        "Your mail address is about to change",
        ("Somebody who is signed in asked to use another mail address for your account.",),
        _WAS_NOT_YOU,
    ),
    address_changed=Said(
        "Your mail address was changed",
        ("Your account uses the address {new} from now on, and this one no more.",),
        _WAS_NOT_YOU,
    ),
    password_changed=Said(
        "Your password was changed",
        ("The password of your account was changed, and all other sessions have ended.",),
        _WAS_NOT_YOU,
    ),
    new_sign_in=Said(
        "A new sign-in",
        ("Somebody signed in to your account on {at}, from {address}, with a browser that is new:", "{agent}"),
        _WAS_NOT_YOU,
    ),
    device_may_read=Said("A device was approved", (f"You let “{{name}}” read your notes. {_REVOKE}",), _WAS_NOT_YOU),
    device_may_write=Said(
        "A device was approved", (f"You let “{{name}}” read and write your notes. {_REVOKE}",), _WAS_NOT_YOU
    ),
    identity_added=Said(
        "A way to sign in was added", ("Your account can now be entered through another provider.",), _WAS_NOT_YOU
    ),
    identity_removed=Said(
        "A way to sign in was removed",
        ("Your account can no longer be entered through a provider.",),
        _WAS_NOT_YOU,
    ),
    passkey_added=Said(
        "A passkey was added",
        (
            "Your account can now be entered with a new passkey. The settings list all of them, and remove one you do "
            "not know.",
        ),
        _WAS_NOT_YOU,
    ),
    passkey_removed=Said("A passkey was removed", ("One passkey of your account opens it no more.",), _WAS_NOT_YOU),
    second_factor_on=Said(
        "Codes are asked for",
        ("Signing in to your account asks for a code of your app from now on.",),
        _WAS_NOT_YOU,
    ),
    second_factor_off=Said(
        "Codes are asked for no more", ("Signing in to your account asks for no codes any more.",), _WAS_NOT_YOU
    ),
    storage_paused=Said(
        "Your storage refuses the service",
        (
            "The place that you have set for your files does not let the service in any more, or is not the one that "
            "it was. Nothing is lost: what is new waits on the service until you set the place again, under Storage.",
        ),
    ),
    account_made=Said(
        "Your account is ready",
        (
            "An administrator of {service} made an account for you: {handle}. Choose a password for it.",
            f"{_MINUTES} Later on, ask for another link at {{reset_page}}.",
        ),
    ),
    deletion_asked=Said(
        "Your account will be deleted",
        (
            "Your account {handle} will be deleted on {at}, with everything in it.",
            "Until then, signing in brings it back.",
        ),
        "If this was not you, sign in and set a new password at once.",
    ),
    deletion_undone=Said(
        "Your account is kept",
        ("Somebody signed in to your account: it is not deleted, and everything in it is as it was.",),
        _WAS_NOT_YOU,
    ),
    invitation_to_read=Said(
        "A note was shared with you", ("{owner} ({handle}) lets you read a note: “{note}”.", _COME), _IGNORE
    ),
    invitation_to_change=Said(
        "A note was shared with you", ("{owner} ({handle}) lets you change a note: “{note}”.", _COME), _IGNORE
    ),
    news=Said("News from your notes", ("{news}",), "Which of these are mailed is up to your settings."),
    backup_failed=Said("Backups of notesvc fail", ("No backup could be made at {service}: {detail}", _AGAIN)),
    drill_failed=Said(
        "Backups of notesvc fail",
        ("The newest backup could not be restored on trial at {service}: {detail}", _AGAIN),
    ),
    test=Said(
        "notesvc can send mail",
        ("This is the test mail that you asked for at {service}.",),
        "Nothing needs to be done.",
    ),
)
