// @vitest-environment jsdom
import { history, redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { beginPast, keepTexts, leaveTexts, textsBefore } from "../../src/editor/past";
import { keepPast, withPast } from "../../src/editor/raw/past";

const shown = (noteId: string, doc: string) =>
  new EditorView({ state: withPast(noteId, { doc, extensions: [history()] }) });
const textOf = (view: EditorView) => view.state.doc.toString();

it("what was written in blocks is one step back, and the steps before it are still there", () => {
  const first = shown("a", "one");
  first.dispatch({ changes: { from: 3, insert: " two" } });
  keepPast("a", first);
  first.destroy();
  const again = shown("a", "one two and blocks");
  expect(textOf(again)).toBe("one two and blocks");
  undo(again);
  expect(textOf(again)).toBe("one two");
  undo(again);
  expect(textOf(again)).toBe("one");
  redo(again);
  redo(again);
  expect(textOf(again)).toBe("one two and blocks");
  again.destroy();
});

it("a note that was written in as blocks first goes back to what it said before", () => {
  beginPast("b", "start");
  const view = shown("b", "start and more");
  undo(view);
  expect(textOf(view)).toBe("start");
  view.destroy();
});

it("nothing is undone in another note, or where nothing was done", () => {
  for (const id of ["c", "b"]) {
    const view = shown(id, "start");
    expect([undo(view), textOf(view)]).toEqual([false, "start"]);
    view.destroy();
  }
});

it("texts in blocks are gone back to over markdown alone, each once", () => {
  const text = (said: string): Block[] => [
    { type: "heading", content: [{ type: "text", text: said, styles: {} }] },
  ];
  const blank: Block = { type: "paragraph", content: [] };
  keepTexts("d", [text("one"), text("one"), [...text("two"), blank]]);
  expect(textsBefore("d", text("three"))).toEqual([]);
  leaveTexts("d");
  expect(textsBefore("d", text("three"))).toEqual([text("one"), [...text("two"), blank]]);
  expect(textsBefore("d", text("two"))).toEqual([text("one")]);
  expect(textsBefore("e", text("one"))).toEqual([]);
});
