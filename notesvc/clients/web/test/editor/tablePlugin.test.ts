// @vitest-environment jsdom
import { BlockNoteEditor, createExtension } from "@blocknote/core";
import { TextSelection } from "@tiptap/pm/state";
import { CellSelection } from "@tiptap/pm/tables";
import { expect, it } from "vitest";
import { type NoteEditor, schema } from "../../src/editor/blocks/schema";
import { tablePlugin } from "../../src/editor/tools/tablePlugin";

const CONTENT = { type: "tableContent", rows: [{ cells: ["a", "b"] }, { cells: ["c", "d"] }] };

function shown(): NoteEditor {
  const made = BlockNoteEditor.create({
    schema,
    initialContent: [
      { type: "paragraph", content: "Above" },
      { type: "table", content: CONTENT as never },
    ],
    extensions: [createExtension({ key: "tables", prosemirrorPlugins: [tablePlugin()] })],
  });
  const editor = made as unknown as NoteEditor;
  editor.mount(document.body.appendChild(document.createElement("div")));
  return editor;
}

it("the cell with the caret is marked, and none where several are selected or the caret is elsewhere", () => {
  const { prosemirrorView: view } = shown();
  const places: number[] = [];
  view.state.doc.descendants((node, at) => void (node.isText && places.push(at)));
  const [above = 0, a = 0, , , d = 0] = places;
  const marked = (selection: TextSelection | CellSelection) => {
    view.dispatch(view.state.tr.setSelection(selection as TextSelection));
    return [...view.dom.querySelectorAll(".has-caret")].map((cell) => cell.textContent);
  };
  const { doc } = view.state;
  expect(marked(TextSelection.create(doc, d))).toEqual(["d"]);
  expect(marked(TextSelection.create(doc, a, a + 1))).toEqual(["a"]);
  expect(marked(CellSelection.create(doc, a - 2, d - 2))).toEqual([]);
  expect(marked(TextSelection.create(doc, above, d))).toEqual([]);
  expect(marked(TextSelection.create(doc, above))).toEqual([]);
});

it("a table that nobody may edit is a stop for the keyboard, with a name", () => {
  const editor = shown();
  const frame = editor.prosemirrorView.dom.querySelector(".tableWrapper");
  expect(frame?.hasAttribute("tabindex")).toBe(false);
  editor.isEditable = false;
  expect([frame?.getAttribute("tabindex"), frame?.getAttribute("aria-label")]).toEqual(["0", "Table"]);
  expect(frame?.hasAttribute("contenteditable")).toBe(false);
  editor.isEditable = true;
  expect(frame?.hasAttribute("tabindex")).toBe(false);
});
