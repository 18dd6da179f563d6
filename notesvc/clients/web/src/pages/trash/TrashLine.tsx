/** A note or a folder in the trash, as a row. */
import { ActionIcon, Button, Checkbox, Tooltip } from "@mantine/core";
import { IconChevronRight, IconFileText, IconFolder, IconTrashX } from "@tabler/icons-react";
import { t } from "../../i18n";
import { daysBetween, exact } from "../../i18n/dates";
import { useFolderPath } from "../NoteRow";
import { goneAt, type TrashRow } from "./contents";
import { named } from "./trash-writing";

interface Props {
  row: TrashRow;
  isChosen: boolean;
  isOpen: boolean;
  onChoose: () => void;
  onUnfold: () => void;
  onPreview: () => void;
  onRestore: () => void;
  onErase: () => void;
}

export function TrashLine({
  row,
  isChosen,
  isOpen,
  onChoose,
  onUnfold,
  onPreview,
  onRestore,
  onErase,
}: Props) {
  const name = named(row);
  const path = useFolderPath(row.parentId);
  const Icon = row.kind === "folder" ? IconFolder : IconFileText;
  return (
    <div className="trash-row" style={{ "--depth": row.depth }} data-chosen={isChosen || undefined}>
      <Checkbox
        size="xs"
        checked={isChosen}
        onChange={onChoose}
        aria-label={t("pages.trash.choose", { name })}
      />
      <span className="note-row-icon" aria-hidden>
        {row.icon ? row.icon : <Icon size={16} stroke={1.5} />}
      </span>
      <span className="trash-name">
        {row.kind === "note" ? (
          <button type="button" title={name} onClick={onPreview}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <button type="button" title={name} aria-expanded={isOpen} onClick={onUnfold}>
            <IconChevronRight size={14} stroke={1.5} className="trash-fold" aria-hidden />
            <bdi>{name}</bdi>
          </button>
        )}
        <span className="trash-where" title={path}>
          {row.kind === "folder" ? t("common.notes", { count: row.notes }) : path}
        </span>
      </span>
      <Left deletedAt={row.deletedAt} />
      <span className="trash-acts">
        <Button
          variant="subtle"
          size="compact-sm"
          className="trash-act"
          aria-label={t("pages.trash.restoreOne", { name })}
          onClick={onRestore}
        >
          {t("pages.trash.restore")}
        </Button>
        <Act name={t("pages.trash.eraseOne", { name })} icon={IconTrashX} run={onErase} />
      </span>
    </div>
  );
}

function Left({ deletedAt }: { deletedAt: string }) {
  const count = Math.max(0, daysBetween(new Date(), new Date(goneAt(deletedAt))));
  return (
    <time className="trash-left" dateTime={deletedAt} title={exact(deletedAt)}>
      {t("pages.trash.left", { count })}
    </time>
  );
}

function Act({ name, icon: Icon, run }: { name: string; icon: typeof IconTrashX; run: () => void }) {
  return (
    <Tooltip label={<span className="trash-tip">{name}</span>}>
      <ActionIcon variant="subtle" color="gray" className="trash-act" aria-label={name} onClick={run}>
        <Icon size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
