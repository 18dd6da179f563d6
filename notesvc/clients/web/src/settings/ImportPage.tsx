/** Bringing notes in, as a page of its own. */
import { t } from "../i18n";
import ImportSection from "./import/ImportSection";
import "../ui/settings.css";

export default function ImportPage() {
  return (
    <main className="page">
      <div className="settings-section">
        <h1>{t("settings.sections.import")}</h1>
        <ImportSection />
      </div>
    </main>
  );
}
