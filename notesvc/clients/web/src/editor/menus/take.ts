/** Does what was picked in a menu, in the block surface. */
import { assist } from "../../state/assist";
import type { NoteEditor } from "../blocks/schema";
import { addPerson, createNote, noteAddress, type WorkspaceContext } from "../workspaceContext";
import { runCommand } from "./commands";
import type { Choice } from "./items";
import type { Command } from "./slash";
import type { OpenMenu } from "./store";

export function take(editor: NoteEditor, workspace: WorkspaceContext, menu: OpenMenu, choice: Choice): void {
  clear(editor, menu);
  if (choice.kind === "text") insertText(editor, choice.text);
  else if (choice.kind === "note") insertLink(editor, choice.title, choice.anchor, menu.query);
  else if (choice.kind === "noteById") insertLinkById(editor, choice, menu.query);
  else if (choice.kind === "createNote") {
    insertLink(editor, choice.title, undefined, "");
    void createNote(workspace, choice.title);
  } else if (choice.kind === "addPerson") {
    insertText(editor, `$${choice.name}`);
    void addPerson(choice.name);
  } else if (choice.id === "assist") assist.open({ noteId: workspace.noteId, scope: "line" });
  else runCommand(editor, choice.id as Command);
}

/** Take sign and query out of the text. */
function clear(editor: NoteEditor, menu: OpenMenu): void {
  const view = editor.prosemirrorView;
  const end = view.state.selection.from;
  if (end > menu.from) view.dispatch(view.state.tr.delete(menu.from, end));
  view.focus();
}

function insertText(editor: NoteEditor, text: string): void {
  const view = editor.prosemirrorView;
  view.dispatch(view.state.tr.insertText(text).setMeta("uiEvent", "menu"));
}

function insertLink(editor: NoteEditor, name: string, anchor: string | undefined, query: string): void {
  const title = anchor ? `${name}#${anchor}` : name;
  const alias = query.split("|")[1]?.trim() ?? "";
  editor.insertInlineContent([{ type: "wikiLink", props: { title, alias } }], { updateSelection: true });
}

function insertLinkById(editor: NoteEditor, choice: Choice & { kind: "noteById" }, query: string): void {
  const href = noteAddress(choice.noteId, choice.anchor);
  const content = query.split("|")[1]?.trim() || choice.title;
  editor.insertInlineContent([{ type: "link", href, content }], { updateSelection: true });
}
