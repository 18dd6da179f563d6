// @vitest-environment jsdom
import { BlockNoteEditor } from "@blocknote/core";
import { Transform } from "@tiptap/pm/transform";
import { expect, it } from "vitest";
import { schema } from "../../src/editor/blocks/schema";
import "../../src/editor/document/leafSteps";

it("a block that became a line or a picture is what it was when that is taken back, and then becomes it again", () => {
  const editor = BlockNoteEditor.create({ schema, initialContent: [{ type: "paragraph" }] });
  const { doc } = editor.prosemirrorState;
  for (const type of ["divider", "image"]) {
    const change = new Transform(doc).setNodeMarkup(2, editor.pmSchema.nodes[type]);
    expect(change.doc.nodeAt(2)?.type.name).toBe(type);
    const back = change.steps[0]!.invert(doc);
    const before = back.apply(change.doc).doc;
    expect(before?.eq(doc)).toBe(true);
    expect(back.invert(change.doc).apply(before!).doc?.eq(change.doc)).toBe(true);
  }
});
