/** What a finger does to the block with the caret, which a pointer does by the handles beside it. */
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
} from "@tiptap/pm/tables";
import { t } from "../../i18n";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { copyMarkdown } from "./copying";
import { duplicate } from "./duplicate";
import { fileActs, hasFile } from "./fileActs";
import { viewSelected } from "./viewing";

export interface Act {
  name: string;
  run: () => void;
}

const TABLE = [
  ["rowAbove", addRowBefore],
  ["rowBelow", addRowAfter],
  ["columnBefore", addColumnBefore],
  ["columnAfter", addColumnAfter],
  ["deleteRow", deleteRow],
  ["deleteColumn", deleteColumn],
] as const;

export function actsOf(editor: NoteEditor, writeCaption: () => void): Act[] {
  const { block } = editor.getTextCursorPosition();
  const acts = everyBlock(editor, block as NoteBlock & { id: string });
  if (block.type === "table") return [...tableActs(editor), ...acts];
  if (!hasFile(block as NoteBlock)) return acts;
  const own = fileActs(editor, block as never, writeCaption);
  if (block.type !== "image") return [...own, ...acts];
  return [...imageActs(editor, block.id, block.props.previewWidth), ...own, ...acts];
}

function everyBlock(editor: NoteEditor, block: NoteBlock & { id: string }): Act[] {
  return [
    { name: t("editor.tools.moveUp"), run: () => editor.moveBlocksUp(block.id) },
    { name: t("editor.tools.moveDown"), run: () => editor.moveBlocksDown(block.id) },
    { name: t("editor.tools.duplicate"), run: () => duplicate(editor, block.id) },
    {
      name: t("editor.tools.copyMarkdown"),
      run: () => void copyMarkdown([editor.getBlock(block.id) as never]),
    },
    { name: t("editor.tools.delete"), run: () => void editor.removeBlocks([block.id]) },
  ];
}

function tableActs(editor: NoteEditor): Act[] {
  return TABLE.map(([name, command]) => ({
    name: t(`editor.tools.${name}`),
    run: () => {
      const view = editor.prosemirrorView;
      command(view.state, view.dispatch);
      view.focus();
    },
  }));
}

/** By a quarter at a time, between a thumbnail and the width of the text. */
function imageActs(editor: NoteEditor, id: string, width: number | undefined): Act[] {
  const shown = editor.prosemirrorView.dom.querySelector<HTMLElement>(`[data-id="${id}"] img`);
  const most = editor.prosemirrorView.dom.clientWidth;
  const size = (factor: number) => () => {
    const now = width ?? shown?.clientWidth ?? most;
    const previewWidth = Math.round(Math.min(most, Math.max(64, now * factor)));
    editor.updateBlock(id, { type: "image", props: { previewWidth } });
  };
  return [
    { name: t("sidePanel.viewer.view"), run: () => void viewSelected(editor.prosemirrorView) },
    { name: t("editor.tools.smaller"), run: size(0.75) },
    { name: t("editor.tools.larger"), run: size(4 / 3) },
  ];
}
