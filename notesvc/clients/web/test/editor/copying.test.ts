// @vitest-environment jsdom
import { BlockNoteEditor } from "@blocknote/core";
import type { Node } from "@tiptap/pm/model";
import { type Selection, TextSelection } from "@tiptap/pm/state";
import { CellSelection } from "@tiptap/pm/tables";
import { expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { type NoteEditor, schema } from "../../src/editor/blocks/schema";
import { StoredText } from "../../src/editor/document/storedText";
import { cleanedDeep, copyByKey } from "../../src/editor/tools/copying";

const STORED = "|a|b|c|\n|-|:-:|-|\n|1|*2*|3\\|4|\n|5|6|7|\n";
const text = (said: string, styles = {}) => ({
  type: "tableCell" as const,
  props: {},
  content: [{ type: "text" as const, text: said, styles }],
});
const row = (...cells: ReturnType<typeof text>[]) => ({
  cells: cells.map((cell, at) => (at === 1 ? { ...cell, props: { textAlignment: "center" } } : cell)),
});
const TABLE: Block = {
  type: "table",
  props: {},
  content: {
    type: "tableContent",
    headerRows: 1,
    rows: [
      row(text("a"), text("b"), text("c")),
      row(text("1"), text("2", { italic: true }), text("3|4")),
      row(text("5"), text("6"), text("7")),
    ],
  },
  children: [],
};

/** What is on the clipboard when this is selected in a note that is the table. */
function copied(select: (doc: Node, at: (said: string) => number) => Selection): Record<string, string> {
  const made = BlockNoteEditor.create({ schema, initialContent: [TABLE as never] });
  const editor = made as unknown as NoteEditor;
  editor.mount(document.body.appendChild(document.createElement("div")));
  const view = editor.prosemirrorView;
  const stored = new StoredText(STORED, [cleanedDeep(TABLE as never)]);
  copyByKey(
    view.dom,
    new AbortController().signal,
    () => view,
    () => stored,
  );
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(select(doc, (said) => startOf(doc, said))));
  const kinds: Record<string, string> = {};
  const clipboardData = {
    clearData() {},
    setData(kind: string, said: string) {
      kinds[kind] = said;
    },
  };
  view.dom.dispatchEvent(
    Object.assign(new Event("copy", { bubbles: true, cancelable: true }), { clipboardData }),
  );
  return kinds;
}

/** Where the text begins in the document. */
function startOf(doc: Node, said: string): number {
  let found = -1;
  doc.descendants((node, at) => {
    if (node.isText && node.text === said) found = at;
  });
  return found;
}

/** From the cell of one text to that of another. */
const cells = (one: string, other: string) =>
  copied((doc, at) => CellSelection.create(doc, at(one) - 2, at(other) - 2));

it("cells are a table of their own, which keeps to its sides", () => {
  const { "text/plain": plain, "text/html": html, "blocknote/html": own } = cells("2", "7");
  expect(plain).toBe("| *2* | 3\\|4 |\n| :-: | --- |\n| 6 | 7 |\n");
  const [side, end] = ['<td style="text-align: center">', "</td>"];
  const rows = [`${side}<em>2</em>${end}<td>3|4${end}`, `${side}6${end}<td>7${end}`];
  expect(html).toBe(`<table><tbody><tr>${rows.join("</tr><tr>")}</tr></tbody></table>`);
  expect(own).toContain("<td");
});

it("the head of a column is a head", () => {
  const { "text/plain": plain, "text/html": html } = cells("5", "a");
  expect(plain).toBe("| a |\n| --- |\n| 1 |\n| 5 |\n");
  expect(html).toMatch(/^<table><tbody><tr><th>a<\/th><\/tr><tr><td>1/);
});

it("all cells are the table as it is stored", () => {
  expect(cells("a", "7")["text/plain"]).toBe(STORED);
});

it("one cell, and words within one, are words", () => {
  expect(cells("2", "2")).toMatchObject({ "text/plain": "*2*", "text/html": "<em>2</em>" });
  const some = copied((doc, at) => TextSelection.create(doc, at("3|4"), at("3|4") + 2));
  expect(some).toMatchObject({ "text/plain": "3|", "text/html": "3|" });
});
