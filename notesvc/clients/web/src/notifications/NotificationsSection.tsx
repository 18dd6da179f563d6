/** What the user is mailed, which notes they hear nothing of, and what they watch. */
import { Checkbox } from "@mantine/core";
import { startTransition, useOptimistic } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { failed } from "../notices";
import { useShared } from "../state/collaborators";
import { useFolders } from "../state/folders";
import { useNotes } from "../state/notes";
import { mail, mute, useWishes, type Watched, type Wishes, watch } from "../state/notifications";
import { usePeople } from "../state/people";
import { Link } from "../ui/Link";
import { Waiting } from "../ui/States";
import "./notified.css";

const KINDS = [
  "mention",
  "watched",
  "collaboration_request",
  "collaboration_accepted",
  "share_viewed",
  "share_expiring",
  "import_finished",
  "token_expiring",
] as const;

export default function NotificationsSection() {
  const wishes = useWishes();
  return (
    <>
      <p className="settings-lead">{t("notifications.settings.lead")}</p>
      <Waiting for={wishes} />
      {wishes.data && <Chosen wishes={wishes.data} />}
    </>
  );
}

function Chosen({ wishes }: { wishes: Wishes }) {
  const nameOf = useNames();
  return (
    <>
      <h2>{t("notifications.settings.mail")}</h2>
      <div className="settings-form">
        {KINDS.map((kind) => (
          <MailChoice key={kind} kind={kind} isWanted={wishes.mail[kind] ?? false} />
        ))}
        <p className="settings-hint">{t("notifications.settings.security")}</p>
      </div>
      <h2>{t("notifications.settings.watched")}</h2>
      <Things
        none={t("notifications.settings.nothingWatched")}
        things={wishes.watched.map(({ kind, target }) => ({
          ...nameOf(kind, target),
          verb: t("notifications.unwatch"),
          stop: () => watch(kind, target, false),
        }))}
      />
      <h2>{t("notifications.settings.muted")}</h2>
      <Things
        none={t("notifications.settings.nothingMuted")}
        things={wishes.muted.map((id) => ({
          ...nameOf("note", id),
          verb: t("notifications.unmute"),
          stop: () => mute(id, false),
        }))}
      />
    </>
  );
}

/** Shows the choice at once, and what the service has again where it refuses. */
function MailChoice({ kind, isWanted }: { kind: (typeof KINDS)[number]; isWanted: boolean }) {
  const [shown, show] = useOptimistic(isWanted);
  const choose = (wanted: boolean) =>
    startTransition(async () => {
      show(wanted);
      await mail(kind, wanted).catch(failed);
    });
  return (
    <Checkbox
      label={t(`notifications.settings.kinds.${kind}`)}
      checked={shown}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

interface Thing {
  name: string;
  href: string;
  verb: string;
  stop: () => Promise<void>;
}

function Things({ none, things }: { none: string; things: Thing[] }) {
  if (things.length === 0) return <p className="settings-hint">{none}</p>;
  return (
    <ul className="settings-rows told-things">
      {things.map(({ name, href, verb, stop }) => (
        <li key={href}>
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>
          <button
            type="button"
            className="told-act"
            aria-label={t("common.about", { what: verb, said: name })}
            onClick={() => void stop().catch(failed)}
          >
            {verb}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a watched or muted thing is called, and where it is. */
function useNames(): (kind: Watched, target: string) => { name: string; href: string } {
  const [notes, folders, people, shared] = [
    useNotes().data,
    useFolders().data,
    usePeople().data,
    useShared().data,
  ];
  return (kind, target) => {
    if (kind === "tag") return { name: `#${target}`, href: to.tag(target) };
    const all = {
      folder: folders,
      person: people,
      note: [...(notes ?? []), ...(shared ?? []).map((one) => one.note)],
    };
    const name = nameOfNote(all[kind]?.find(({ id }) => id === target)?.name);
    return { name, href: to[kind](target) };
  };
}
