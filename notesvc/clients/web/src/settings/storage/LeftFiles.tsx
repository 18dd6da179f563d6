/** Files there that the mirror leaves alone, and why. */
import { t } from "../../i18n";
import type { LeftFile } from "./storage";
import { wordsOfLeftFile } from "./words";

export function LeftFiles({ all }: { all: LeftFile[] }) {
  return (
    <section className="storage-conflicts">
      <h3>{t("storage.left.title")}</h3>
      <p className="settings-hint">{t("storage.left.hint")}</p>
      <ul className="settings-rows" aria-label={t("storage.left.title")}>
        {all.map((file) => (
          <li key={file.name} className="storage-conflict">
            <bdi className="storage-note">{file.name}</bdi>
            <span className="settings-hint storage-copy">{wordsOfLeftFile(file)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
