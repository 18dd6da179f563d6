/** The secret of a key, shown this once. */
import { t } from "../../i18n";
import { OnceDialog } from "../../ui/OnceDialog";
import type { KeyWithSecret } from "./keys";

export function SecretDialog({ made, onClose }: { made: KeyWithSecret; onClose: () => void }) {
  const words = {
    title: t("settings.keys.secretTitle"),
    lead: t("settings.keys.secretLead"),
    label: t("settings.keys.secret", { name: made.token.name }),
    stored: t("settings.keys.stored"),
    notStored: t("settings.keys.notStored"),
    notStoredText: t("settings.keys.notStoredText"),
    back: t("settings.keys.goBack"),
  };
  return <OnceDialog words={words} text={made.secret ?? ""} rows={2} onClose={onClose} />;
}
