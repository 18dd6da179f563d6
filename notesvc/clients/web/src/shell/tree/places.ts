/** Where rows may be put: what a pointer over the tree means, and the numbers that keep folders in order. Pure. */
import { isCycle, type Row, type Shape } from "./rows";

/** Into a folder (null: the top); `before` or `after` name a sibling there, with neither it is the last place. */
export interface Place {
  parentId: string | null;
  before?: string;
  after?: string;
}

export interface Target {
  place: Place;
  /** What is drawn: a line above or below a row, or the row itself. */
  mark: { index: number; at: "above" | "below" | "into" };
}

/** What dropping `moving` at `share` (0 top to 1 bottom) of the row means; null where it may not be dropped. */
export function targetAt(
  shape: Shape,
  rows: readonly Row[],
  index: number,
  share: number,
  moving: readonly Row[],
): Target | null {
  const row = rows[Math.min(index, rows.length - 1)];
  if (row === undefined || moving.some((one) => one.id === row.id)) return null;
  const target =
    index >= rows.length
      ? { place: { parentId: null }, mark: { index: rows.length - 1, at: "below" as const } }
      : over(rows, row, index, share, moving);
  return mayStand(shape, moving, target.place) ? target : null;
}

/** Whether none of them would land inside itself. */
export const mayStand = (shape: Shape, moving: readonly Row[], place: Place): boolean =>
  !moving.some((one) => one.kind === "folder" && isCycle(shape, one.id, place.parentId));

function over(rows: readonly Row[], row: Row, index: number, share: number, moving: readonly Row[]): Target {
  const isLikeIt = moving.every((one) => one.kind === row.kind);
  const edge = row.kind === "folder" ? 0.27 : 0.5;
  if (isLikeIt && share < edge)
    return { place: { parentId: row.parentId, before: row.id }, mark: { index, at: "above" } };
  // Below an open folder lies its first child, not its next sibling.
  if (isLikeIt && share > 1 - edge && !(row.isOpen && row.hasChildren))
    return { place: { parentId: row.parentId, after: row.id }, mark: { index, at: "below" } };
  if (row.kind === "folder") return { place: { parentId: row.id }, mark: { index, at: "into" } };
  const parent = rows.findIndex((one) => one.id === row.parentId);
  if (parent < 0) return { place: { parentId: null }, mark: { index: rows.length - 1, at: "below" } };
  return { place: { parentId: row.parentId }, mark: { index: parent, at: "into" } };
}

/** One step up or down among siblings of its kind; null at the end. */
export function stepped(shape: Shape, row: Row, step: -1 | 1): Place | null {
  const all: { id: string }[] = (row.kind === "folder" ? shape.folders : shape.notes).get(row.parentId) ?? [];
  const next = all[all.findIndex((one) => one.id === row.id) + step];
  if (next === undefined) return null;
  return step < 0 ? { parentId: row.parentId, before: next.id } : { parentId: row.parentId, after: next.id };
}

/** Into the folder just above among its siblings; for a note the last folder beside it. */
export function nested(shape: Shape, row: Row): Place | null {
  const folders = shape.folders.get(row.parentId) ?? [];
  const own = folders.findIndex((one) => one.id === row.id);
  const host = row.kind === "folder" ? folders[own - 1] : folders.at(-1);
  return host ? { parentId: host.id } : null;
}

/** Out of its folder, to stand behind it; a note stands last where the folder stands. */
export function unnested(shape: Shape, row: Row): Place | null {
  const parent = row.parentId === null ? undefined : shape.folderById.get(row.parentId);
  if (!parent) return null;
  return row.kind === "folder"
    ? { parentId: parent.parentId, after: parent.id }
    : { parentId: parent.parentId };
}

interface Numbered {
  id: string;
  sortOrder: number;
}

const STEP = 1024;

/** The number for that place among `siblings` (in order, without the moving one), and who must give way for it. */
export function numbered(
  siblings: readonly Numbered[],
  place: Place,
): { number: number; others: Numbered[] } {
  const at = positionOf(siblings, place);
  const low = siblings[at - 1]?.sortOrder;
  const high = siblings[at]?.sortOrder;
  if (high === undefined) return { number: low === undefined ? STEP : low + STEP, others: [] };
  if (low === undefined && high - STEP >= 0) return { number: high - STEP, others: [] };
  const floor = low ?? -1;
  if (high - floor > 1) return { number: floor + Math.floor((high - floor) / 2), others: [] };
  const others: Numbered[] = [];
  let reach = floor + 1;
  for (const sibling of siblings.slice(at)) {
    if (sibling.sortOrder > reach) break;
    reach += 1;
    others.push({ id: sibling.id, sortOrder: reach });
  }
  return { number: floor + 1, others };
}

function positionOf(siblings: readonly Numbered[], { before, after }: Place): number {
  const named = siblings.findIndex((one) => one.id === (before ?? after));
  if (named < 0) return siblings.length;
  return before === undefined ? named + 1 : named;
}
