"""What public pages say in German."""

from notesvc.domain.shares.words.said import Message, Words

WORDS = Words(
    skip="Zum Text springen",
    search="Suchen",
    search_pages="Diese Seiten durchsuchen",
    found_nothing="Keine Seite enthält alle diese Wörter.",
    pages="Seiten",
    all_pages="Alle Seiten",
    no_pages="Hier sind noch keine Seiten.",
    contents="Inhalt",
    previous="Zurück",
    next="Weiter",
    previous_and_next="Vorige und nächste Seite",
    untitled="Ohne Titel",
    within={
        "no_part": "Diese Notiz hat keinen solchen Teil.",
        "note": "Hinweis",
        "info": "Info",
        "tip": "Tipp",
        "hint": "Hinweis",
        "important": "Wichtig",
        "success": "Erfolg",
        "question": "Frage",
        "warning": "Warnung",
        "caution": "Vorsicht",
        "danger": "Gefahr",
        "error": "Fehler",
        "bug": "Fehler",
        "example": "Beispiel",
        "quote": "Zitat",
        "todo": "Aufgabe",
    },
    password="Passwort",
    has_password="Diese Seite hat ein Passwort",
    who_knows="Wer Ihnen den Link geschickt hat, kennt es.",
    open="Öffnen",
    wrong_password="Das ist nicht das Passwort. Versuchen Sie es noch einmal.",
    open_page="Seite öffnen",
    open_this_page="Diese Seite öffnen?",
    views={
        "left_one": "Diese Seite lässt sich noch einmal öffnen.",
        "left_other": "Diese Seite lässt sich noch {{count}}-mal öffnen.",
    },
    not_counted="Gezählt wird erst, wenn Sie auf die Schaltfläche drücken.",
    nothing_here=Message("Hier ist nichts", "Der Link ist falsch, oder die Seite wird nicht mehr geteilt."),
    too_many=Message("Zu viele Versuche", "Warten Sie eine Weile, und versuchen Sie es dann noch einmal."),
    not_now=Message(
        "Gerade nicht möglich", "Auf dem Server stimmt etwas nicht. Versuchen Sie es in einigen Minuten noch einmal."
    ),
)
