/** Puts a file that has arrived where its mark stands in a note, whether the note is shown or not. */
import type { Block } from "../blocks";
import { failed } from "../notices";
import type { Edit } from "./document";
import { asProblem, kindOf } from "./failure";
import type { NoteDocument } from "./noteDocument";
import type { Snapshot } from "./noteState";
import { documentOf, hold } from "./open";

export interface Arrived {
  /** The address that has stood for it. */
  mark: string;
  url: string;
  name: string;
  isPicture: boolean;
}

export interface Standing {
  noteId(): string;
  /** Put the address in the place of the mark; false where there is none. */
  put(mark: string, url: string): boolean;
}

const standing = new Set<Standing>();
/** How often a note is asked for a mark that it should have, and milliseconds until the first time. */
const LOOKS = 5;
const BETWEEN = 2_000;

/** The surface can be written in; the answer says that it cannot any more. */
export function stands(surface: Standing): () => void {
  standing.add(surface);
  return () => standing.delete(surface);
}

/** Resolves when the address is in the note, to be saved like anything typed, or when its place was taken away. */
export async function deliver(noteId: string, arrived: Arrived): Promise<void> {
  const release = hold(noteId);
  try {
    await put(documentOf(noteId), arrived);
  } finally {
    release();
  }
}

async function put(document: NoteDocument, arrived: Arrived): Promise<void> {
  for (let looks = 1; ; looks++) {
    document.collect();
    const shown = [...standing].filter((surface) => surface.noteId() === document.id);
    if (shown.some((surface) => surface.put(arrived.mark, arrived.url))) return;
    const isShown = shown.length > 0;
    // Somebody took the place away, and sees that it is.
    if (isShown && document.snapshot.note && replaced(document.snapshot, arrived) === null) return;
    if (document.snapshot.room) {
      await news(document);
      continue;
    }
    // Nobody has kept a note up to date that is not shown.
    const problem = isShown ? null : await document.reload().catch(asProblem);
    if (problem && kindOf(problem) === "gone") return failed(problem, `${arrived.name}:`);
    const edit = replaced(document.snapshot, arrived);
    if (!problem && edit !== null) return document.put(edit);
    // What a room has saved may be in the note a little later.
    if (!problem && looks > LOOKS) return document.put(appended(document.snapshot, arrived));
    await new Promise((resolve) => setTimeout(resolve, BETWEEN * Math.min(looks, LOOKS)));
  }
}

function news(document: NoteDocument): Promise<void> {
  return new Promise((resolve) => {
    const stop = document.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** The text with the address in place of the mark; null where it has none. */
function replaced({ note, surface }: Snapshot, { mark, url }: Arrived): Edit | null {
  const text = surface === "raw" ? (note?.content ?? "") : JSON.stringify(note?.richContent ?? []);
  if (!text.includes(mark)) return null;
  const changed = text.replaceAll(mark, url);
  return surface === "raw" ? { content: changed } : { richContent: JSON.parse(changed) as Block[] };
}

function appended({ note, surface }: Snapshot, { url, name, isPicture }: Arrived): Edit {
  if (surface === "raw") return { content: `${note?.content ?? ""}\n\n${linkTo(name, url, isPicture)}\n` };
  const block: Block = { type: isPicture ? "image" : "file", props: { name, url } };
  return { richContent: [...((note?.richContent ?? []) as Block[]), block] };
}

/** As it is written in markdown. */
export const linkTo = (name: string, url: string, isPicture: boolean): string =>
  `${isPicture ? "!" : ""}[${name.replace(/[[\]\\]/g, "\\$&")}](${url})`;
