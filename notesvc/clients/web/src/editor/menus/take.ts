/** Does what was picked in a menu, in the block surface. */
import { trackPosition } from "@blocknote/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { Problem } from "../../api";
import { assist } from "../../state/assist";
import type { NoteEditor } from "../blocks/schema";
import { anchorThere, notLinked } from "../blockThere";
import { addPerson, createNote, noteAddress, type WorkspaceContext } from "../workspaceContext";
import { runCommand } from "./commands";
import type { Choice, LinkChoice, WithoutAnchor } from "./items";
import { menuKey } from "./plugin";
import type { Command } from "./slash";
import type { OpenMenu } from "./store";

export function take(editor: NoteEditor, workspace: WorkspaceContext, menu: OpenMenu, choice: Choice): void {
  if ((choice.kind === "note" || choice.kind === "noteById") && choice.block) {
    void linkToBlock(editor, workspace, menu, choice, choice.block);
    return;
  }
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

/** The link is written when the block has its id; what was typed stands until then, and stays where it has none. */
async function linkToBlock(
  editor: NoteEditor,
  workspace: WorkspaceContext,
  menu: OpenMenu,
  choice: LinkChoice,
  { noteId, ...chosen }: WithoutAnchor,
): Promise<void> {
  const view = editor.prosemirrorView;
  view.dispatch(view.state.tr.setMeta(menuKey, null));
  const typed = typedIn(editor, menu);
  try {
    const anchor = noteId ? await anchorThere(noteId, chosen) : workspace.ownBlocks?.anchorOf(chosen);
    if (anchor === undefined) throw new Problem(404, "no_block", "");
    const place = typed();
    if (place)
      view.dispatch(
        view.state.tr.replaceWith(place.from, place.to, linkNode(view.state.schema, choice, anchor)),
      );
  } catch (error) {
    notLinked(error);
  }
}

/** Where what was typed stands by now; null where it does not any more. Holds in rooms, too. */
function typedIn(editor: NoteEditor, menu: OpenMenu): () => { from: number; to: number } | null {
  const { state } = editor.prosemirrorView;
  const end = state.selection.from;
  const text = state.doc.textBetween(menu.from, end);
  const [start, last] = [trackPosition(editor, menu.from, "right"), trackPosition(editor, end, "left")];
  return () => {
    try {
      const [from, to] = [start(), last()];
      const { doc } = editor.prosemirrorView.state;
      return editor.prosemirrorView.dom.isConnected && doc.textBetween(from, to) === text
        ? { from, to }
        : null;
    } catch {
      // In a room: what it stood in is gone.
      return null;
    }
  };
}

function linkNode(schema: Schema, choice: LinkChoice, anchor: string): Node {
  if (choice.kind === "note")
    return schema.nodes.wikiLink!.create({ title: `${choice.title}#${anchor}`, alias: "" });
  return schema.text(choice.title, [schema.marks.link!.create({ href: noteAddress(choice.noteId, anchor) })]);
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
