/** A public link as a row: what it shows, its state and counts, and what can be done with it. */
import { ActionIcon } from "@mantine/core";
import {
  IconCopy,
  IconExternalLink,
  IconFileText,
  IconFolder,
  IconLinkOff,
  IconRefresh,
  IconSettings,
} from "@tabler/icons-react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { done, failed } from "../../notices";
import { shareDialog } from "../../state/shareDialog";
import { type Share, useRefreshShare } from "../../state/shares";
import { copy } from "../../ui/clipboard";
import type { IconType } from "../../ui/IconAct";
import { Link } from "../../ui/Link";
import { StateMark } from "./StateMark";
import { errorOfFreeze, rowFactsOf } from "./words";
import "../../ui/row-name.css";

interface Props {
  share: Share;
  onRevoke: (share: Share) => void;
}

export function LinkRow({ share, onRevoke }: Props) {
  const { noteId, folderId, state, inTrash } = share;
  const name = nameOfNote(share.title);
  const Icon = noteId ? IconFileText : IconFolder;
  const kind = t(noteId ? "shares.list.note" : "shares.list.folder");
  return (
    <div className="share-row" data-share={share.id}>
      <span className="share-row-icon" title={kind}>
        <Icon size={16} stroke={1.5} aria-hidden />
        <span className="sr-only">{kind}</span>
      </span>
      {inTrash ? (
        <span className="share-row-name">
          <bdi>{name}</bdi>
        </span>
      ) : (
        <Link
          className="row-name share-row-name"
          href={noteId ? to.note(noteId) : to.folder(folderId ?? "")}
          title={name}
        >
          <bdi>{name}</bdi>
        </Link>
      )}
      <p className="share-row-facts">
        <StateMark share={share} />
        {share.isStale && (
          <span className="share-row-stale">{t("shares.changes", { count: share.changes })}</span>
        )}
        {rowFactsOf(share).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {state !== "revoked" && <Acts share={share} name={name} onRevoke={onRevoke} />}
    </div>
  );
}

function Acts({ share, name, onRevoke }: Props & { name: string }) {
  const refresh = useRefreshShare(share.id);
  const target = share.noteId
    ? ({ kind: "note", id: share.noteId } as const)
    : ({ kind: "folder", id: share.folderId ?? "" } as const);
  const again = () =>
    refresh.mutate(undefined, {
      onSuccess: (fresh) => done(t(fresh.freezing ? "shares.refreshBegun" : "shares.refreshed")),
      onError: (error) => failed(error, errorOfFreeze(error)),
    });
  const take = () => void copy(share.url).then(() => done(t("shares.list.copied")), failed);
  return (
    <span className="share-row-acts">
      {share.isStale && !refresh.isPending && (
        <Act name={t("shares.list.refresh", { name })} icon={IconRefresh} run={again} />
      )}
      <Act name={t("shares.list.copy", { name })} icon={IconCopy} run={take} />
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        href={share.url}
        target="_blank"
        rel="noreferrer"
        aria-label={t("shares.list.open", { name })}
        title={t("shares.list.open", { name })}
      >
        <IconExternalLink size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      {!share.inTrash && (
        <Act
          name={t("shares.list.details", { name })}
          icon={IconSettings}
          run={() => shareDialog.open({ ...target, name: share.title, part: "link" })}
        />
      )}
      <Act name={t("shares.list.revoke", { name })} icon={IconLinkOff} run={() => onRevoke(share)} />
    </span>
  );
}

function Act({ name, icon: Icon, run }: { name: string; icon: IconType; run: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={name} title={name} onClick={run}>
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  );
}
