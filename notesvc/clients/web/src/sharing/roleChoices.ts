/** What somebody may be to a note, to choose from. */
import { t } from "../i18n";

export const roleChoices = () =>
  (["editor", "viewer"] as const).map((value) => ({ value, label: t(`sharing.role.${value}`) }));
