/** Steps back that outlive a change of surface: what was done to the note in markdown meanwhile is one step of them. */
import { closeHistory } from "@tiptap/pm/history";
import type { Block } from "../../blocks";
import type { NoteBlock, NoteEditor } from "../blocks/schema";

/** Of more blocks, texts that lie further back are left out: one after the other they would keep the person waiting. */
const MOST_BLOCKS = 400;

/** Have the editor, which shows `now`, come there from the earlier texts. Nobody sees it: the surface is not shown yet. */
export function layPast(editor: NoteEditor, earlier: readonly Block[][], now: Block[]): void {
  const texts = [now];
  let left = MOST_BLOCKS - now.length;
  for (const text of [...earlier].reverse()) {
    left -= text.length;
    if (left < 0) break;
    texts.unshift(text);
  }
  if (texts.length === 1) return;
  texts.forEach((text, at) => {
    editor.transact((change) => {
      if (at === 0) change.setMeta("addToHistory", false);
      else closeHistory(change);
      const blocks = text.length > 0 ? text : [{ type: "paragraph" }];
      editor.replaceBlocks(editor.document, blocks as NoteBlock[]);
    });
  });
  const { prosemirrorView: view } = editor;
  view.dispatch(closeHistory(view.state.tr));
}
