/** One row of the tree. */
import {
  IconChevronRight,
  IconDots,
  IconFileText,
  IconFolder,
  IconFolderOpen,
  IconPlus,
} from "@tabler/icons-react";
import { type MouseEvent, memo, type PointerEvent, type RefObject } from "react";
import { t } from "../../i18n";
import { LocalSign } from "../../ui/LocalMark";
import { PublicButton } from "../../ui/PublicMark";
import { type Acts, addressOf } from "./acts";
import { opened } from "./opened";
import { RenameField } from "./RenameField";
import type { Row } from "./rows";
import type { Selection } from "./selection";
import { rowId } from "./Tree";

/** What a row asks of its tree; the object stays, what is in it is always the latest. */
export interface Hands {
  selection: Selection;
  acts: Acts;
  onPointerDown: (event: PointerEvent, row: Row) => void;
  onMenu: (row: Row, x: number, y: number) => void;
  /** `name` null: it stays. */
  onRenamed: (row: Row, name: string | null) => void;
  onPressed: () => void;
}

interface Props {
  row: Row;
  /** Pixels from the top of the tree. */
  top: number;
  isActive: boolean;
  isChosen: boolean;
  isShown: boolean;
  isRenaming: boolean;
  isMoving: boolean;
  /** Anybody may read it. */
  isPublic: boolean;
  /** The service does not have it yet. */
  isLocal: boolean;
  hands: RefObject<Hands>;
}

export const TreeRow = memo(function TreeRow(props: Props) {
  const { row, top, isActive, isChosen, isShown, isMoving, isPublic, isLocal, isRenaming, hands } = props;
  const name = row.name || t("common.untitled");
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: so the tree takes the keys
    <div
      id={rowId(row.id)}
      className="tree-row"
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.kind === "folder" ? row.isOpen : undefined}
      aria-selected={isChosen}
      aria-current={isShown ? "page" : undefined}
      aria-label={name}
      aria-description={facts(props)}
      data-active={isActive || undefined}
      data-moving={isMoving || undefined}
      style={{ transform: `translateY(${top}px)`, "--depth": row.depth }}
      onPointerDown={(event) => {
        if (!isRenaming && !isButton(event.target)) hands.current.onPointerDown(event, row);
      }}
      onClick={(event) => press(event, props)}
      onContextMenu={(event) => {
        event.preventDefault();
        hands.current.onMenu(row, event.clientX, event.clientY);
      }}
    >
      <Fold row={row} name={name} />
      <Icon row={row} />
      {isRenaming ? (
        <RenameField
          name={row.name}
          mayBeEmpty={row.kind === "note"}
          onDone={(name) => hands.current.onRenamed(row, name)}
        />
      ) : (
        <a
          className="tree-name"
          href={addressOf(row)}
          tabIndex={-1}
          draggable={false}
          title={name}
          dir="auto"
        >
          {name}
        </a>
      )}
      {isPublic && !isRenaming && <PublicButton kind={row.kind} id={row.id} name={row.name} isInTree />}
      {isLocal && !isRenaming && <LocalSign />}
      {!isRenaming && <RowButtons row={row} name={name} hands={hands} />}
    </div>
  );
});

function facts({ isPublic, isLocal }: Props): string | undefined {
  if (isLocal) return t("saving.localUntil");
  return isPublic ? t("sharing.publicItem") : undefined;
}

function Fold({ row, name }: { row: Row; name: string }) {
  if (row.kind === "note") return <span className="tree-fold" />;
  return (
    <button
      type="button"
      className="tree-fold"
      tabIndex={-1}
      data-open={row.isOpen || undefined}
      data-empty={!row.hasChildren || undefined}
      aria-label={t(row.isOpen ? "shell.fold" : "shell.unfold", { name })}
      onClick={() => opened.toggle(row.id)}
    >
      <IconChevronRight size={14} stroke={1.8} />
    </button>
  );
}

function Icon({ row }: { row: Row }) {
  const Usual = row.kind === "note" ? IconFileText : row.isOpen ? IconFolderOpen : IconFolder;
  return (
    <span className="tree-icon" aria-hidden="true">
      {row.icon ? <span className="tree-emoji">{row.icon}</span> : <Usual size={16} stroke={1.5} />}
    </span>
  );
}

function RowButtons({ row, name, hands }: Pick<Props, "row" | "hands"> & { name: string }) {
  return (
    <span className="tree-buttons">
      {row.kind === "folder" && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("shell.tree.newNoteIn", { name })}
          onClick={() => void hands.current.acts.newNote(row.id)}
        >
          <IconPlus size={15} stroke={1.7} />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t("shell.tree.actions", { name })}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          hands.current.onMenu(row, left, bottom);
        }}
      >
        <IconDots size={15} stroke={1.7} />
      </button>
    </span>
  );
}

function press(event: MouseEvent, { row, isRenaming, hands }: Props): void {
  const { selection, acts, onPressed } = hands.current;
  if (isRenaming || isButton(event.target)) return;
  event.preventDefault();
  if (event.shiftKey) selection.extendTo(row.id);
  else if (event.ctrlKey || event.metaKey) selection.toggle(row.id);
  else {
    selection.to(row.id);
    acts.open(row);
    if (row.kind === "folder" && !row.isOpen) opened.set([row.id], true);
    return;
  }
  onPressed();
}

const isButton = (target: EventTarget) => target instanceof Element && target.closest("button") !== null;
