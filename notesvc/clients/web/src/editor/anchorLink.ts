/** Links to a heading or a block, for any note to hold, and the address at which a heading is shown. */
import { to } from "../addresses";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { blockNamed } from "../render/anchors";
import { withoutBlockId } from "../render/blockIds";
import { plain } from "../render/headings";
import { linkForm } from "../render/titles";
import { knownNote } from "../state/notes";
import { copy } from "../ui/clipboard";
import { linkable } from "./menus/anchors";
import { noteAddress, type WorkspaceContext } from "./workspaceContext";

/** What is copied: a link to the heading or the block, or the heading's address. */
export type LinkCopy = "heading" | "address" | "block";

/** Put it on the clipboard, and say so; without an anchor, say why there is none. */
export async function copyLink(
  workspace: WorkspaceContext,
  anchor: string | undefined,
  as: LinkCopy,
): Promise<void> {
  if (anchor === undefined) {
    done(t(as === "block" ? "editor.tools.noBlockLink" : "editor.tools.noHeading"));
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
  const said = linkable(anchor);
  if (note !== undefined && index !== undefined) {
    const path = index.isShared(note) ? index.folderNames(note.parentId) : [];
    const form = [...path, note.name].map(linkForm).join("/");
    if (form !== "" && index.resolve(form, null) === noteId) return `[[${form}#${said}]]`;
  }
  const words = blockNamed(anchor) === undefined ? said : linkForm(note?.name ?? "") || said;
  return `[${words}](${noteAddress(noteId, said)})`;
}

/** As many as nobody will meet twice in a note. */
const LETTERS = 6;

/** What a block is named by from now on. */
export const newBlockId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LETTERS)), (number) => (number % 36).toString(36)).join(
    "",
  );

interface Walked {
  id: string;
  type: string;
  content?: unknown;
  children: readonly Walked[];
}

/** What the block says if it is a heading, else the heading that it stands under; undefined under none. */
export function headingOver(blocks: readonly Walked[], id: string): string | undefined {
  let last: string | undefined;
  const isHere = (block: Walked): boolean => {
    const text = block.type === "heading" ? headingWords(block) : "";
    if (text !== "") last = text;
    return block.id === id || block.children.some(isHere);
  };
  blocks.some(isHere);
  return last;
}

export const headingWords = ({ content }: { content?: unknown }): string =>
  withoutBlockId(plain(content as Block["content"])).trim();
