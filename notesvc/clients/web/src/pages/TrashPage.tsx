/** The trash: what was deleted, to bring back or to remove for good. */
import { Button, Checkbox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { Confirm } from "../ui/Confirm";
import { FilterBox } from "../ui/FilterBox";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Rows } from "../ui/Rows";
import { Empty, Shown } from "../ui/States";
import { matchingRows, type Trash, type TrashRow, trashQuery, trashRows } from "./trash/contents";
import { EraseQuestion } from "./trash/EraseQuestion";
import { Preview } from "./trash/Preview";
import { TrashLine } from "./trash/TrashLine";
import { emptyTrash, restore } from "./trash/trash-writing";
import "./note-row.css";
import "./trash/trash.css";

export default function TrashPage() {
  const trash = useQuery(trashQuery);
  const [isEmptying, setEmptying] = useState(false);
  const count = (trash.data?.notes.length ?? 0) + (trash.data?.folders.length ?? 0);
  return (
    <main className="page">
      <Heading title={t("pages.trash.title")} lead={count > 0 ? t("pages.trash.lead") : undefined}>
        {count > 0 && (
          <Button variant="default" onClick={() => setEmptying(true)}>
            {t("pages.trash.empty")}
          </Button>
        )}
      </Heading>
      <Shown query={trash}>
        {(contents) =>
          count === 0 ? (
            <Empty title={t("pages.trash.emptyTitle")}>
              <p>{t("pages.trash.emptyText")}</p>
              <Link href={to.home}>{t("shell.home")}</Link>
            </Empty>
          ) : (
            <Contents trash={contents} />
          )
        }
      </Shown>
      {isEmptying && trash.data && <EmptyQuestion trash={trash.data} onClose={() => setEmptying(false)} />}
    </main>
  );
}

function EmptyQuestion({ trash, onClose }: { trash: Trash; onClose: () => void }) {
  return (
    <Confirm
      title={t("pages.trash.empty")}
      action={t("pages.trash.empty")}
      isDanger
      onYes={emptyTrash}
      onClose={onClose}
    >
      <p>
        {t("pages.trash.emptyLoses", {
          notes: t("common.notes", { count: trash.notes.length }),
          folders: t("pages.trash.folders", { count: trash.folders.length }),
        })}
      </p>
      <p>{t("pages.trash.eraseText")}</p>
    </Confirm>
  );
}

function Contents({ trash }: { trash: Trash }) {
  const [words, setWords] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<TrashRow | null>(null);
  const [erased, setErased] = useState<TrashRow[]>([]);
  const found = useFound(words);
  const rows = useMemo(
    () => (words.trim() ? matchingRows(trash, words, found) : trashRows(trash, open)),
    [trash, words, found, open],
  );
  const picked = rows.filter((row) => chosen.has(row.id));
  const bringBack = (some: TrashRow[]) => {
    setShown(null);
    setChosen(new Set());
    void restore(some);
  };
  const ask = (some: TrashRow[]) => {
    setShown(null);
    setErased(some);
  };
  return (
    <div>
      <div className="list-bar">
        <FilterBox value={words} onChange={setWords} label={t("pages.trash.filter")} />
      </div>
      <Chosen rows={rows} picked={picked} choose={setChosen} onRestore={bringBack} onErase={ask} />
      {rows.length === 0 && <p className="lead">{t("pages.nothingFits")}</p>}
      <Rows items={rows} keyOf={(row) => row.id} label={t("pages.trash.title")}>
        {(row) => (
          <TrashLine
            row={row}
            isChosen={chosen.has(row.id)}
            isOpen={open.has(row.id)}
            onChoose={() => setChosen(toggled(chosen, row.id))}
            onUnfold={() => setOpen(toggled(open, row.id))}
            onPreview={() => setShown(row)}
            onRestore={() => bringBack([row])}
            onErase={() => ask([row])}
          />
        )}
      </Rows>
      {shown && (
        <Preview
          row={shown}
          onClose={() => setShown(null)}
          onRestore={() => bringBack([shown])}
          onErase={() => ask([shown])}
        />
      )}
      {erased.length > 0 && (
        <EraseQuestion rows={erased} onClose={() => setErased([])} onErased={() => setChosen(new Set())} />
      )}
    </div>
  );
}

interface ChosenProps {
  rows: TrashRow[];
  picked: TrashRow[];
  choose: (ids: ReadonlySet<string>) => void;
  onRestore: (rows: TrashRow[]) => void;
  onErase: (rows: TrashRow[]) => void;
}

/** What can be done with several at once. */
function Chosen({ rows, picked, choose, onRestore, onErase }: ChosenProps) {
  const isAll = picked.length === rows.length && rows.length > 0;
  return (
    <div className="trash-all">
      <Checkbox
        size="xs"
        checked={isAll}
        indeterminate={picked.length > 0 && !isAll}
        onChange={() => choose(isAll ? new Set() : new Set(rows.map((row) => row.id)))}
        label={
          picked.length > 0 ? t("pages.trash.chosen", { count: picked.length }) : t("pages.trash.chooseAll")
        }
      />
      {picked.length > 0 && (
        <>
          <Button size="xs" variant="default" onClick={() => onRestore(picked)}>
            {t("pages.trash.restore")}
          </Button>
          <Button size="xs" variant="default" onClick={() => onErase(picked)}>
            {t("pages.trash.erase")}
          </Button>
        </>
      )}
    </div>
  );
}

/** The notes in the trash whose text holds the words. */
function useFound(words: string): ReadonlySet<string> {
  const [wanted] = useDebouncedValue(words.trim(), 200);
  const { data } = useQuery({
    queryKey: ["trash", "holding", wanted],
    queryFn: async ({ signal }) => {
      const query = { q: `is:trashed ${wanted}`, limit: 200 };
      return (await answer(api.GET("/api/workspace/search", { params: { query }, signal }))).results;
    },
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Set(wanted ? data?.map((result) => result.note.id) : []), [data, wanted]);
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
