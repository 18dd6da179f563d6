/** What the user was told, the latest first; following one reads it. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { to } from "../addresses";
import { gap, t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { failed } from "../notices";
import { read, type Told, toldQuery } from "../state/notifications";
import { Link } from "../ui/Link";
import { Waiting } from "../ui/States";
import { When } from "../ui/When";
import "../ui/settings.css";
import "./notified.css";

export default function NotificationList({ onGo }: { onGo?: () => void }) {
  const told = useInfiniteQuery(toldQuery);
  const all = told.data?.pages.flatMap((page) => page.notifications);
  const hasUnread = (told.data?.pages[0]?.unreadCount ?? 0) > 0;
  return (
    <div className="told">
      <Waiting for={told} />
      {all?.length === 0 && (
        <p className="told-none">
          <strong>{t("notifications.none")}</strong>
          {gap()}
          {t("notifications.noneHint")}
        </p>
      )}
      {all && all.length > 0 && (
        <>
          <button
            type="button"
            className="told-act"
            disabled={!hasUnread}
            onClick={() => void read(null).catch(failed)}
          >
            {t("notifications.readAll")}
          </button>
          <ul className="told-list" aria-label={t("notifications.title")}>
            {all.map((each) => (
              <Row key={each.id} told={each} onGo={onGo} />
            ))}
          </ul>
        </>
      )}
      {told.hasNextPage && (
        <button
          type="button"
          className="told-act"
          disabled={told.isFetchingNextPage}
          onClick={() => void told.fetchNextPage()}
        >
          {t("notifications.more")}
        </button>
      )}
    </div>
  );
}

function Row({ told, onGo }: { told: Told; onGo?: (() => void) | undefined }) {
  const { note } = told;
  const isUnread = told.readAt === null;
  const place = placeOf(told);
  const take = () => {
    if (isUnread) void read([told.id]).catch(failed);
  };
  const words = (
    <>
      <span className="told-words">
        {isUnread && <span className="sr-only">{t("notifications.unread")} </span>}
        {saidOf(told)}
      </span>
      {typeof told.data.sentence === "string" && note && (
        <q className="told-sentence" dir="auto">
          {told.data.sentence}
        </q>
      )}
      <When className="told-when" at={told.createdAt} />
    </>
  );
  return (
    <li data-unread={isUnread || undefined}>
      {place ? (
        <Link
          className="told-row"
          href={place}
          onClick={() => {
            take();
            onGo?.();
          }}
        >
          {words}
        </Link>
      ) : (
        <span className="told-row">{words}</span>
      )}
      {isUnread && (
        <button
          type="button"
          className="told-mark"
          aria-label={t("notifications.read")}
          title={t("notifications.read")}
          onClick={take}
        >
          <span aria-hidden />
        </button>
      )}
    </li>
  );
}

/** The notification in a sentence. */
function saidOf({ kind, actor, note, data }: Told): string {
  const who = actor
    ? t("common.person", { name: actor.name || `@${actor.handle}` })
    : t("notifications.somebody");
  const where = note ? t("notifications.named", { name: nameOfNote(note.name) }) : t("notifications.aNote");
  if (kind === "collaboration_request")
    return t(data.action === "asked" ? "notifications.asked" : "notifications.invited", { who, where });
  if (kind === "collaboration_accepted")
    return t(data.action === "came" ? "notifications.came" : "notifications.accepted", { who, where });
  if (kind === "import_finished") return importSaid(data);
  if (kind === "token_expiring") return t("notifications.keyExpires", { name: String(data.tokenName ?? "") });
  if (kind === "security") return t("notifications.security");
  if (kind === "share_viewed") return t("notifications.viewed", { name: String(data.title ?? "") });
  if (kind === "share_expiring") return t("notifications.linkExpires", { name: String(data.title ?? "") });
  return t(kind === "mention" ? "notifications.mention" : "notifications.watched", { who, where });
}

/** Of what was imported, where that is known. */
function importSaid({ state, fileName: name }: Told["data"]): string {
  const isDone = state === "done";
  if (typeof name !== "string") return t(isDone ? "notifications.importDone" : "notifications.importNotDone");
  return t(isDone ? "notifications.importedFile" : "notifications.notImportedFile", { name });
}

/** Where it leads. */
function placeOf({ kind, note, data }: Told): string | null {
  if (note) return to.note(note.id);
  if (kind === "share_viewed" || kind === "share_expiring") return to.publicLinks;
  if (kind === "import_finished") return to.report(String(data.importId));
  if (kind === "token_expiring") return to.settings("keys");
  return kind === "security" ? to.settings("security") : null;
}
