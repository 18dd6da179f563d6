/** A rich document as the service and the block surface share it. */
export interface Block {
  id?: string;
  type: string;
  props?: Record<string, string | number | boolean>;
  content?: Inline[] | TableContent;
  children?: Block[];
}

/** The number of an item that stands below one with that number; a start that is given counts. 0 for all other blocks. */
export const numberBelow = (before: number, { type, props }: Pick<Block, "type" | "props">): number =>
  type === "numberedListItem" ? Number(props?.start ?? before + 1) : 0;

export type Inline =
  | { type: "text"; text: string; styles: Record<string, boolean | string> }
  | { type: "link"; href: string; content: Inline[] }
  | { type: "wikiLink"; props: { title: string; alias: string } }
  | { type: "mdInline"; props: { src: string } };

export interface TableContent {
  type: "tableContent";
  columnWidths?: (number | null)[];
  headerRows?: number;
  headerCols?: number;
  rows: { cells: (Inline[] | { type: "tableCell"; content: Inline[]; props?: Record<string, unknown> })[] }[];
}
