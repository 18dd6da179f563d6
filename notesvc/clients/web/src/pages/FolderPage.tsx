/** What is in a folder: the folders in it, then its notes, in their own order, by name or by change. */
import { IconFolder } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useParams } from "wouter";
import { to } from "../addresses";
import type { FolderBranch, NoteMetadata } from "../api";
import { t } from "../i18n";
import { locale } from "../i18n/dates";
import { useActs } from "../shell/tree/acts";
import { useTreeContent } from "../shell/tree/tree";
import { Choice } from "../ui/Choice";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { PublicMark } from "../ui/PublicMark";
import { Rows } from "../ui/Rows";
import { Empty, Failure, Loading } from "../ui/States";
import { FolderHead } from "./folder/FolderHead";
import { NoteRow } from "./NoteRow";
import "./folder/folder.css";
import "../ui/list-bar.css";

type Order = "own" | "name" | "changed";
const KEY = "notesvc.folder.order";
const NONE: never[] = [];

export default function FolderPage() {
  const { folder: id } = useParams<{ folder: string }>();
  const { shape, isLoading, problem, retry } = useTreeContent();
  const acts = useActs();
  const folder = shape.folderById.get(id);
  const [order, setOrder] = useState<Order>(() => (localStorage.getItem(KEY) as Order | null) ?? "own");
  const folders = shape.folders.get(id) ?? NONE;
  const inOrder = shape.notes.get(id) ?? NONE;
  const notes = useMemo(() => sorted(inOrder, order), [inOrder, order]);
  if (!folder)
    return (
      <main className="page">
        {problem ? <Failure error={problem} retry={retry} /> : isLoading ? <Loading /> : <Missing />}
      </main>
    );
  const items: Item[] = [
    ...folders.map((each): Item => ({ key: each.id, folder: each })),
    ...notes.map((each): Item => ({ key: each.id, note: each })),
  ];
  return (
    <main className="page" key={id}>
      <FolderHead folder={folder} shape={shape} acts={acts} count={notes.length} />
      {items.length === 0 ? (
        <Empty title={t("shell.folderPage.empty")}>
          <p>{t("shell.folderPage.emptyHint")}</p>
        </Empty>
      ) : (
        <div>
          <div className="list-bar">
            <Choice
              label={t("pages.sort.label")}
              value={order}
              onChange={(next) => {
                setOrder(next);
                localStorage.setItem(KEY, next);
              }}
              options={[
                ["own", t("shell.folderPage.own")],
                ["name", t("shell.folderPage.name")],
                ["changed", t("shell.folderPage.changed")],
              ]}
            />
          </div>
          <Rows items={items} keyOf={(item) => item.key} label={folder.name}>
            {(item) =>
              item.folder ? (
                <FolderRow folder={item.folder} />
              ) : (
                <NoteRow note={item.note} hidesPath hasWords />
              )
            }
          </Rows>
        </div>
      )}
    </main>
  );
}

type Item =
  | { key: string; folder: FolderBranch; note?: undefined }
  | { key: string; note: NoteMetadata; folder?: undefined };

function FolderRow({ folder }: { folder: FolderBranch }) {
  return (
    <div className="folder-line">
      <Link className="folder-row" href={to.folder(folder.id)} title={folder.name}>
        <span aria-hidden="true">{folder.icon ?? <IconFolder size={16} stroke={1.5} />}</span>
        <span className="folder-row-name" dir="auto">
          {folder.name}
        </span>
        <span className="folder-row-count">{t("common.notes", { count: folder.noteCount })}</span>
      </Link>
      <PublicMark kind="folder" id={folder.id} name={folder.name} />
    </div>
  );
}

function Missing() {
  return (
    <>
      <Heading title={t("shell.folderPage.missing")} lead={t("common.problem.not_found")} />
      <p>
        <Link href={to.home}>{t("shell.unknown.home")}</Link>
      </p>
    </>
  );
}

function sorted(notes: readonly NoteMetadata[], order: Order): readonly NoteMetadata[] {
  if (order === "own") return notes;
  if (order === "changed") return [...notes].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  return [...notes].sort((one, other) => compare(one.name, other.name));
}
