import type en from "../en/common";
import type { Translated } from "../words";

export default {
  sending: "Einen Augenblick",
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  delete: "Löschen",
  rename: "Umbenennen",
  retry: "Erneut versuchen",
  undo: "Rückgängig",
  copy: "Kopieren",
  copied: "Kopiert",
  noText: "Noch kein Text",
  person: "{{name}}",
  untitled: "Ohne Titel",
  loading: "Wird geladen",
  more: "Mehr",
  back: "Zurück",
  search: "Suchen",
  notes_one: "{{count}} Notiz",
  notes_other: "{{count}} Notizen",
  moment: "{{day}}, {{time}}",
  about: "{{what}}: {{said}}",
  between: ", ",
  problem: {
    unreachable:
      "Der Dienst antwortet nicht. Nichts geht verloren; diese Seite versucht es von selbst erneut.",
    unanswered: "Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.",
    busy: "Der Dienst ist gerade überlastet. Versuchen Sie es in einigen Sekunden noch einmal.",
    rate_limited: "Das war zu oft in kurzer Zeit. Warten Sie einen Augenblick und versuchen Sie es erneut.",
    unauthenticated: "Sie sind abgemeldet. Melden Sie sich an, um fortzufahren.",
    not_found: "Das gibt es nicht mehr, oder es hat Ihnen nie gehört.",
    too_large: "Das ist größer, als der Dienst annimmt.",
    forbidden: "Das dürfen Sie nicht.",
    last_administrator:
      "Das ist der letzte Verwalter. Machen Sie zuerst jemand anderen dazu; nichts wurde geändert.",
    conflict: "Jemand anderes hat das inzwischen geändert.",
    nonsense:
      "Die Antwort ergab keinen Sinn. Vielleicht liegt es an einem Proxy dazwischen; versuchen Sie es erneut.",
    other: "Das hat nicht geklappt: {{detail}}",
  },
} satisfies Translated<typeof en, "de">;
