/** Whether the surface knows all that a document holds: what it does not know it would drop, so it is not edited. */
import type { Block, Inline } from "../../blocks";
import { CELL_PROPS, INLINE_PROPS, PROPS, STYLES } from "./accepted";

export function canShow(blocks: readonly Block[]): boolean {
  return blocks.every(isKnown);
}

function isKnown(block: Block): boolean {
  const accepted = Object.hasOwn(PROPS, block.type) ? PROPS[block.type] : undefined;
  if (accepted === undefined || !areAmong(block.props, accepted)) return false;
  const content: unknown = block.content;
  if (Array.isArray(content)) {
    if (!content.every(isKnownInline)) return false;
  } else if (content !== undefined && content !== null && !isKnownTable(content)) return false;
  return canShow(block.children ?? []);
}

function isKnownInline(inline: Inline): boolean {
  if (inline.type === "text") return areAmong(inline.styles, STYLES);
  if (inline.type === "link")
    return inline.content.every((each) => each.type === "text" && isKnownInline(each));
  const kind = inline as { type: string; props?: object };
  const accepted = Object.hasOwn(INLINE_PROPS, kind.type) ? INLINE_PROPS[kind.type] : undefined;
  return accepted !== undefined && areAmong(kind.props, accepted);
}

interface Rows {
  type?: unknown;
  rows?: { cells: (Inline[] | { type: string; props?: object; content: Inline[] })[] }[];
}

function isKnownTable(content: object): boolean {
  const table = content as Rows;
  if (table.type !== "tableContent" || !Array.isArray(table.rows)) return false;
  return table.rows.every((row) =>
    row.cells.every((cell) =>
      Array.isArray(cell)
        ? cell.every(isKnownInline)
        : cell.type === "tableCell" && areAmong(cell.props, CELL_PROPS) && cell.content.every(isKnownInline),
    ),
  );
}

const areAmong = (props: object | undefined, accepted: readonly string[] | object) =>
  Object.keys(props ?? {}).every((name) =>
    Array.isArray(accepted) ? accepted.includes(name) : Object.hasOwn(accepted, name),
  );
