/** What was done with a key, the latest first, a page at a time. */
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { to } from "../../addresses";
import { listed, t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { sentence } from "../../i18n/problem";
import { Dialog } from "../../ui/Dialog";
import { Link } from "../../ui/Link";
import { Waiting } from "../../ui/States";
import { When } from "../../ui/When";
import { activityQuery, type Key, type KeyEvent } from "./keys";
import { inWords, namesOf } from "./mirrored";
import "../../ui/events.css";

export function KeyActivity({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const activity = useInfiniteQuery(activityQuery(key.id));
  const events = activity.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={<bdi>{t("settings.activity.title", { name: key.name })}</bdi>}
      className="settings-dialog"
    >
      <Waiting for={activity} />
      {activity.data && activity.error && (
        <p className="settings-notice is-fault" role="alert">
          {sentence(activity.error)}
        </p>
      )}
      {activity.data && events.length === 0 && <p className="dialog-text">{t("settings.activity.none")}</p>}
      {events.length > 0 && <Events events={events} onFollow={onClose} />}
      {activity.hasNextPage && (
        <Button
          mt={12}
          variant="default"
          data-disabled={activity.isFetchingNextPage || undefined}
          onClick={() => activity.isFetchingNextPage || void activity.fetchNextPage()}
        >
          {t(activity.isFetchingNextPage ? "settings.showMoreSending" : "settings.showMore")}
        </Button>
      )}
    </Dialog>
  );
}

function Events({ events, onFollow }: { events: KeyEvent[]; onFollow: () => void }) {
  return (
    <table className="events">
      <thead>
        <tr>
          {(["when", "what", "outcome", "source", "note"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`settings.activity.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td data-label={t("settings.activity.when")}>
              <When at={event.createdAt} />
            </td>
            <td data-label={t("settings.activity.what")}>
              {t(`settings.activity.operations.${event.operation}`)}
              {event.mirrored && <small>{inWords(event)}</small>}
            </td>
            <td
              data-label={t("settings.activity.outcome")}
              data-status={event.status}
              title={event.words ?? event.message ?? ""}
            >
              {t(`settings.activity.statuses.${event.status}`)}
              {event.status === "error" && event.message && <small>{event.words ?? event.message}</small>}
            </td>
            <td data-label={t("settings.activity.source")} data-empty={event.source === null || undefined}>
              <bdi>{event.source ?? "–"}</bdi>
            </td>
            <td data-label={t("settings.activity.note")} data-empty={event.resourceId === null || undefined}>
              <Resource of={event} onFollow={onFollow} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Resource({ of: event, onFollow }: { of: KeyEvent; onFollow: () => void }) {
  const name = nameOfNote(event.resourceName);
  if (event.resourceId === null) return "–";
  if (event.mirrored) return <bdi>{listed(namesOf(event)) || name}</bdi>;
  if (event.operation !== "capture") return <bdi>{name}</bdi>;
  return (
    <Link href={to.note(event.resourceId)} onClick={onFollow}>
      <bdi>{name}</bdi>
    </Link>
  );
}
