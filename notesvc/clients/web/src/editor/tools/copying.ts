/** Puts what is selected on the clipboard: as the note's own markdown, as a page, and as blocks for other notes. */
import { fragmentToBlocks } from "@blocknote/core";
import { Fragment, type Slice } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, type Selection, TextSelection } from "@tiptap/pm/state";
import { CellSelection } from "@tiptap/pm/tables";
import type { EditorView } from "@tiptap/pm/view";
import type { Block, Inline, TableContent } from "../../blocks";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { cleanedBlock, type GivenBlock } from "../document/cleaned";
import { codeOf, htmlOf, htmlOfLine } from "../document/htmlOut";
import { markdownOf } from "../document/markdownOut";
import type { StoredText } from "../document/storedText";
import { withSource } from "../paste/meaning";
import { headOf } from "../tokens/callout";

export async function copyMarkdown(blocks: readonly GivenBlock[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(writtenOut(blocks));
    done(t("editor.tools.copied"));
  } catch (error) {
    failed(error);
  }
}

/** Markdown of blocks as the editor gives them. */
export const writtenOut = (blocks: readonly GivenBlock[]): string => markdownOf(blocks.map(cleanedDeep));

/** The block as the service takes it, with those within it. */
export function cleanedDeep(given: GivenBlock): Block {
  return { ...cleanedBlock(given), children: (given.children ?? []).map(cleanedDeep) };
}

/** Copy and cut as we write them, in place of BlockNote's own way. */
export function copyByKey(
  dom: HTMLElement,
  signal: AbortSignal,
  view: () => EditorView,
  stored: () => StoredText | undefined,
): void {
  const take = (event: ClipboardEvent) => {
    const copied = isOwn(event, dom) ? copyOf(view(), stored()) : undefined;
    if (copied === undefined || event.clipboardData === null) return;
    // Which also keeps BlockNote from it.
    event.preventDefault();
    event.clipboardData.clearData();
    for (const [kind, text] of Object.entries(copied)) event.clipboardData.setData(kind, text);
    const { editable, state } = view();
    if (event.type === "cut" && editable)
      view().dispatch(state.tr.deleteSelection().scrollIntoView().setMeta("uiEvent", "cut"));
  };
  for (const kind of ["copy", "cut"] as const) dom.addEventListener(kind, take, { signal, capture: true });
}

/** Whether it is text of the editor that is copied, not what is selected in a field or a piece within it. */
function isOwn({ target }: ClipboardEvent, dom: HTMLElement): boolean {
  if (target instanceof Element && target.closest("input, textarea, select") !== null) return false;
  const selected = document.getSelection();
  if (!selected || selected.isCollapsed) return true;
  const { focusNode } = selected;
  const place = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
  const island = place?.closest("[contenteditable=false]");
  return !island || !dom.contains(island);
}

interface Said {
  text: string;
  html: string;
}

function copyOf(view: EditorView, stored: StoredText | undefined): Record<string, string> | undefined {
  const selection = wholeOf(view.state);
  if (selection.empty) return undefined;
  const slice = selection.content();
  const table = selectedTable(view.state);
  const said = table ? saidOfCells(table, stored) : saidOf(selection, slice, stored);
  if (said === undefined) return undefined;
  const own = view.serializeForClipboard(slice).dom.innerHTML;
  return { "blocknote/html": own, "text/html": said.html, "text/plain": said.text };
}

/** Of a picture that is selected, the block that it is; of a callout from its title on, its sign, which is not seen. */
function wholeOf({ doc, selection }: EditorState): Selection {
  const isContent = selection instanceof NodeSelection && selection.node.type.spec.group === "blockContent";
  if (isContent) return NodeSelection.create(doc, selection.from - 1);
  const { $from, $to } = selection;
  const isFromTitle = headOf($from.parent)?.length === $from.parentOffset && !$from.sameParent($to);
  return isFromTitle ? TextSelection.create(doc, $from.start(), $to.pos) : selection;
}

function saidOf(
  { $from, $to }: Selection,
  { content }: Slice,
  stored: StoredText | undefined,
): Said | undefined {
  const cleaned = (fragmentToBlocks(content) as GivenBlock[]).map(cleanedDeep);
  const [first] = cleaned;
  if (first === undefined) return undefined;
  const { parent } = $from;
  if (parent.type.spec.code === true && $from.sameParent($to)) {
    const text = parent.textBetween($from.parentOffset, $to.parentOffset);
    return { text, html: codeOf(text, "") };
  }
  // All of a quote is a quote: without its sign, a callout would be none.
  const isWholeQuote =
    parent.type.name === "quote" && $to.parentOffset - $from.parentOffset === parent.content.size;
  const line = first.type === "table" ? cellsOf(first)[0] : first.content;
  if ($from.sameParent($to) && parent.isTextblock && !isWholeQuote && Array.isArray(line))
    return saidOfLine(line);
  return { text: stored?.markdown(cleaned) ?? markdownOf(cleaned), html: withSource(htmlOf(cleaned)) };
}

/** Cells are a table of their own; a single one is its words. */
function saidOfCells(given: readonly GivenBlock[], stored: StoredText | undefined): Said | undefined {
  const cleaned = given.map(cleanedDeep);
  if (cleaned[0] === undefined) return undefined;
  const [only, ...others] = cellsOf(cleaned[0]);
  if (only !== undefined && others.length === 0) return saidOfLine(only);
  return { text: stored?.markdown(cleaned) ?? markdownOf(cleaned), html: htmlOf(cleaned) };
}

/** The table that the selected cells would be; undefined where none are selected. */
export function selectedTable({ selection, schema: { nodes } }: EditorState): GivenBlock[] | undefined {
  if (!(selection instanceof CellSelection)) return undefined;
  const { content } = selection.content();
  const [first] = content.content;
  const rows = first?.type === nodes.table ? first?.content : content;
  const block = nodes.blockContainer?.create(null, nodes.table?.create(null, rows));
  return block && (fragmentToBlocks(Fragment.from(block)) as GivenBlock[]);
}

const cellsOf = ({ content }: Block): Inline[][] =>
  (content as TableContent).rows.flatMap(({ cells }) =>
    cells.map((cell) => (Array.isArray(cell) ? cell : cell.content)),
  );

const saidOfLine = (line: Inline[]): Said => ({ text: lineOf(line), html: htmlOfLine(line) });

function lineOf(content: Inline[]): string {
  const isPlain = (each: Inline) => each.type === "text" && Object.keys(each.styles).length === 0;
  if (content.every(isPlain)) return content.map((each) => (each.type === "text" ? each.text : "")).join("");
  return markdownOf([{ type: "paragraph", content }]).trimEnd();
}
