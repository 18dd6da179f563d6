/** What pasting does in the raw surface: what a page says becomes the markdown of it. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Block } from "../../blocks";
import { markdownOf } from "../document/markdownOut";
import { clipOf, meaningOf } from "../paste/meaning";
import { askForPlain, isPlainAsked } from "../paste/plainAsked";
import { before, behind } from "./apart";
import { upload } from "./files";
import { pasteItems } from "./lists";

export const pasting = (noteId: string): Extension =>
  EditorView.domEventHandlers({
    keydown: (event) => {
      askForPlain(event);
      return false;
    },
    paste: (event, view) => {
      const data = event.clipboardData;
      const isPlainWanted = isPlainAsked(event);
      if (data === null || view.state.readOnly) return false;
      const files: File[] = [];
      const keep = (file: File) => `pasted:${files.push(file) - 1}`;
      const hasSelection = !view.state.selection.main.empty;
      const target = { isInCode: isInCode(view.state), isPlainWanted, hasSelection, keep };
      const meaning = meaningOf(clipOf(data), target);
      if ("text" in meaning) {
        if (isPlainWanted || !pasteItems(view, meaning.text)) return false;
      }
      // What was copied here has its own markdown beside it.
      else if (data.types.includes("blocknote/html")) return false;
      else if (meaning.as === "link") wrap(view, meaning.href);
      else if (meaning.as === "blocks") put(view, meaning.blocks, files, noteId);
      else return false;
      event.preventDefault();
      return true;
    },
  });

export function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.head, -1); ; ) {
    if (/^(?:FencedCode|CodeText|CodeBlock|InlineCode)$/.test(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}

function wrap(view: EditorView, href: string): void {
  const { from, to } = view.state.selection.main;
  const insert = `[${view.state.sliceDoc(from, to)}](${href})`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.paste",
  });
}

const FILE = /!\[[^\]]*\]\(pasted:(\d+)(?: "[^"]*")?\)/g;

/** Behind these one writes below, not on. */
const CLOSED = new Set(["quote", "codeBlock", "table"]);

/** Files are sent from the places where their links will stand. */
function put(view: EditorView, blocks: Block[], files: File[], noteId: string): void {
  const { from, to } = view.state.selection.main;
  const isLine = blocks.length === 1 && blocks[0]?.type === "paragraph";
  const written = markdownOf(blocks).replace(/\n$/, "");
  const end = behind(view.state, to) || (CLOSED.has(blocks.at(-1)?.type ?? "") ? "\n\n" : "");
  const framed = isLine ? written : `${before(view.state, from)}${written}${end}`;
  const sent: { file: File; at: number }[] = [];
  let gone = 0;
  const insert = framed.replace(FILE, (link, number: string, at: number) => {
    const file = files[Number(number)];
    if (file !== undefined) sent.push({ file, at: from + at - gone });
    gone += link.length;
    return "";
  });
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.paste",
  });
  for (const { file, at } of sent) upload(view, file, noteId, at);
}
