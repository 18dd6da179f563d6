import type { Block } from "../blocks";

/** What notes said in markdown before, and the steps that led there: kept while the page is there. */
export interface Past {
  text: string;
  /** CodeMirror's own, as JSON; absent where the note has not been written in as markdown before. */
  state?: unknown;
}

/** Of so many notes, those that were shown last. */
const MOST = 8;
const pasts = new Map<string, Past>();

export const pastOf = (noteId: string): Past | undefined => pasts.get(noteId);

export function keep(noteId: string, past: Past): void {
  pasts.delete(noteId);
  pasts.set(noteId, past);
  for (const oldest of [...pasts.keys()].slice(0, -MOST)) pasts.delete(oldest);
}

/** The note is about to be written in as blocks; this is what it says now. */
export function beginPast(noteId: string, text: string): void {
  if (!pasts.has(noteId)) keep(noteId, { text });
}

/** What notes said in blocks before, one text after the other; a step back leads from each to the one before it. */
interface Texts {
  texts: readonly Block[][];
  /** The note was shown as markdown since: its blocks are new, and know no steps of their own. */
  isLeft: boolean;
}

const MOST_TEXTS = 6;
const inBlocks = new Map<string, Texts>();

export function keepTexts(noteId: string, texts: readonly Block[][]): void {
  const changed = texts.filter(
    (text, at) => at === texts.length - 1 || saying(text) !== saying(texts[at + 1]),
  );
  inBlocks.delete(noteId);
  inBlocks.set(noteId, { texts: changed.slice(-MOST_TEXTS), isLeft: false });
  for (const oldest of [...inBlocks.keys()].slice(0, -MOST)) inBlocks.delete(oldest);
}

export function leaveTexts(noteId: string): void {
  const kept = inBlocks.get(noteId);
  if (kept) kept.isLeft = true;
}

/**
 * The texts that led to this one. None where the blocks are new for another reason than markdown: what others wrote
 * meanwhile is not to be undone.
 */
export function textsBefore(noteId: string, now: readonly Block[]): readonly Block[][] {
  const kept = inBlocks.get(noteId);
  if (!kept?.isLeft) return [];
  const isSame = saying(kept.texts.at(-1)) === saying(now);
  return isSame ? kept.texts.slice(0, -1) : kept.texts;
}

/** What a text says, without the names of its blocks and the empty lines at its end. */
function saying(text: readonly Block[] = []): string {
  const isBlank = ({ type, content = [], children = [] }: Block) =>
    type === "paragraph" && Array.isArray(content) && content.length === 0 && children.length === 0;
  const end = text.findLastIndex((block) => !isBlank(block)) + 1;
  return JSON.stringify(text.slice(0, end), (key, value) => (key === "id" ? undefined : value));
}
