/** The keys of the tree, as the ARIA pattern has them, and ours for moving and naming. */
import type { Acts } from "./acts";
import { opened } from "./opened";
import { nested, stepped, unnested } from "./places";
import type { Row, Shape } from "./rows";
import type { Selection } from "./selection";

interface Around {
  shape: Shape;
  rows: readonly Row[];
  selection: Selection;
  acts: Acts;
  rename: (id: string) => void;
  menu: (row: Row) => void;
}

/** Do what the key stands for. Answers whether it stood for something. */
export function onTreeKey(event: KeyboardEvent, around: Around): boolean {
  const { rows, selection } = around;
  const at = rows.findIndex((row) => row.id === selection.activeId);
  const row = rows[at];
  if (row === undefined) return event.key.startsWith("Arrow") && enter(around);
  if (event.altKey) return !event.ctrlKey && !event.metaKey && move(event.key, row, around);
  if (event.ctrlKey || event.metaKey) return event.key === " " && choose(row, selection);
  return walk(event, at, around) || act(event, row, around) || find(event, at, around);
}

function enter({ rows, selection }: Around): boolean {
  selection.to(rows[0]?.id ?? null);
  return true;
}

function choose(row: Row, selection: Selection): boolean {
  selection.toggle(row.id);
  return true;
}

function move(key: string, row: Row, { shape, acts, selection }: Around): boolean {
  const isBackwards = document.documentElement.dir === "rtl";
  const place =
    key === "ArrowUp"
      ? stepped(shape, row, -1)
      : key === "ArrowDown"
        ? stepped(shape, row, 1)
        : key === (isBackwards ? "ArrowLeft" : "ArrowRight")
          ? nested(shape, row)
          : key === (isBackwards ? "ArrowRight" : "ArrowLeft")
            ? unnested(shape, row)
            : undefined;
  if (place === undefined) return false;
  if (place !== null) acts.move(place.before || place.after ? [row] : selection.about(row), place);
  return true;
}

function walk(event: KeyboardEvent, at: number, around: Around): boolean {
  const { rows, selection } = around;
  const page = 12;
  const next = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: rows.length - 1,
    PageUp: Math.max(at - page, 0),
    PageDown: Math.min(at + page, rows.length - 1),
  }[event.key];
  if (next === undefined) return sideways(event.key, rows[at]!, around);
  const row = rows[next];
  if (row) event.shiftKey ? selection.extendTo(row.id) : selection.to(row.id);
  return true;
}

function sideways(key: string, row: Row, { rows, selection }: Around): boolean {
  const isBackwards = document.documentElement.dir === "rtl";
  if (key === (isBackwards ? "ArrowLeft" : "ArrowRight")) {
    if (row.kind === "folder" && !row.isOpen) opened.set([row.id], true);
    else if (row.isOpen && row.hasChildren) selection.to(rows[rows.indexOf(row) + 1]?.id ?? row.id);
    return true;
  }
  if (key === (isBackwards ? "ArrowRight" : "ArrowLeft")) {
    if (row.isOpen) opened.set([row.id], false);
    else if (row.parentId) selection.to(row.parentId);
    return true;
  }
  return false;
}

function act(event: KeyboardEvent, row: Row, { rows, acts, selection, rename, menu }: Around): boolean {
  switch (event.key) {
    case "Enter":
      acts.open(row);
      return true;
    case " ":
      if (row.kind === "folder") opened.toggle(row.id);
      else acts.open(row);
      return true;
    case "F2":
      rename(row.id);
      return true;
    case "Delete":
    case "Backspace": {
      const about = selection.about(row);
      const next = rows.slice(rows.indexOf(row)).find((one) => !about.includes(one));
      selection.to(next?.id ?? rows[rows.indexOf(row) - 1]?.id ?? null);
      acts.trash(about);
      return true;
    }
    case "ContextMenu":
      menu(row);
      return true;
    case "F10":
      if (!event.shiftKey) return false;
      menu(row);
      return true;
    case "Escape":
      if (selection.chosen.size === 0) return false;
      selection.clear();
      return true;
  }
  return false;
}

const PAUSE = 700;
let typed = { text: "", at: 0 };

/** Typing goes to the next row whose name begins with what was typed. */
function find(event: KeyboardEvent, at: number, { rows, selection }: Around): boolean {
  if (!/^[\p{L}\p{N}]$/u.test(event.key)) return false;
  const now = performance.now();
  const text = (now - typed.at < PAUSE ? typed.text : "") + event.key.toLocaleLowerCase();
  typed = { text, at: now };
  // A single letter goes on from the row below; with more of them the present row may still fit.
  const from = text.length === 1 ? at + 1 : at;
  for (let step = 0; step < rows.length; step++) {
    const row = rows[(from + step) % rows.length]!;
    if (row.name.toLocaleLowerCase().startsWith(text)) {
      selection.to(row.id);
      return true;
    }
  }
  return true;
}
