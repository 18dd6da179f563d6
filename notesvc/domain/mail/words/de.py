"""What mails say in German."""

from notesvc.domain.mail.words.said import Said, Words

_MINUTES = "Der Link gilt {minutes} Minuten lang und nur einmal."
_NOT_YOU = "Wenn Sie das nicht waren, brauchen Sie nichts zu tun."
_WAS_NOT_YOU = (
    "Wenn Sie das nicht waren, setzen Sie in den Einstellungen ein neues Passwort und beenden Sie dort alle anderen "
    "Sitzungen."
)
_REVOKE = "Der Zugang steht unter Ihren Schlüsseln, wo Sie ihn widerrufen können."
_IGNORE = "Wenn Sie nicht wissen, wer das ist, brauchen Sie nichts zu tun."
_COME = (
    "Melden Sie sich mit dieser Adresse an, oder legen Sie damit ein Konto an: Dann steht die Notiz bei denen, die mit "
    "Ihnen geteilt sind."
)
_AGAIN = (
    "Es wird von selbst wieder versucht; bis es gelingt, erfahren Sie es einmal am Tag. Mehr sagt `notesvc check` auf "
    "dem Server."
)

WORDS = Words(
    greeting="Guten Tag,",
    moment="{day}, {time} UTC",
    unknown_browser="(er hat sich nicht genannt)",
    news_kinds={
        "mention": "{who} hat Sie in einer Notiz erwähnt",
        "watched": "{who} hat eine Notiz geändert, die Sie beobachten",
        "collaboration_request": "{who} teilt eine Notiz mit Ihnen oder bittet Sie, sie zu teilen",
        "collaboration_accepted": "{who} ist jetzt mit Ihnen in einer Notiz",
        "share_viewed": "Jemand hat einen Ihrer öffentlichen Links geöffnet",
        "share_expiring": "Einer Ihrer öffentlichen Links endet bald",
        "import_finished": "Ein Import ist zu Ende",
        "token_expiring": "Ein Sync-Schlüssel läuft bald ab",
    },
    alone="{news}.",
    about="{news}: „{note}“.",
    confirm_sign_up=Said(
        "Bestätigen Sie Ihre Adresse",
        (
            "Bestätigen Sie Ihre Adresse, und Ihr Konto ist bereit. Sie werden nach dem Passwort gefragt, das Sie "
            "gewählt haben.",
            "Der Link gilt {hours} Stunden lang.",
        ),
        _NOT_YOU,
    ),
    account_exists=Said(
        "Sie haben schon ein Konto",
        (
            "Jemand, vielleicht Sie selbst, wollte mit dieser Adresse ein Konto anlegen. Es gibt schon eines: Melden "
            "Sie sich damit an.",
        ),
        _NOT_YOU,
    ),
    confirm_address=Said(
        "Bestätigen Sie Ihre Adresse", ("Bestätigen Sie, dass diese Adresse Ihnen gehört.", _MINUTES), _NOT_YOU
    ),
    new_password=Said(
        "Setzen Sie ein neues Passwort",
        ("Jemand, vielleicht Sie selbst, hat um ein neues Passwort gebeten.", _MINUTES),
        _NOT_YOU,
    ),
    address_taken=Said(
        "Diese Adresse hat schon ein Konto",
        (
            "Jemand wollte diese Adresse für ein anderes Konto verwenden. Sie hat aber schon eines, deshalb ist alles "
            "geblieben, wie es war.",
        ),
    ),
    confirm_new_address=Said(
        "Bestätigen Sie Ihre neue Adresse",
        ("Bestätigen Sie, dass {handle} von jetzt an diese Adresse verwenden soll.", _MINUTES),
        _NOT_YOU,
    ),
    address_will_change=Said(
        "Ihre E-Mail-Adresse soll sich ändern",
        ("Jemand, der angemeldet ist, möchte für Ihr Konto eine andere E-Mail-Adresse verwenden.",),
        _WAS_NOT_YOU,
    ),
    address_changed=Said(
        "Ihre E-Mail-Adresse wurde geändert",
        ("Ihr Konto verwendet von jetzt an die Adresse {new} und nicht mehr diese hier.",),
        _WAS_NOT_YOU,
    ),
    password_changed=Said(
        "Ihr Passwort wurde geändert",
        ("Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen sind beendet.",),
        _WAS_NOT_YOU,
    ),
    new_sign_in=Said(
        "Eine neue Anmeldung",
        ("Jemand hat sich am {at} von {address} aus in Ihrem Konto angemeldet, mit einem neuen Browser:", "{agent}"),
        _WAS_NOT_YOU,
    ),
    device_may_read=Said(
        "Ein Gerät wurde zugelassen", (f"Sie haben „{{name}}“ erlaubt, Ihre Notizen zu lesen. {_REVOKE}",), _WAS_NOT_YOU
    ),
    device_may_write=Said(
        "Ein Gerät wurde zugelassen",
        (f"Sie haben „{{name}}“ erlaubt, Ihre Notizen zu lesen und zu schreiben. {_REVOKE}",),
        _WAS_NOT_YOU,
    ),
    identity_added=Said(
        "Eine Anmeldemöglichkeit kam hinzu",
        ("Man kann sich jetzt über einen weiteren Anbieter in Ihrem Konto anmelden.",),
        _WAS_NOT_YOU,
    ),
    identity_removed=Said(
        "Eine Anmeldemöglichkeit wurde entfernt",
        ("Über einen der Anbieter kann man sich in Ihrem Konto nicht mehr anmelden.",),
        _WAS_NOT_YOU,
    ),
    passkey_added=Said(
        "Ein Passkey kam hinzu",
        (
            "Ihr Konto lässt sich jetzt mit einem neuen Passkey öffnen. Die Einstellungen zeigen alle; entfernen Sie "
            "dort einen, den Sie nicht kennen.",
        ),
        _WAS_NOT_YOU,
    ),
    passkey_removed=Said(
        "Ein Passkey wurde entfernt", ("Einer der Passkeys Ihres Kontos öffnet es nicht mehr.",), _WAS_NOT_YOU
    ),
    second_factor_on=Said(
        "Die Anmeldung verlangt jetzt Codes",
        ("Wer sich in Ihrem Konto anmeldet, braucht von jetzt an einen Code aus Ihrer Authenticator-App.",),
        _WAS_NOT_YOU,
    ),
    second_factor_off=Said(
        "Die Anmeldung verlangt keine Codes mehr",
        ("Wer sich in Ihrem Konto anmeldet, wird nicht mehr nach einem Code gefragt.",),
        _WAS_NOT_YOU,
    ),
    storage_paused=Said(
        "Ihr Speicherort weist den Dienst ab",
        (
            "Der Ort, den Sie für Ihre Dateien gewählt haben, lässt den Dienst nicht mehr ein oder ist nicht mehr der, "
            "der er war. Nichts ist verloren: Was neu ist, wartet beim Dienst, bis Sie den Ort unter „Speicherorte“ "
            "wieder einrichten.",
        ),
    ),
    account_made=Said(
        "Ihr Konto ist bereit",
        (
            "Jemand von der Verwaltung von {service} hat ein Konto für Sie angelegt: {handle}. Wählen Sie ein Passwort "
            "dafür.",
            f"{_MINUTES} Später bekommen Sie unter {{reset_page}} einen neuen.",
        ),
    ),
    deletion_asked=Said(
        "Ihr Konto wird gelöscht",
        (
            "Ihr Konto {handle} wird am {at} gelöscht, mit allem, was darin ist.",
            "Bis dahin holt eine Anmeldung es zurück.",
        ),
        "Wenn Sie das nicht waren, melden Sie sich an und setzen Sie sofort ein neues Passwort.",
    ),
    deletion_undone=Said(
        "Ihr Konto bleibt",
        ("Jemand hat sich in Ihrem Konto angemeldet: Es wird nicht gelöscht, und alles darin ist, wie es war.",),
        _WAS_NOT_YOU,
    ),
    invitation_to_read=Said(
        "Eine Notiz wurde mit Ihnen geteilt",
        ("{owner} ({handle}) lässt Sie eine Notiz lesen: „{note}“.", _COME),
        _IGNORE,
    ),
    invitation_to_change=Said(
        "Eine Notiz wurde mit Ihnen geteilt",
        ("{owner} ({handle}) lässt Sie eine Notiz bearbeiten: „{note}“.", _COME),
        _IGNORE,
    ),
    news=Said("Neues aus Ihren Notizen", ("{news}",), "Was davon per E-Mail kommt, bestimmen Ihre Einstellungen."),
    backup_failed=Said(
        "Sicherungen von notesvc misslingen",
        ("Bei {service} konnte keine Sicherung angelegt werden. Die Meldung: {detail}", _AGAIN),
    ),
    drill_failed=Said(
        "Sicherungen von notesvc misslingen",
        ("Bei {service} ließ sich die neueste Sicherung nicht zur Probe zurückholen. Die Meldung: {detail}", _AGAIN),
    ),
    test=Said(
        "notesvc kann E-Mails senden",
        ("Das ist die Probe, um die Sie bei {service} gebeten haben.",),
        "Sie brauchen nichts zu tun.",
    ),
)
