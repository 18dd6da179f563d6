import type en from "../en/account";
import type { Translated } from "../words";

export default {
  tagline: "Ihre Notizen, auf Ihrem eigenen Rechner.",
  language: "Sprache",
  scheme: "Farbschema",
  schemes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
  email: "E-Mail-Adresse",
  password: "Passwort",
  showPassword: "Passwort zeigen",
  hidePassword: "Passwort verbergen",
  name: "Ihr Name",
  invite: "Einladung",
  setupCode: "Einrichtungscode",
  code: "Code",
  codeHint: "Aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes.",
  signIn: {
    title: "Anmelden",
    lead: "Ihre Notizen liegen auf diesem Dienst.",
    do: "Anmelden",
    register: "Konto anlegen",
    leaving_one:
      "Ihr Konto wird in {{count}} Tag gelöscht. Wenn Sie sich vorher anmelden, bleibt es mit allem, was darin ist.",
    leaving_other:
      "Ihr Konto wird in {{count}} Tagen gelöscht. Wenn Sie sich vorher anmelden, bleibt es mit allem, was darin ist.",
    noRegistration: "Neue Konten legt die Verwaltung dieses Dienstes an.",
    perhapsKnown:
      "Ist diese Adresse neu, so ist Ihr Konto angelegt und Sie können sich anmelden. Hat sie schon ein Konto, so melden Sie sich mit dessen Passwort an.",
  },
  register: {
    firstTitle: "Willkommen",
    firstLead: "Legen Sie das erste Konto an. Es verwaltet diesen Ort.",
    title: "Konto anlegen",
    lead: "Ihre Notizen bleiben auf diesem Dienst und gehören Ihnen.",
    inviteLead: "Dieser Dienst nimmt neue Personen auf Einladung auf.",
    do: "Konto anlegen",
    mailedTitle: "Sehen Sie in Ihre E-Mails",
    mailedLead: "Eine E-Mail an {{email}} ist unterwegs. Öffnen Sie den Link darin, um das Konto anzulegen.",
    haveOne: "Ich habe ein Konto",
    closedTitle: "Die Registrierung ist geschlossen",
    closedLead: "Dieser Dienst nimmt keine neuen Konten an. Seine Verwaltung kann eines für Sie anlegen.",
    nameHint: "So sehen ihn andere, wenn Sie Notizen teilen.",
    passwordHint: "10 bis 1.024 Zeichen. Einige Wörter lassen sich leicht merken.",
    setupHint: "Der Dienst hat ihn beim Start ausgegeben.",
  },
  again: {
    title: "Erneut anmelden",
    lead: "Ihre Sitzung ist beendet. Die Seite bleibt, wie sie ist, und wird gespeichert, sobald Sie angemeldet sind.",
    other: "Als jemand anderes anmelden",
    later: "Später",
    closed: "Sie sind abgemeldet. Änderungen bleiben auf diesem Gerät erhalten.",
    open: "Anmelden",
  },
  forgot: {
    link: "Passwort vergessen?",
    title: "Neues Passwort setzen",
    lead: "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Dorthin wird ein Link gesendet.",
    do: "Link senden",
    sentTitle: "Sehen Sie in Ihre E-Mails",
    sentLead:
      "Hat {{email}} hier ein Konto, so ist eine E-Mail mit einem Link unterwegs. Er gilt 30 Minuten.",
    noMailLead:
      "Dieser Dienst hat keinen Mailserver. Der Link wird angelegt, und seine Verwaltung muss ihn Ihnen geben: sagen Sie ihr, dass Sie gefragt haben.",
    noMailTitle: "Fragen Sie die Verwaltung nach dem Link",
    noMailSent:
      "Hat {{email}} hier ein Konto, so liegt der Link nun im Ordner „mails“ des Instanzordners, wo ihn die Verwaltung findet. Er gilt 30 Minuten.",
    toSignIn: "Anmelden",
  },
  noMail: {
    make: "Link anlegen",
    made: "Der Link liegt bei der Verwaltung dieses Dienstes, im Ordner „mails“ des Instanzordners. Fragen Sie sie danach.",
    newEmailHint:
      "Dieser Dienst hat keinen Mailserver: seine Verwaltung gibt Ihnen den Link, der sie bestätigt. Die jetzige Adresse bleibt, bis Sie ihn öffnen.",
    emailAsked:
      "Der Link für {{email}} liegt bei der Verwaltung dieses Dienstes, im Ordner „mails“ des Instanzordners. Die Adresse ändert sich, wenn Sie ihn öffnen.",
  },
  reset: {
    title: "Neues Passwort setzen",
    lead: "Sie werden überall abgemeldet und melden sich mit dem neuen Passwort an.",
    password: "Neues Passwort",
    keepKeys: "Schlüssel behalten",
    keepKeysHint: "Sonst endet jeder Schlüssel: Jemand anderes könnte Ihr Passwort gehabt haben.",
    do: "Passwort setzen",
    doneTitle: "Das Passwort ist gesetzt",
    doneLead: "Melden Sie sich damit an.",
    refusedTitle: "Dieser Link gilt nicht mehr",
    refusedLead: "Er ist verwendet, zu alt oder unvollständig. Fordern Sie einen neuen an.",
    again: "Neuen Link senden",
  },
  verify: {
    title: "Adresse bestätigen",
    lead: "Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Sie sind angemeldet als {{name}}.",
    signInLead: "Melden Sie sich bei dem Konto an, für das die Adresse ist; bestätigen Sie sie dann.",
    newLead: "Geben Sie das Passwort ein, das Sie gewählt haben, und Ihr Konto ist bereit.",
    do: "Bestätigen",
    doneTitle: "Die Adresse ist bestätigt",
    doneLead: "Sie melden sich mit {{email}} an.",
    toNotes: "Zu den Notizen",
    wrong: "Das ist nicht das Passwort, das Sie beim Anlegen des Kontos gewählt haben.",
    refusedTitle: "Dieser Link gilt nicht mehr",
    refusedLead:
      "Er ist verwendet, zu alt, unvollständig oder für ein anderes Konto. Die Einstellungen senden einen neuen.",
    refusedNewLead:
      "Er ist verwendet, zu alt oder unvollständig. Legen Sie das Konto erneut an, um einen neuen zu erhalten.",
    toSettings: "Zu den Einstellungen",
  },
  proof: {
    title: "Bestätigen Sie, dass Sie es sind",
    lead: "Dies betrifft die Sicherheit Ihres Kontos. Die Seite bleibt, wie sie ist.",
    do: "Bestätigen",
    useCode: "Stattdessen einen Code verwenden",
    usePassword: "Stattdessen das Passwort verwenden",
    declined: "Nichts wurde geändert: Sie haben nicht bestätigt, dass Sie es sind.",
  },
  passkey: {
    signIn: "Mit einem Passkey anmelden",
    use: "Einen Passkey verwenden",
    asking: "Ihr Browser fragt Sie jetzt",
    cancelled:
      "Es wurde kein Passkey verwendet: Die Frage des Browsers wurde geschlossen oder dauerte zu lange. Versuchen Sie es erneut, wenn Sie so weit sind.",
    known: "Dieses Gerät hat schon einen Passkey für Ihr Konto.",
    unable:
      "Dieses Gerät kann keinen Passkey aufbewahren, der prüft, wer Sie sind. Versuchen Sie es mit einem Telefon oder einem Sicherheitsschlüssel.",
    failed:
      "Ihr Browser konnte keinen Passkey verwenden. Es wurde nichts geändert; versuchen Sie es erneut oder auf andere Weise.",
    notYours:
      "Dieser Passkey öffnet Ihr Konto nicht. Versuchen Sie es erneut, oder bestätigen Sie auf andere Weise.",
    refused:
      "Dieser Passkey öffnet hier kein Konto. Versuchen Sie es erneut, oder melden Sie sich auf andere Weise an.",
  },
  problem: {
    lastWayIn:
      "Dies ist der letzte Weg in Ihr Konto. Setzen Sie zuerst ein Passwort, oder richten Sie einen anderen Weg ein.",
    code: "Dieser Code ist falsch oder bereits verwendet.",
    noCode: "Geben Sie den Code ein.",
    title: "Das hat nicht geklappt",
    pair: "Die E-Mail-Adresse oder das Passwort ist falsch.",
    password: "Das Passwort ist falsch.",
    tooOften: "Zu viele Versuche. Versuchen Sie es in {{wait}} erneut.",
    away: "Der Dienst antwortet nicht. Ihre Eingaben sind noch da; versuchen Sie es gleich noch einmal.",
    busy: "Der Dienst ist überlastet. Ihre Eingaben sind noch da; versuchen Sie es gleich noch einmal.",
    noEmail: "Geben Sie Ihre E-Mail-Adresse ein.",
    badEmail: "Das ist keine E-Mail-Adresse.",
    noName: "Geben Sie Ihren Namen ein.",
    longName: "Der Name darf höchstens 500 Zeichen haben.",
    noPassword: "Geben Sie Ihr Passwort ein.",
    shortPassword: "Das Passwort muss 10 bis 1.024 Zeichen haben.",
    badSetupCode: "Das ist nicht der Einrichtungscode, den der Dienst beim Start ausgegeben hat.",
    badInvite: "Diese Einladung ist ungültig oder bereits verwendet.",
    noInvite: "Geben Sie Ihre Einladung ein.",
    noSetupCode: "Geben Sie den Einrichtungscode ein.",
  },
  seconds_one: "{{count}} Sekunde",
  seconds_other: "{{count}} Sekunden",
  minutes_one: "{{count}} Minute",
  minutes_other: "{{count}} Minuten",
} satisfies Translated<typeof en, "de">;
