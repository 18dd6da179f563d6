/** Putting notes and folders elsewhere: shown at once, taken back where the service refuses. */
import { answer, api, type NoteChange, type Schemas } from "../../api";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { client } from "../../state/client";
import { foldersQuery } from "../../state/folders";
import { notesQuery } from "../../state/notes";
import { mayStand, numbered, type Place } from "./places";
import { outermost, type Row, type Shape } from "./rows";

type Spot = { parentId: string | null; sortOrder: number };

/** Move the rows there, in their order. Says what it did when they changed folders, with Undo. */
export async function moveRows(shape: Shape, chosen: readonly Row[], place: Place): Promise<void> {
  const rows = outermost(shape, chosen);
  if (rows.length === 0) return;
  if (!mayStand(shape, rows, place)) {
    failed(new Error(t("shell.tree.cycle")));
    return;
  }
  await Promise.all([
    client.cancelQueries({ queryKey: notesQuery.queryKey }),
    client.cancelQueries({ queryKey: foldersQuery.queryKey }),
  ]);
  const before = new Map(rows.map(({ id, parentId, sortOrder }) => [id, { parentId, sortOrder }]));
  show(expected(shape, rows, place));
  const moved: Row[] = [];
  try {
    await send(shape, rows, place, moved);
    const isElsewhere = rows.some((row) => row.parentId !== place.parentId);
    if (isElsewhere) done(saying(shape, rows, place), () => void undo(moved, before));
  } catch (error) {
    const left = new Map([...before].filter(([id]) => !moved.some((row) => row.id === id)));
    show(left);
    failed(error, t("shell.tree.notMoved"));
  }
  void client.invalidateQueries({ queryKey: foldersQuery.queryKey });
  void client.invalidateQueries({ queryKey: notesQuery.queryKey });
}

async function send(shape: Shape, rows: readonly Row[], place: Place, moved: Row[]): Promise<void> {
  const next = { note: place, folder: place };
  for (const row of rows) {
    const spot =
      row.kind === "note" ? await sendNote(row, next.note) : await sendFolder(shape, row, next.folder, rows);
    show(new Map([[row.id, spot]]));
    moved.push(row);
    // The next one stands behind this one.
    next[row.kind] = { parentId: place.parentId, after: row.id };
  }
}

async function sendNote(row: Row, { parentId, before, after }: Place): Promise<Spot> {
  const body = { parentId, before, after } as Schemas["Move"];
  const path = { note_id: row.id };
  return answer(api.POST("/api/workspace/notes/{note_id}/move", { params: { path }, body }));
}

async function sendFolder(shape: Shape, row: Row, place: Place, rows: readonly Row[]): Promise<Spot> {
  const known = client.getQueryData(foldersQuery.queryKey) ?? [...shape.folderById.values()];
  const later = new Set(rows.slice(rows.indexOf(row)).map((one) => one.id));
  const siblings = known
    .filter((one) => one.parentId === place.parentId && !later.has(one.id))
    .sort((one, other) => one.sortOrder - other.sortOrder);
  const { number, others } = numbered(siblings, place);
  for (const other of others.reverse()) await changeFolder(other.id, { sortOrder: other.sortOrder });
  return changeFolder(row.id, { parentId: place.parentId, sortOrder: number });
}

const changeFolder = (id: string, some: Partial<Schemas["FolderChange"]>) =>
  answer(
    api.PATCH("/api/workspace/folders/{folder_id}", {
      params: { path: { folder_id: id } },
      body: some as Schemas["FolderChange"],
    }),
  );

/** The spots that the rows will have, near enough to show them. */
function expected(shape: Shape, rows: readonly Row[], place: Place): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const kind of ["folder", "note"] as const) {
    const some = rows.filter((row) => row.kind === kind);
    const all: { id: string; sortOrder: number }[] =
      (kind === "folder" ? shape.folders : shape.notes).get(place.parentId) ?? [];
    const others = all.filter((one) => !some.some((row) => row.id === one.id));
    const named = others.findIndex((one) => one.id === (place.before ?? place.after));
    const at = named < 0 ? others.length : place.before === undefined ? named + 1 : named;
    const low = others[at - 1]?.sortOrder ?? (others[at]?.sortOrder ?? 2) - 2;
    const high = others[at]?.sortOrder ?? low + 2;
    some.forEach((row, index) => {
      const share = (index + 1) / (some.length + 1);
      spots.set(row.id, { parentId: place.parentId, sortOrder: low + (high - low) * share });
    });
  }
  return spots;
}

function show(spots: ReadonlyMap<string, Spot>): void {
  const put = <Item extends Spot & { id: string }>(all: Item[] | undefined) =>
    all?.map((one) => {
      const spot = spots.get(one.id);
      return spot ? { ...one, parentId: spot.parentId, sortOrder: spot.sortOrder } : one;
    });
  client.setQueryData(notesQuery.queryKey, put);
  client.setQueryData(foldersQuery.queryKey, put);
}

async function undo(rows: readonly Row[], before: ReadonlyMap<string, Spot>): Promise<void> {
  show(before);
  try {
    for (const row of rows) {
      const spot = before.get(row.id);
      if (!spot) continue;
      if (row.kind === "folder") await changeFolder(row.id, spot);
      else await answer(patchNote(row.id, spot));
    }
  } catch (error) {
    failed(error, t("shell.tree.notMoved"));
  }
  void client.invalidateQueries({ queryKey: foldersQuery.queryKey });
  void client.invalidateQueries({ queryKey: notesQuery.queryKey });
}

const patchNote = (id: string, some: Partial<NoteChange>) =>
  api.PATCH("/api/workspace/notes/{note_id}", {
    params: { path: { note_id: id } },
    body: some as NoteChange,
  });

function saying(shape: Shape, rows: readonly Row[], place: Place): string {
  const folder = place.parentId === null ? undefined : shape.folderById.get(place.parentId);
  const where = folder?.name ?? t("shell.tree.top");
  return t("shell.tree.moved", { count: rows.length, name: rows[0]?.name || t("common.untitled"), where });
}
