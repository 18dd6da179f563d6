import type en from "../en/device";
import type { Translated } from "../words";

export default {
  title: "Gerät verbinden",
  lead: "Das Gerät oder das Programm darauf zeigt einen Code. Geben Sie ihn hier ein.",
  code: "Code auf dem Gerät",
  codeHint: "8 Buchstaben. Großschreibung, Leerzeichen und der Strich sind gleichgültig.",
  check: "Weiter",
  noCode: "Geben Sie den Code ein, den das Gerät zeigt.",
  badCode: "Der Code hat 8 Buchstaben.",
  unknownCode:
    "Mit diesem Code wartet kein Gerät. Er ist vielleicht vertippt, älter als zehn Minuten, schon entschieden oder zuerst aus einem anderen Konto geöffnet worden. Vergleichen Sie ihn, oder lassen Sie das Gerät einen neuen zeigen.",
  tooOften: "Zu viele falsche Codes. Versuchen Sie es in {{wait}} erneut; nichts wurde verbunden.",
  askedTitle: "„{{name}}“ verbinden?",
  askedLead: "Sie sind angemeldet als {{user}}. Das Gerät erhält einen Schlüssel zu diesem Konto.",
  app: "Programm",
  name: "Nennt sich",
  asked: "Gefragt",
  from: "Von",
  may: "Es darf",
  places: {
    here: "dieselbe Internetadresse wie dieser Browser",
    private: "ein privates Netz oder dieser Rechner",
    elsewhere: "eine andere Internetadresse als dieser Browser",
  },
  scopes: {
    read: "alle Ihre Notizen, Ordner und Anhänge lesen",
    write: "Notizen in Ihrem Arbeitsbereich ablegen",
    device: "eine Kopie Ihres Arbeitsbereichs auf dem Gerät auf dem Stand halten",
    other: "„{{scope}}“ verwenden",
  },
  warning: "Machen Sie nur weiter, wenn Sie dies selbst gerade begonnen haben.",
  warningMore: "Hat Ihnen jemand den Code oder einen Link zu dieser Seite gesendet, lehnen Sie ab.",
  approve: "Genehmigen",
  deny: "Ablehnen",
  tooManyKeys:
    "Sie haben so viele aktive Schlüssel, wie es geben kann. Widerrufen Sie einen unter Schlüssel, und genehmigen Sie dann hier.",
  toKeys: "Schlüssel",
  approvedTitle: "„{{name}}“ ist verbunden",
  approvedLead: "Gehen Sie zurück zum Gerät: es macht in einigen Sekunden von selbst weiter.",
  approvedKeys: "Sein Schlüssel steht unter Ihren Schlüsseln; dort können Sie ihn widerrufen.",
  deniedTitle: "„{{name}}“ wurde abgelehnt",
  deniedLead: "Es hat keinen Schlüssel erhalten. Mehr ist nicht zu tun.",
  expiredTitle: "Der Code ist abgelaufen",
  expiredLead:
    "Er galt zehn Minuten, und „{{name}}“ hat keinen Schlüssel erhalten. Lassen Sie das Gerät einen neuen zeigen.",
  goneTitle: "Über diesen Code ist schon entschieden",
  goneLead:
    "Er wurde inzwischen genehmigt oder abgelehnt, vielleicht in einem anderen Tab. Sehen Sie unter Ihren Schlüsseln nach einem Gerät, das Sie nicht kennen.",
  another: "Einen anderen Code eingeben",
  toNotes: "Zu den Notizen",
} satisfies Translated<typeof en, "de">;
