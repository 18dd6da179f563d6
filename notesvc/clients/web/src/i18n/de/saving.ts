import type en from "../en/saving";
import type { Translated } from "../words";

export default {
  saved: "Gespeichert",
  saving: "Wird gespeichert",
  unsaved: "Noch nicht gespeichert",
  waiting: "Wartet auf das Netz",
  local: "Auf diesem Gerät",
  localUntil: "Auf diesem Gerät; wird gesendet, sobald der Dienst antwortet",
  busy: "Wartet auf den Dienst",
  signedOut: "Wartet auf Ihre Anmeldung",
  refused: "Nicht gespeichert",
  conflict: "Konflikt",
  savingEdits_one: "{{count}} Änderung wird gespeichert",
  savingEdits_other: "{{count}} Änderungen werden gespeichert",
  reconnecting: "Wird wieder verbunden",
  reconnectingEdits_one: "Wird wieder verbunden, {{count}} Änderung aufgehoben",
  reconnectingEdits_other: "Wird wieder verbunden, {{count}} Änderungen aufgehoben",
  old: "Seite neu laden",
  reading: "Nur lesen",
  savedAt: "Gespeichert {{when}}",
  why: {
    unsaved: "Was Sie schreiben, bleibt auf diesem Gerät und wird gleich gesendet.",
    saving: "Was Sie geschrieben haben, ist auf dem Weg zum Dienst.",
    unreachable:
      "Der Dienst antwortet nicht. Alles bleibt auf diesem Gerät und wird gesendet, sobald er es wieder tut.",
    local:
      "Der Dienst hat diese Notiz noch nicht. Sie bleibt mit allem, was Sie schreiben, auf diesem Gerät und wird gesendet, sobald der Dienst antwortet.",
    busy: "Der Dienst ist ausgelastet. Alles bleibt auf diesem Gerät und wird gesendet, sobald es geht.",
    signedOut: "Sie sind abgemeldet. Alles bleibt auf diesem Gerät und wird nach der Anmeldung gespeichert.",
    reconnecting:
      "Der gemeinsame Text ist gerade nicht erreichbar. Was Sie schreiben, bleibt auf diesem Gerät und wird gesendet, sobald es geht.",
    old: "Diese Seite ist von einer früheren Version der App. Ihr Text bleibt auf diesem Gerät; laden Sie die Seite neu, um fortzufahren.",
    reading: "Diese Notiz ist zum Lesen mit Ihnen geteilt.",
    conflict:
      "Diese Notiz wurde anderswo an derselben Stelle geändert. Nichts geht verloren; wählen Sie, was bleibt.",
  },
  tryNow: "Jetzt versuchen",
  settle: "Wählen, was bleibt",
  refusal: {
    large: "Die Notiz ist größer, als der Dienst annimmt. Verschieben Sie einen Teil in eine andere Notiz.",
    forbidden:
      "Der Dienst lehnt Änderungen von dieser Adresse ab. Kopieren Sie den Text und laden Sie die Seite neu.",
    invalid: "Der Dienst nimmt das nicht an: {{detail}}",
    block_one:
      "Ein Block konnte nicht gespeichert werden ({{detail}}). Er bleibt auf diesem Gerät; alles andere in dieser Notiz ist gespeichert.",
    block_other:
      "{{count}} Blöcke konnten nicht gespeichert werden ({{detail}}). Sie bleiben auf diesem Gerät; alles andere in dieser Notiz ist gespeichert.",
    address_one:
      "Ein Block enthält eine Adresse, die eine Notiz nicht behalten kann. Er bleibt auf diesem Gerät; alles andere in dieser Notiz ist gespeichert.",
    address_other:
      "{{count}} Blöcke enthalten Adressen, die eine Notiz nicht behalten kann. Sie bleiben auf diesem Gerät; alles andere in dieser Notiz ist gespeichert.",
    gone: "Diese Notiz liegt im Papierkorb oder wurde anderswo gelöscht. Ihr Text bleibt auf diesem Gerät.",
    lost: "Diese Notiz gibt es nicht mehr, oder sie ist nicht mehr mit Ihnen geteilt. Ihr letzter Text ist nur auf diesem Gerät: Kopieren Sie ihn oder speichern Sie ihn als eigene Notiz.",
    reading:
      "Sie dürfen diese Notiz nur noch lesen. Ihr letzter Text ist nur auf diesem Gerät: Kopieren Sie ihn oder speichern Sie ihn als eigene Notiz.",
  },
  showBlock: "Zeigen",
  copyText: "Text kopieren",
  saveAsNew: "Als neue Notiz speichern",
  restore: "Notiz wiederherstellen",
  savedAsNew: "Als neue Notiz gespeichert",
  myVersion: "{{name}} (meine Version)",
  clash: {
    title: "Diese Notiz wurde an zwei Orten geändert",
    lead: "Sie und jemand anderes oder ein anderer Tab haben dieselben Worte geändert. Noch ist nichts verloren.",
    mine: "Ihr Text",
    theirs: "Der Text auf dem Dienst",
    keepMine: "Meinen behalten",
    keepMineWhy: "Der andere bleibt unter den Versionen.",
    keepTheirs: "Den anderen behalten",
    keepTheirsWhy: "Ihrer wird eine eigene Notiz: „{{name}}“.",
    keepBoth: "Beide behalten",
    keepBothWhy: "Erst Ihrer, dann der andere, wo sie sich unterscheiden.",
    byHand: "Von Hand zusammenführen",
    byHandField: "Der Text, der gelten soll",
    saveByHand: "Diesen Text speichern",
    later: "Später",
    name: "Titel",
    properties: "Eigenschaften",
  },
  recovered: {
    text: "Wiederhergestellt, was {{when}} nicht gespeichert war.",
    see: "Ansehen",
    takeBack: "Wieder herausnehmen",
    keep: "Behalten",
    title: "Was wiederhergestellt wurde",
    legend: "Hinzugekommene Wörter sind unterstrichen, entfallene durchgestrichen.",
  },
  unsent: {
    text_one: "{{count}} Notiz enthält Text, der nicht gespeichert ist.",
    text_other: "{{count}} Notizen enthalten Text, der nicht gespeichert ist.",
    open: "„{{name}}“ öffnen",
    openIn: "„{{name}}“ öffnen ({{folder}})",
    hide: "Bis zum nächsten Start ausblenden",
  },
  leaving: {
    title: "Abmelden, bevor alles gesendet ist?",
    text_one:
      "{{count}} Notiz enthält etwas, das nur auf diesem Gerät ist. Es bleibt hier und wird gesendet, wenn Sie sich auf diesem Gerät wieder anmelden.",
    text_other:
      "{{count}} Notizen enthalten etwas, das nur auf diesem Gerät ist. Es bleibt hier und wird gesendet, wenn Sie sich auf diesem Gerät wieder anmelden.",
  },
  cutOff: {
    text: "„{{name}}“ wurde noch hochgeladen, als die Seite geschlossen wurde. Fügen Sie die Datei noch einmal ein.",
    seen: "Gelesen",
  },
  noRoom:
    "Dieser Browser hat keinen Platz für das, was Sie schreiben. Kopieren Sie den Text, bevor Sie gehen.",
} satisfies Translated<typeof en, "de">;
