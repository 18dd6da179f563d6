/** Links to a heading or a block, for any note to hold, and the address at which a heading is shown. */
import { to } from "../addresses";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { blockNamed } from "../render/anchors";
import { linkForm } from "../render/titles";
import { knownNote } from "../state/notes";
import { copy } from "../ui/clipboard";
import { noteAddress, type WorkspaceContext } from "./workspaceContext";

/** What is copied: a link to the heading or the block, or the heading's address. */
export type LinkCopy = "heading" | "address" | "block";

/** Put it on the clipboard, and say so; say why there is none: undefined no heading, empty one that no link can name. */
export async function copyLink(
  workspace: WorkspaceContext,
  anchor: string | undefined,
  as: LinkCopy,
): Promise<void> {
  if (!anchor) {
    done(t(as === "block" || anchor === "" ? "editor.tools.noBlockLink" : "editor.tools.noHeading"));
    return;
  }
  const address = location.origin + to.note(workspace.noteId, anchor);
  try {
    await copy(as === "address" ? address : linkToAnchor(workspace, anchor));
    done(t("notes.linkCopied"));
  } catch (error) {
    failed(error);
  }
}

/** By the note's title where that means it in every folder, else by its id. */
export function linkToAnchor({ noteId, index }: WorkspaceContext, anchor: string): string {
  const note = knownNote(noteId);
  if (note !== undefined && index !== undefined) {
    const form = index.formAnywhere(note);
    if (form !== null) return `[[${form}#${anchor}]]`;
  }
  const words = blockNamed(anchor) === undefined ? anchor : linkForm(note?.name ?? "") || anchor;
  return `[${escaped(words)}](${noteAddress(noteId, anchor)})`;
}

/** Words that markdown takes for nothing else. */
export const escaped = (words: string) => words.replace(/[\\`*_{}[\]<>#$@!|~&^=:]/g, "\\$&");
