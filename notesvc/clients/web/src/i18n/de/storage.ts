import type en from "../en/storage";
import type { Translated } from "../words";

export default {
  lead: "Ihre Notizen liegen immer in diesem Dienst. Die Dateien darin können anderswo liegen, und ein Spiegel hält Ihre Notizen als Markdown-Dateien an einem Ort, der Ihnen gehört.",
  place: {
    local: "Dieser Server",
    none: "Kein Spiegel",
    folder: "Ein Ordner auf diesem Server",
    s3: "S3",
    webdav: "WebDAV",
  },
  secretStored: "ein Geheimnis ist gespeichert",
  asUser: "als {{user}}",
  refused_one:
    "Eine Datei ist größer, als der Server sie annimmt. Sie bleibt hier und lässt sich öffnen wie immer:",
  refused_other:
    "{{count}} Dateien sind größer, als der Server sie annimmt. Sie bleiben hier und lassen sich öffnen wie immer:",
  behindSince: "Im Rückstand seit {{when}}.",
  pausedSince: "Angehalten seit {{when}}.",
  state: "Zustand",
  setUpVerb: "Einrichten",
  change: "Ändern",
  again: "Neu eingeben",
  attachments: {
    title: "Anhänge",
    hint: "Wo die Dateien in Ihren Notizen liegen. Sie benutzen sie wie bisher, wo das auch ist.",
    inOrder: "In Ordnung.",
    waiting_one: "Eine Datei wartet hier darauf, gesendet zu werden.",
    waiting_other: "{{number}} Dateien warten hier darauf, gesendet zu werden.",
    setUp: "Wo Anhänge liegen",
    saved: "Anhänge werden dort liegen. Die Dateien ziehen um.",
    kept: "Der Ort für Anhänge ist gespeichert.",
  },
  mirror: {
    title: "Spiegel",
    hint: "Ihre Notizen als Markdown-Dateien, immer auf demselben Stand. Das Original bleibt hier: Verlauf, Suche und Teilen hängen nie vom Spiegel ab.",
    off: "Es wird nirgendwohin geschrieben.",
    inOrder: "Auf demselben Stand.",
    waiting_one: "Eine Notiz wartet darauf, geschrieben zu werden.",
    waiting_other: "{{number}} Notizen warten darauf, geschrieben zu werden.",
    lastRound: "Letzte Runde {{when}}",
    noRound: "Die erste Runde steht noch aus",
    setUp: "Wo der Spiegel liegt",
    kept: "Der Spiegel ist gespeichert.",
    turnOff: "Ausschalten",
    turnOffTitle: "Den Spiegel ausschalten?",
    turnOffText:
      "Die Dateien bleiben, wo sie sind; dort wird nichts mehr geschrieben und gelesen. Ihre Notizen bleiben, wie sie sind.",
    turnedOff: "Der Spiegel ist aus. Seine Dateien bleiben, wo sie sind.",
  },
  mode: {
    label: "Richtung",
    two_way: "In beide Richtungen",
    one_way: "Nur hinaus",
    hint: {
      two_way:
        "Was Sie dort ändern, hinzufügen oder löschen, kommt auch in Ihre Notizen. Wo sich beide Seiten geändert haben, werden die Texte zusammengeführt; was sich nicht zusammenführen lässt, bleibt als eigene Notiz erhalten.",
      one_way:
        "Die Dateien folgen Ihren Notizen. Was dort geändert wird, kommt nicht zurück, und die nächste Änderung der Notiz überschreibt es.",
    },
  },
  pause: {
    title: {
      deletions: "Dort fehlen viele Dateien",
      other_marker: "Ein anderer Dienst hält dort einen Spiegel",
      empty: "Der Ort ist leer",
      no_marker: "Das ist nicht mehr derselbe Ordner",
      credentials: "Der Server lässt den Spiegel nicht mehr ein",
      other: "Der Spiegel hat angehalten",
    },
    text: {
      deletions_one: "Die Datei einer Notiz fehlt dort. Hier wurde nichts gelöscht.",
      deletions_other: "Die Dateien von {{number}} Notizen fehlen dort. Hier wurde nichts gelöscht.",
      other_marker:
        "Der Ordner trägt das Zeichen eines anderen Dienstes oder eines anderen Kontos hier. Zwei, die in einen Ordner schreiben, machen einander die Arbeit zunichte.",
      empty:
        "Alle seine Dateien fehlen. Vielleicht ist ein Laufwerk nicht da, oder es ist ein anderer Bucket. Hier wurde nichts gelöscht.",
      no_marker:
        "Seine Datei .notesvc fehlt, an der der Spiegel seinen Ordner erkennt. Hier wurde nichts gelöscht.",
      other: "Er wartet auf Sie. Hier wurde nichts gelöscht.",
    },
    next: {
      deletions:
        "Wenn Sie fortfahren, kommen diese Notizen in den Papierkorb, wo sie 30 Tage bleiben. Legen Sie die Dateien zurück, geht es von selbst weiter.",
      other_marker:
        "Wenn Sie fortfahren, übernimmt dieser Dienst den Ordner. Schalten Sie zuerst den anderen Spiegel aus, oder wählen Sie einen anderen Ordner.",
      empty:
        "Wenn Sie fortfahren, kommen die Notizen in den Papierkorb, wo sie 30 Tage bleiben. Legen Sie die Dateien zurück, geht es von selbst weiter.",
      no_marker:
        "Wenn Sie fortfahren, gilt der Ordner, wie er ist: Was dort fehlt, wird neu geschrieben, hier wird nichts gelöscht.",
      other: "Wenn Sie fortfahren, tut er, wovor er angehalten hat.",
    },
    names: "Welche Notizen",
    more_one: "und eine weitere",
    more_other: "und {{number}} weitere",
    goOn: "Fortfahren",
    again: "Noch einmal versuchen",
    turnOff: "Ausschalten",
    accepted: "Der Spiegel läuft weiter.",
  },
  conflicts: {
    title: "Auf beiden Seiten geändert",
    hint: "Dieselben Zeilen hatten sich hier und dort geändert. Was dort stand, wurde als eigene Notiz behalten.",
    copy: "Kopie",
  },
  left: {
    title: "Dort unberührt",
    hint: "Diese Dateien bleiben, wie sie sind, und werden keine Notizen oder Anhänge, bis sie sich ändern.",
    not_utf8: "Sie ist nicht in UTF-8 geschrieben.",
    nul: "Sie ist kein Text.",
    too_large: "Sie ist größer, als eine Notiz sein darf.",
    front_matter: "Was oben zwischen --- steht, lässt sich nicht lesen.",
    odd_front_matter: "Was oben zwischen --- steht, ist zu groß oder kein Text.",
    large_attachment: "Sie ist größer, als ein Anhang sein darf.",
    large_there: "Der Ort nimmt keine Datei dieser Größe.",
    refused: "Sie kann hier keine Notiz sein: {{detail}}",
  },
  move: {
    title: "Die Dateien ziehen um",
    planned: "Es beginnt gleich.",
    copying: "Die Dateien werden kopiert.",
    verifying: "Das Kopierte wird verglichen.",
    switching: "Die Orte werden gewechselt.",
    done: "Alle Dateien sind umgezogen.",
    paused: "Der Umzug hat angehalten.",
    cancelled: "Der Umzug wurde abgebrochen. Die Dateien sind, wo sie waren.",
    counted: "{{done}} von {{total}} Dateien, {{doneSize}} von {{totalSize}}",
    meanwhile:
      "Sie können weiterarbeiten. Neue Dateien kommen an den alten Ort, bis alle umgezogen sind, und vorher wird dort nichts entfernt.",
    keptUntil: "Der alte Ort bleibt bis zum {{date}} erhalten.",
    cancel: "Umzug abbrechen",
    goOn: "Noch einmal versuchen",
    damaged_one: "Eine Datei ist beschädigt, wo sie jetzt liegt, und kann deshalb nicht umziehen:",
    damaged_other:
      "{{count}} Dateien sind beschädigt, wo sie jetzt liegen, und können deshalb nicht umziehen:",
    damagedNext:
      "Nehmen Sie sie aus Ihren Notizen, oder lassen Sie sie aus einer Sicherung zurückholen, und versuchen Sie es dann noch einmal. Alle anderen Dateien sind sicher.",
    refused_one: "Eine Datei ist größer, als der neue Ort sie annimmt:",
    refused_other: "{{count}} Dateien sind größer, als der neue Ort sie annimmt:",
    refusedNext:
      "Lassen Sie den Server größere Dateien annehmen, oder nehmen Sie sie aus Ihren Notizen, und versuchen Sie es dann noch einmal.",
  },
  cause: {
    bad_credentials:
      "Der Server lehnt die Zugangsdaten ab. Geben Sie sie neu ein, oder legen Sie dort neue an.",
    forbidden:
      "Der Server kennt die Zugangsdaten, erlaubt ihnen dies aber nicht. Fragen Sie, wer ihn betreibt.",
    no_such_place:
      "Auf dem Server gibt es diesen Bucket oder Ordner nicht. Legen Sie ihn dort an, oder geben Sie einen anderen Namen ein.",
    not_allowed:
      "Die Adresse liegt in einem Netz, das dieser Dienst nicht ansprechen darf. Seine Verwaltung kann es erlauben (NOTESVC_STORAGE_NETWORKS).",
    unreachable: "Unter der Adresse antwortet niemand. Prüfen Sie die Adresse, und ob der Server läuft.",
    bad_certificate: "Das Zertifikat unter der Adresse gilt nicht für sie. Prüfen Sie die Adresse.",
    timeout: "Der Server brauchte zu lange für eine Antwort. Es wird von selbst noch einmal versucht.",
    truncated: "Die Verbindung ist abgebrochen. Es wird von selbst noch einmal versucht.",
    garbled:
      "Was zurückkam, ist keine Antwort eines solchen Servers. Prüfen Sie, ob es die richtige Adresse ist.",
    redirected:
      "Die Adresse führt zu einer anderen, der nicht gefolgt wird. Geben Sie die ein, zu der sie führt.",
    clock_skew:
      "Die Uhren dieses Dienstes und des Servers gehen zu weit auseinander. Lassen Sie sie stellen.",
    full: "Dort ist kein Platz mehr. Schaffen Sie welchen, oder besorgen Sie mehr.",
    too_large: "Eine Datei ist größer, als der Server annimmt.",
    bad_name: "Der Server nimmt den Namen einer Datei nicht an.",
    busy: "Der Server ist beschäftigt. Es wird von selbst noch einmal versucht.",
    damaged: "Was dort gespeichert ist, ist nicht, was dort abgelegt wurde.",
    bad_region:
      "Der Bucket liegt in einer anderen Region. Geben Sie diese Region ein und die Adresse, die zu ihr gehört.",
    other_marker:
      "Dieser Ort gehört jemand anderem oder einem anderen Dienst. Wählen Sie einen eigenen Ordner.",
    no_marker:
      "Was dort abgelegt wurde, ist nicht mehr da. Prüfen Sie, ob es der richtige Ort ist, und richten Sie ihn neu ein.",
    damaged_source:
      "Dateien sind nicht mehr, was sie beim Hochladen waren. Laden Sie sie noch einmal hoch, oder entfernen Sie sie.",
    other: "Es hat nicht geklappt. Versuchen Sie es noch einmal.",
  },
  setUp: {
    placeStep: "Ort wählen",
    addressStep: "Sagen, wo er ist und wer Sie dort sind",
    testStep: "Sehen, ob es klappt",
    modeStep: "Richtung wählen",
    saveStep: "Speichern",
    hint: {
      local: "Neben den Notizen, wie von Anfang an.",
      folder: "Die Verwaltung hat dort einen Ordner für Sie.",
      s3: "Ein Bucket bei Amazon oder auf einem beliebigen Server, der S3 spricht: MinIO, Ceph, SeaweedFS, Cloudflare R2, Backblaze …",
      webdav: "Ein Ordner von Nextcloud oder auf einem beliebigen anderen WebDAV-Server.",
    },
    kind: "Welcher Server",
    kinds: {
      aws: "Amazon",
      s3: "Anderer Server",
      nextcloud: "Nextcloud",
      webdav: "Anderer Server",
    },
    address: "Adresse",
    addressHint: {
      aws: "",
      s3: "Die des Servers, ohne den Bucket.",
      nextcloud:
        "Ihre WebDAV-Adresse mit einem Ordner, den es schon gibt. Nextcloud zeigt den ersten Teil unter Dateien › Einstellungen.",
      webdav: "Die eines Ordners, den es schon gibt.",
    },
    bucket: "Bucket",
    bucketHint: "Einer, den es schon gibt. Versionen und öffentlicher Zugriff sind nicht nötig.",
    region: "Region",
    regionHint: "Wo der Bucket liegt, etwa eu-central-1.",
    regionIfAny: "Region, falls der Server eine will",
    prefix: "Ordner im Bucket, wenn Sie mögen",
    userS3: "Zugriffsschlüssel-ID",
    userWebdav: "Benutzername",
    secretS3: "Geheimer Zugriffsschlüssel",
    secretNextcloud: "App-Passwort",
    secretWebdav: "Passwort",
    secretHint: "Es wird verschlüsselt gespeichert und nie wieder gezeigt.",
    secretHintNextcloud:
      "Legen Sie es in Nextcloud unter Einstellungen › Sicherheit an. Es wird verschlüsselt gespeichert und nie wieder gezeigt.",
    secretKept: "Ein Geheimnis ist gespeichert. Es bleibt, wenn Sie keines eingeben.",
    secretAgain: "Geben Sie es neu ein: Das gespeicherte gilt für den Ort, wie er war.",
    test: "Prüfen",
    testHint: "Schreibt, liest und löscht dort ein paar kleine Dateien.",
    testing: "Wird geprüft",
    works: "Es klappt.",
    fails: "Es klappt noch nicht.",
    worksPartly: "Es klappt. Was einen Strich trägt, gilt dort nicht.",
    stepOk: "in Ordnung",
    stepFailed: "misslungen",
    stepNot: "gilt dort nicht",
    noTwoWay:
      "In beide Richtungen gingen dort Änderungen verloren: Beim Schreiben merkt der Server nicht, was andere gleichzeitig schreiben. „Nur hinaus“ ist sicher.",
    useOneWay: "„Nur hinaus“ nehmen",
    moveText:
      "Die Dateien werden dorthin kopiert und verglichen, und erst dann von dort benutzt. Sie können währenddessen weiterarbeiten. Der alte Ort bleibt 30 Tage erhalten.",
    moveBackText:
      "Die Dateien werden auf diesen Server zurückkopiert und verglichen, und erst dann von hier benutzt. Sie können währenddessen weiterarbeiten. Der alte Ort bleibt 30 Tage erhalten.",
    same: "Dort liegen sie schon.",
  },
  step: {
    connect: "Den Server erreichen",
    write: "Eine Datei schreiben",
    read: "Sie zurücklesen",
    list: "Die Dateien auflisten",
    large: "Eine größere in einem Ordner schreiben",
    create_once: "Eine Datei nur anlegen, wo keine ist",
    create_race: "Dasselbe, mehrere zugleich",
    replace: "Eine Datei nur ersetzen, wie sie gesehen wurde",
    replace_race: "Dasselbe, mehrere zugleich",
    cut_upload: "Von einem abgebrochenen Hochladen bleibt nichts",
    tags: "Sofort merken, dass sich eine Datei geändert hat",
    range: "Einen Teil einer Datei lesen",
    names_case: "In Namen a und A unterscheiden",
    names_spelling: "Die Schreibweise von Namen behalten",
    delete: "Alles wieder löschen",
  },
  capability: {
    title: "Was die Orte können",
    lead: "Notizen, ihr Verlauf, Suche, gemeinsames Schreiben und Teilen sind Sache der Datenbank, welchen Ort Sie auch wählen. „Je nachdem“ heißt: Es liegt am Server; seine Prüfung findet es heraus.",
    of: "Was",
    yes: "ja",
    no: "nein",
    unknown: "je nachdem",
    backend: { database: "Datenbank", folder: "Ordner", s3: "S3", webdav: "WebDAV" },
    attachments: { name: "Anhänge aufnehmen", hint: "Dateien aus Notizen können dort liegen." },
    two_way: {
      name: "In beide Richtungen spiegeln",
      hint: "Beim Schreiben merkt er, was andere gleichzeitig schreiben, sodass von ihnen nichts verloren geht.",
    },
    whole_reads: { name: "Nur ganze Dateien zeigen", hint: "Wer liest, sieht nie eine halbe Datei." },
    range: { name: "Teile von Dateien", hint: "In Filmen lässt sich vorspulen, ohne sie ganz zu holen." },
    direct_link: {
      name: "Direkte Links",
      hint: "Dateien kommen immer durch diesen Dienst, der darauf achtet, wer sie sehen darf.",
    },
    names_case: {
      name: "a und A unterscheiden",
      hint: "Namen, die sich nur in der Großschreibung unterscheiden, sind zwei Dateien.",
    },
    names_spelling: {
      name: "Schreibweisen behalten",
      hint: "Namen kommen zurück, wie sie geschrieben wurden.",
    },
    largest_file: { name: "Größte Datei", hint: "Wo der Ort sagt, wie groß eine Datei sein darf." },
    history: { name: "Verlauf", hint: "Frühere Versionen der Notizen." },
    search: { name: "Suche", hint: "Wörter in Notizen finden." },
    rooms: { name: "Gemeinsam schreiben", hint: "Mehrere zugleich in einer Notiz." },
    sharing: { name: "Teilen", hint: "Mit anderen, und öffentliche Links." },
  },
  banner: {
    attachments: {
      behind:
        "Der Ort für Anhänge antwortet seit {{when}} nicht. Die Dateien warten hier; nichts ist verloren.",
      paused:
        "Anhänge werden seit {{when}} nicht mehr an ihren Ort gesendet. Sie warten hier; nichts ist verloren.",
    },
    mirror: {
      behind: "Der Spiegel ist seit {{when}} im Rückstand. Ihre Notizen sind hier sicher.",
      paused: "Der Spiegel ist seit {{when}} angehalten und wartet auf Sie. Ihre Notizen sind hier sicher.",
    },
    move: "Der Umzug Ihrer Dateien hat angehalten. Alle sind, wo sie waren.",
    see: "Ansehen, warum",
    hide: "Ausblenden",
  },
} satisfies Translated<typeof en, "de">;
