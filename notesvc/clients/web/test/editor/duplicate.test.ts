// @vitest-environment jsdom
import { BlockNoteEditor } from "@blocknote/core";
import { expect, it } from "vitest";
import type { Block } from "../../src/blocks";
import { type NoteEditor, schema } from "../../src/editor/blocks/schema";
import { writtenOut } from "../../src/editor/tools/copying";
import { duplicate } from "../../src/editor/tools/duplicate";

const line = (type: string, said: string, children: Block[] = []): Block => ({
  type,
  content: [{ type: "text", text: said, styles: {} }],
  children,
});

/** The markdown of the note when its first block was duplicated. */
function after(...blocks: Block[]): string {
  const editor = BlockNoteEditor.create({
    schema,
    initialContent: blocks as never,
  }) as unknown as NoteEditor;
  duplicate(editor, editor.document[0]?.id ?? "");
  const ids = editor.document.map(({ id }) => id);
  expect(new Set(ids).size).toBe(blocks.length + 1);
  return writtenOut(editor.document as never);
}

it("a copy of a block has no id by which links name it, nor has what is within it", () => {
  const found = after(
    line("bulletListItem", "warm ^b-1", [
      line("bulletListItem", "soil\n^b-2"),
      line("codeBlock", "x ^b-3"),
      line("paragraph", "^b-3"),
    ]),
  );
  const [own, copy] = found.split("\n- ").map((each) => each.replace(/^- /, ""));
  expect(own).toBe("warm ^b-1\n    - soil\n        ^b-2\n\n    ```\n    x ^b-3\n    ```\n\n    ^b-3\n");
  expect(copy).toBe("warm\n    - soil\n\n    ```\n    x ^b-3\n    ```\n");
});

it("styles and signs that are no id stay", () => {
  const content: Block["content"] = [
    { type: "text", text: "2^8", styles: {} },
    { type: "text", text: " beans ", styles: { bold: true } },
    { type: "text", text: "^b-1", styles: {} },
  ];
  expect(after({ type: "paragraph", content, children: [] })).toBe("2^8 **beans** ^b-1\n\n2^8 **beans**\n");
  expect(after(line("paragraph", "2^8"))).toBe("2^8\n\n2^8\n");
});

it("the id below a block stays with it", () => {
  const table = {
    type: "tableContent",
    rows: [{ cells: ["a"] }, { cells: ["b"] }],
  } as unknown as Block["content"];
  const [first, ...rest] = after(
    { type: "table", content: table },
    line("paragraph", "^t1"),
    line("paragraph", "End"),
  )
    .trim()
    .split("\n\n");
  expect(rest).toEqual(["^t1", first, "End"]);
});
