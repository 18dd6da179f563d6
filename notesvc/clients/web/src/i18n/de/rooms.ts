import type en from "../en/rooms";
import type { Translated } from "../words";

export default {
  people: "Wer hier ist",
  you: "{{name}} (Sie)",
  typedLast: "{{name}} hat zuletzt geschrieben",
  switched: {
    block: "{{name}} hat diese Notiz für alle auf Blöcke umgestellt.",
    raw: "{{name}} hat diese Notiz für alle auf Markdown umgestellt.",
  },
  somebody: "Jemand",
  tooLong: "Diese Notiz ist für Blöcke zu lang.",
  tooLarge:
    "Das ist zu viel für gemeinsames Schreiben. Von hier an wird Ihr Text wie in einer eigenen Notiz gespeichert.",
  full: "Für gemeinsames Schreiben ist gerade kein Platz. Ihr Text wird wie in einer eigenen Notiz gespeichert.",
  malformed:
    "Der Raum hat Ihre letzte Änderung nicht angenommen. Ihr Text wird wie in einer eigenen Notiz gespeichert; laden Sie die Seite neu, um wieder gemeinsam zu schreiben.",
  unsaved: "Diese Notiz ist zu lang, um gespeichert zu werden. Kürzen Sie sie.",
  recovered: "Wiederhergestellt, was hier früher geschrieben und noch nicht gesendet war.",
} satisfies Translated<typeof en, "de">;
