/** A notification in a sentence, and where it leads. */
import { to } from "../addresses";
import { t } from "../i18n";
import type { Told } from "../state/notifications";

export function saidOf({ kind, actor, note, data }: Told): string {
  const who = actor ? actor.name || `@${actor.handle}` : t("notifications.somebody");
  const where = note
    ? t("notifications.named", { name: note.name || t("common.untitled") })
    : t("notifications.aNote");
  if (kind === "collaboration_request")
    return t(data.action === "asked" ? "notifications.asked" : "notifications.invited", { who, where });
  if (kind === "collaboration_accepted")
    return t(data.action === "came" ? "notifications.came" : "notifications.accepted", { who, where });
  if (kind === "import_finished")
    return t(data.state === "done" ? "notifications.importDone" : "notifications.importNotDone");
  if (kind === "token_expiring") return t("notifications.keyExpires", { name: String(data.tokenName ?? "") });
  if (kind === "security") return t("notifications.security");
  if (kind === "share_viewed") return t("notifications.viewed", { where });
  return t(kind === "mention" ? "notifications.mention" : "notifications.watched", { who, where });
}

export function placeOf({ kind, note }: Told): string | null {
  if (note) return to.note(note.id);
  if (kind === "import_finished") return to.import;
  if (kind === "token_expiring") return to.settings("keys");
  return kind === "security" ? to.settings("security") : null;
}
