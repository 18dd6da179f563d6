/** What keys are for, while there are none. */
import { t } from "../../i18n";
import { CopyButton } from "../../ui/CopyButton";
import { exampleAt } from "./keys";

export function NoKeys() {
  const example = exampleAt(location.origin);
  return (
    <section className="keys-empty">
      <h2>{t("settings.keys.emptyTitle")}</h2>
      <p>{t("settings.keys.empty")}</p>
      <pre dir="ltr">
        <code>{example}</code>
      </pre>
      <CopyButton text={example} />
    </section>
  );
}
