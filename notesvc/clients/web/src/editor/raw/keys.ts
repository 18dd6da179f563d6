/** The keys of the raw surface. */
import {
  defaultKeymap,
  historyKeymap,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
} from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import { searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type Command, type EditorView, type KeyBinding, keymap } from "@codemirror/view";
import type { WorkspaceContext } from "../workspaceContext";
import { toggle, toggleLink } from "./formatting";
import { breakItem, continueList, leaveItem, moveItems, moveLines } from "./lists";
import { follow } from "./marks";
import { scriptByKey } from "./scripts";
import { beginTable, leaveTable, moveCell, nextRow } from "./tables";

/** As in the block surface. */
const FORMATTING: KeyBinding[] = [
  { key: "Mod-b", run: toggle("bold") },
  { key: "Mod-i", run: toggle("italic") },
  { key: "Mod-Shift-x", run: toggle("strike") },
  { key: "Mod-Shift-s", run: toggle("strike") },
  { key: "Mod-Shift-h", run: toggle("highlight") },
  { key: "Mod-Shift-e", run: toggle("code") },
  { key: "Mod-k", run: toggleLink },
].map((binding) => ({ ...binding, preventDefault: binding.key !== "Mod-k" }));

export const keys = (workspace: WorkspaceContext): Extension =>
  keymap.of([
    { any: scriptByKey },
    {
      key: "Mod-Enter",
      run: firstOf((view) => follow(view, view.state.selection.main.head, workspace), leaveTable),
    },
    ...FORMATTING,
    { key: "Enter", run: firstOf(nextRow, beginTable, continueList), shift: breakItem },
    { key: "Backspace", run: leaveItem },
    // Tab never throws the caret out of the text; Escape and then Tab leave it, as CodeMirror has it.
    {
      key: "Tab",
      run: firstOf(
        (view) => moveCell(view, 1),
        (view) => moveItems(view, 1),
        indentWhereItFits,
      ),
      preventDefault: true,
    },
    {
      key: "Shift-Tab",
      run: firstOf(
        (view) => moveCell(view, -1),
        (view) => moveItems(view, -1),
        indentLess,
      ),
      preventDefault: true,
    },
    // With Shift, as on the block surface.
    { key: "Alt-ArrowUp", run: moveLines(moveLineUp), shift: moveLines(moveLineUp) },
    { key: "Alt-ArrowDown", run: moveLines(moveLineDown), shift: moveLines(moveLineDown) },
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);

const firstOf =
  (...commands: Command[]): Command =>
  (view) =>
    commands.some((command) => command(view));

/** In selections the lines go in, in code the caret; elsewhere white space would change what the line is. */
function indentWhereItFits(view: EditorView): boolean {
  const { head, empty } = view.state.selection.main;
  if (!empty) return indentMore(view);
  const isCode = /^(?:FencedCode|CodeText|CodeBlock)$/.test(
    syntaxTree(view.state).resolveInner(head, -1).name,
  );
  if (isCode) view.dispatch(view.state.replaceSelection("  "));
  return true;
}
