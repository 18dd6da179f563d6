import type en from "../en/providers";
import type { Translated } from "../words";

export default {
  google: "Google",
  github: "GitHub",
  or: "oder",
  go: "Weiter mit {{name}}",
  byPassword: "Mit Passwort anmelden",
  byPasswordHint: "Für die Verwaltung dieses Dienstes.",
  onlyProviders: "Neue Konten werden über einen dieser Anbieter angelegt.",
  codeLead: "Der Anbieter kennt Sie. Dieses Konto fragt dazu noch nach einem Code.",
  codeOtherWay: "Anders anmelden",
  newTab: "In einem anderen Tab weiter mit {{name}}",
  accounts: {
    title: "Verknüpfte Konten",
    lead: "Wege, sich neben dem Passwort über andere anzumelden.",
    notLinked: "Nicht verknüpft",
    linkedAs: "Verknüpft als {{email}}",
    linked: "Verknüpft",
    since: "Seit",
    used: "Zuletzt verwendet",
    gone: "Dieser Dienst bietet ihn nicht mehr an.",
    link: "Verknüpfen",
    linkOf: "{{name}} verknüpfen",
    unlink: "Lösen",
    unlinkOf: "{{name}} lösen",
    unlinkTitle: "{{name}} lösen",
    unlinkText: "Sie melden sich nicht mehr über {{name}} an. Sie können es jederzeit wieder verknüpfen.",
    nowLinked: "{{name}} ist verknüpft",
    unlinked: "{{name}} ist nicht mehr verknüpft",
  },
  proof: {
    with: "Mit {{name}} bestätigen",
    lead: "Ein Fenster des Anbieters öffnet sich; diese Seite bleibt, wie sie ist.",
    waiting: "Schließen Sie es in dem geöffneten Fenster ab. Diese Seite macht von selbst weiter.",
    none: "Ihr Konto hat weder ein Passwort noch einen verknüpften Anbieter, den dieser Dienst noch anbietet. Setzen Sie ein Passwort über „Passwort vergessen?“ auf der Anmeldeseite.",
    doneTitle: "Das war es",
    doneLead: "Schließen Sie dieses Fenster und machen Sie dort weiter, wo Sie waren.",
    failedTitle: "Das hat nicht geklappt",
    failedLead: "Schließen Sie dieses Fenster und versuchen Sie es dort noch einmal, wo Sie waren.",
    close: "Fenster schließen",
  },
  problem: {
    provider_unavailable:
      "Der Anbieter antwortet gerade nicht. Versuchen Sie es in einigen Minuten erneut, oder melden Sie sich anders an.",
    provider_refused:
      "Der Anbieter hat niemanden eingelassen, oder Sie haben dort abgebrochen. Versuchen Sie es erneut, oder melden Sie sich anders an.",
    provider_untrusted:
      "Was der Anbieter gesendet hat, ist nicht glaubwürdig; niemand wurde angemeldet. Versuchen Sie es erneut; geschieht es wieder, sagen Sie es der Verwaltung dieses Dienstes.",
    sign_in_expired:
      "Diese Anmeldung hat länger als zehn Minuten gedauert, wurde schon verwendet oder in einem anderen Browser begonnen. Beginnen Sie hier erneut.",
    address_unverified:
      "Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, und versuchen Sie es erneut.",
    address_taken:
      "Ihre E-Mail-Adresse hat hier schon ein Konto. Melden Sie sich zuerst dort an, und verknüpfen Sie den Anbieter dann in Einstellungen, Sicherheit.",
    registration_closed:
      "Sie haben hier noch kein Konto, und neue Personen kommen, wenn überhaupt, nur auf Einladung herein. Mit einer Einladung wählen Sie „Konto anlegen“, geben sie ein und gehen dort weiter zum Anbieter.",
    account_disabled: "Dieses Konto ist gesperrt. Fragen Sie die Verwaltung dieses Dienstes.",
    already_linked:
      "Diese Anmeldung gehört zu einem anderen Konto dieses Dienstes. Lösen Sie sie zuerst dort, oder wählen Sie beim Anbieter eine andere.",
    wrong_account:
      "Beim Anbieter sind Sie jemand anderes, als mit diesem Konto verknüpft ist. Melden Sie sich dort mit dem verknüpften Konto an.",
    not_fresh:
      "Der Anbieter hat nicht gesagt, dass er erneut gefragt hat, wer Sie sind. Melden Sie sich dort ab und versuchen Sie es erneut, oder bestätigen Sie auf anderem Weg.",
    rate_limited:
      "Aus Ihrem Netz wurde in den letzten Minuten zu oft ein Anbieter aufgerufen. Versuchen Sie es in fünf Minuten erneut, oder melden Sie sich anders an.",
    other:
      "Die Anmeldung beim Anbieter hat nicht geklappt. Versuchen Sie es erneut, oder melden Sie sich anders an.",
  },
} satisfies Translated<typeof en, "de">;
