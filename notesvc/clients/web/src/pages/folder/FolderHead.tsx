/** Where the folder is, its name and icon, and what can be done with it. */
import { Button } from "@mantine/core";
import { IconDots, IconFolderPlus, IconPencilPlus, IconShare2 } from "@tabler/icons-react";
import { Fragment, lazy, Suspense, useRef, useState } from "react";
import { to } from "../../addresses";
import type { FolderBranch } from "../../api";
import { t } from "../../i18n";
import { WatchButton } from "../../notifications/WatchButton";
import type { Acts } from "../../shell/tree/acts";
import { above, type Row, type Shape } from "../../shell/tree/rows";
import { shareDialog } from "../../state/shareDialog";
import { Heading } from "../../ui/Heading";
import { IconAct } from "../../ui/IconAct";
import { Link } from "../../ui/Link";
import { useIsNarrow } from "../../ui/narrow";
import { PublicMark } from "../../ui/PublicMark";

const RowMenu = lazy(() => import("../../shell/tree/RowMenu"));

interface Props {
  folder: FolderBranch;
  shape: Shape;
  acts: Acts;
  count: number;
}

export function FolderHead({ folder, shape, acts, count }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  const isNarrow = useIsNarrow();
  const row = rowOf(folder);
  return (
    <>
      <Path folder={folder} shape={shape} />
      <Heading
        title={folder.name}
        lead={
          <span className="folder-lead">
            {t("common.notes", { count })}
            <PublicMark kind="folder" id={folder.id} name={folder.name} />
          </span>
        }
        shown={
          isRenaming ? (
            <NameField
              name={folder.name}
              onDone={(name) => {
                setRenaming(false);
                if (name && name !== folder.name) acts.rename(row, name);
              }}
            />
          ) : (
            <>
              {folder.icon && `${folder.icon} `}
              {folder.name}
            </>
          )
        }
      >
        <WatchButton kind="folder" target={folder.id} />
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={16} stroke={1.6} />}
          onClick={() => void acts.newNote(folder.id)}
        >
          {t("shell.newNote")}
        </Button>
        <IconAct
          name={t("shell.tree.newFolderHere")}
          icon={IconFolderPlus}
          run={() => void acts.newFolder(folder.id)}
        />
        {/* In little room it is a choice of the menu alone. */}
        {!isNarrow && (
          <IconAct
            name={t("sharing.do")}
            icon={IconShare2}
            run={() => shareDialog.open({ kind: "folder", id: folder.id, name: folder.name, part: "link" })}
          />
        )}
        <More row={row} shape={shape} acts={acts} onRename={() => setRenaming(true)} />
      </Heading>
    </>
  );
}

function More({ row, shape, acts, onRename }: { row: Row; shape: Shape; acts: Acts; onRename: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const open = () => {
    const box = place.current?.getBoundingClientRect();
    if (box) setAt({ x: box.left, y: box.bottom });
  };
  return (
    <span ref={place}>
      <IconAct name={t("shell.tree.actions", { name: row.name })} icon={IconDots} run={open} />
      {at && (
        <Suspense fallback={null}>
          <RowMenu
            at={{ row, ...at }}
            about={[row]}
            shape={shape}
            acts={acts}
            onRename={onRename}
            onClose={(goesBack) => {
              setAt(null);
              if (goesBack) place.current?.querySelector("button")?.focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

function Path({ folder, shape }: { folder: FolderBranch; shape: Shape }) {
  const parents = above(shape, folder.parentId).reverse();
  if (parents.length === 0) return null;
  return (
    <nav className="folder-path" aria-label={t("shell.folderPage.path")}>
      {parents.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && <span aria-hidden="true">/</span>}
          <Link href={to.folder(id)} dir="auto">
            {shape.folderById.get(id)?.name}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}

function NameField({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const isDone = useRef(false);
  const finish = (written: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(written?.trim() || null);
  };
  return (
    <input
      className="folder-name"
      // biome-ignore lint/a11y/noAutofocus: somebody asked to write here
      autoFocus
      aria-label={t("shell.tree.renameField")}
      defaultValue={name}
      maxLength={500}
      dir="auto"
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value);
        if (event.key === "Escape") finish(null);
      }}
    />
  );
}

function rowOf({ id, name, icon, parentId, sortOrder }: FolderBranch): Row {
  const place = { depth: 0, position: 1, siblings: 1, isOpen: false, hasChildren: true };
  return { kind: "folder", id, name, icon, parentId, sortOrder, ...place };
}
