/** The instance in figures, and the mails that could not be delivered. */

import { t } from "../i18n";
import { count, size } from "../i18n/sizes";
import { Waiting } from "../ui/States";
import { When } from "../ui/When";
import { type Figures, useFigures } from "./admin";

export default function FiguresSection() {
  const figures = useFigures();
  return (
    <>
      <p className="settings-lead">{t("admin.figures.lead")}</p>
      <Waiting for={figures} />
      {figures.data && <Found of={figures.data} />}
    </>
  );
}

function Found({ of: figures }: { of: Figures }) {
  return (
    <>
      <dl className="admin-figures">
        {rows(figures).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`admin.figures.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t("admin.figures.mails")}</h2>
      <p>{t("admin.figures.waiting", { count: figures.mailsWaiting })}</p>
      {figures.mailsKeptIn && (
        <p className="figures-path">
          {t("admin.figures.keptIn")} <code dir="ltr">{figures.mailsKeptIn}</code>
        </p>
      )}
      {figures.mailsFailed.length > 0 && <Failed of={figures} />}
      <h2>{t("admin.figures.versions")}</h2>
      <dl className="admin-figures">
        {(["notesvc", "python", "database", "migration"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`admin.figures.of.${name}`)}</dt>
            <dd dir="ltr">{figures.versions[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function rows(figures: Figures) {
  return [
    ["users", count(figures.users)],
    ["usersDisabled", count(figures.usersDisabled)],
    ["administrators", count(figures.administrators)],
    ["notes", count(figures.notes)],
    ["notesInTrash", count(figures.notesInTrash)],
    ["noteVersions", count(figures.noteVersions)],
    ["attachments", `${count(figures.attachments)} (${size(figures.attachmentBytes)})`],
    ["databaseBytes", size(figures.databaseBytes)],
    ["importsWaiting", count(figures.importsWaiting)],
  ] as const;
}

function Failed({ of: figures }: { of: Figures }) {
  return (
    <section>
      <h3 className="figures-failed">{t("admin.figures.failed", { count: figures.mailsFailed.length })}</h3>
      <ul className="settings-rows">
        {figures.mailsFailed.map((mail) => (
          <li key={mail.id}>
            <bdi>{mail.recipient || t("admin.figures.unnamed")}</bdi>
            <div className="user-facts">
              <When at={mail.createdAt} />
              <bdi>{mail.error}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
