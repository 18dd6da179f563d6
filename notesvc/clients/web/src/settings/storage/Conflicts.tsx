/** Notes that had changed on both sides, and the notes that hold what stood there. */
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { Link } from "../../ui/Link";
import { When } from "../../ui/When";
import type { Conflict } from "./storage";

export function Conflicts({ all }: { all: Conflict[] }) {
  return (
    <section className="storage-conflicts">
      <h3>{t("storage.conflicts.title")}</h3>
      <p className="settings-hint">{t("storage.conflicts.hint")}</p>
      <ul className="settings-rows">
        {all.map(({ noteId, name, copyId, copyName, createdAt }) => (
          <li key={copyId} className="storage-conflict">
            <Link className="storage-note" href={to.note(noteId)}>
              <bdi>{nameOfNote(name)}</bdi>
            </Link>
            <When className="settings-hint" at={createdAt} />
            <span className="settings-hint storage-copy">
              {t("storage.conflicts.copy")}:{" "}
              <Link href={to.note(copyId)}>
                <bdi>{nameOfNote(copyName)}</bdi>
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
