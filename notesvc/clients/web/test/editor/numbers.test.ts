// @vitest-environment jsdom
import { BlockNoteEditor, defaultBlockSpecs } from "@blocknote/core";
import { TextSelection } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import { type NoteBlock, type NoteEditor, schema } from "../../src/editor/blocks/schema";

const item = (content: string, props = {}): NoteBlock => ({ type: "numberedListItem", content, props });
const paragraph = (content: string): NoteBlock => ({ type: "paragraph", content });
const TEXT = [
  item("a"),
  { ...item("b"), children: [item("c"), item("d")] },
  paragraph("e"),
  item("f", { start: 4 }),
  item("g", { start: 9 }),
];

function shown(initialContent: unknown): NoteEditor {
  const editor = BlockNoteEditor.create({ schema, initialContent: initialContent as never });
  editor.mount(document.body.appendChild(document.createElement("div")));
  return editor as unknown as NoteEditor;
}

const numbers = ({ prosemirrorView: { dom } }: NoteEditor): string[] =>
  [...dom.querySelectorAll("[data-content-type=numberedListItem]")].map(
    (each) => `${each.getAttribute("data-index")} ${each.textContent}`,
  );

function blockAt(editor: NoteEditor, at: number) {
  const { state, dispatch } = editor.prosemirrorView;
  dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at))));
  return editor.getTextCursorPosition().block;
}

/** Words come and go, and so do blocks; some become what they were not. */
const ACTS: ((editor: NoteEditor, at: number) => void)[] = [
  ({ prosemirrorView: { state, dispatch } }, at) => dispatch(state.tr.insertText("xy", at)),
  ({ prosemirrorView: { state, dispatch } }, at) =>
    dispatch(state.tr.insertText("z", at).insertText("q", at, at + 1)),
  (editor, at) => void editor.insertBlocks([item("new")], blockAt(editor, at), "after"),
  (editor, at) => void (editor.document.length > 2 && editor.removeBlocks([blockAt(editor, at)])),
  (editor, at) => {
    const block = blockAt(editor, at);
    const type = block.type === "paragraph" ? "numberedListItem" : "paragraph";
    editor.updateBlock(block, { type } as NoteBlock);
  },
];

it.each(Array.from({ length: 3 }, (_, seed) => seed))(
  "items have the numbers that a new editor gives them: %i",
  (seed) => {
    let state = seed * 2_654_435_761 + 1;
    const below = (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * most);
    };
    const editor = shown(TEXT);
    for (let turn = 0; turn < 12; turn++) {
      const places: number[] = [];
      editor.prosemirrorView.state.doc.descendants((node, at) => {
        if (node.isTextblock)
          for (let within = 0; within <= node.content.size; within++) places.push(at + 1 + within);
      });
      const act = ACTS[below(ACTS.length)];
      act?.(editor, places[below(places.length)] as number);
      expect(numbers(editor)).toEqual(numbers(shown(editor.document)));
    }
  },
);

it("an item shows the number that it starts at, and those below it go on from there", () => {
  const text = [
    item("a"),
    item("b", { start: 5 }),
    item("c"),
    paragraph("d"),
    item("e", { start: 0 }),
    item("f"),
  ];
  expect(numbers(shown(text))).toEqual(["1 a", "5 b", "6 c", "0 e", "1 f"]);
});

it("the library still has one plugin that numbers, and ours takes its place", () => {
  const [extension] = defaultBlockSpecs.numberedListItem.extensions ?? [];
  const made = typeof extension === "function" ? extension({} as never) : extension;
  expect(made?.prosemirrorPlugins?.map(({ spec }) => spec.state !== undefined)).toEqual([true]);
});
