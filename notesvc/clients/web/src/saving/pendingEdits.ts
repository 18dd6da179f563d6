/** What the service has acknowledged of a note, what is on its way, and what was typed since. */
import type { Note, NoteSaved } from "../api";
import type { Block } from "../blocks";
import { sameDocument } from "./blockText";
import type { Edit } from "./document";
import { combine, isEmpty, laidOver, news } from "./edits";
import { mergeNote } from "./mergeNote";
import type { Reading } from "./service";

/** Of so many revisions that were read, the latest. */
const MOST_READ = 8;

export class PendingEdits {
  /** The latest revision that is known to be acknowledged. */
  base: Reading | undefined;
  /** A later revision that cannot be merged with what was typed. */
  theirs: Reading | null = null;
  /** The text as it stands in the note's room, where it is in one: shown, and the room's to save. */
  live: Edit = {};
  unsent: Edit = {};
  /** Typed, but not to be sent before it is finished: a title, which is written into the links of other notes. */
  resting: Edit = {};
  sent: Edit | null = null;
  /** Sent on top of `base`, and no answer came: each of them may be on the service or not. */
  unanswered: Edit[] = [];
  /** Fields that the service refused by name; they wait for the person while the rest is saved. */
  held: Edit = {};

  /** Notes as the service told them: both texts of one revision. */
  #read: Note[] = [];

  wasRead(note: Note): void {
    this.#read = [note, ...this.#read].slice(0, MOST_READ);
  }

  /** With the Markdown that blocks came from, where an undo has led back to them: it has its own bytes again. */
  withBytes(edit: Edit): Edit {
    const { richContent } = edit;
    if (richContent === undefined) return edit;
    const former = this.#read.find((note) => sameDocument(note.richContent as Block[] | null, richContent));
    return former ? { ...edit, content: former.content } : edit;
  }

  get pending(): Edit {
    return combine(this.held, this.sent ?? {}, this.unsent, this.resting);
  }

  get isSettled(): boolean {
    return isEmpty(this.pending) && this.theirs === null;
  }

  /** The note as the person sees it. */
  get note(): Note | undefined {
    return this.base && laidOver(laidOver(this.base.note, this.live), this.pending);
  }

  /** Note down what is not finished yet; whether it says anything new. */
  rest(change: Edit): boolean {
    const fresh = this.note ? news(this.note, change) : {};
    this.resting = combine(this.resting, fresh);
    return !isEmpty(fresh);
  }

  release(): void {
    const finished = this.resting;
    this.resting = {};
    this.add(finished, null);
  }

  /** Note down a change made by the person; whether it says anything new. `on`: the text that it was made to. */
  add(change: Edit, on: Note | null): boolean {
    const note = this.note;
    if (note === undefined) return false;
    const fresh = news(note, on ? mergeNote(on, change, note).edit : change);
    for (const field of Object.keys(fresh) as (keyof Edit)[]) delete this.held[field];
    this.unsent = combine(this.unsent, fresh);
    return !isEmpty(fresh);
  }

  start(): Edit {
    this.sent = this.unsent;
    this.unsent = {};
    return this.sent;
  }

  /** `taken` is what of it was sent; the rest waits for the person. */
  landed(saved: NoteSaved, taken: Edit = this.sent ?? {}): void {
    const { etag, ...metadata } = saved;
    this.base = { note: { ...laidOver(this.base!.note, taken), ...metadata }, etag };
    const { richContent } = this.sent ?? {};
    if (richContent !== undefined) {
      delete this.held.richContent;
      const isWhole = richContent === taken.richContent;
      if (!isWhole && this.unsent.richContent === undefined) this.held.richContent = richContent;
    }
    this.sent = null;
    this.unanswered = [];
  }

  /** It was not acknowledged. `isAnswered`: the service said so itself, so that it has not written it. */
  bounced(isAnswered: boolean): void {
    if (!isAnswered) this.unanswered = this.doubtful;
    this.unsent = combine(this.sent ?? {}, this.unsent);
    this.sent = null;
  }

  /** What may have been written without our knowing; of many attempts the first and the latest. */
  get doubtful(): Edit[] {
    const [first, ...later] = this.sent ? [...this.unanswered, this.sent] : this.unanswered;
    return first ? [first, ...later.slice(-2)] : [];
  }

  refuse(fields: (keyof Edit)[]): void {
    for (const field of fields) {
      Object.assign(this.held, { [field]: this.unsent[field] });
      delete this.unsent[field];
    }
  }

  /** Take a later revision, with what was typed merged into it. False: it cannot be merged; nothing has changed. */
  rebase(reading: Reading): boolean {
    const ground = groundOf(this.base!.note, this.unanswered, reading.note);
    const { edit, torn } = mergeNote(ground, this.pending, reading.note);
    this.theirs = torn.length > 0 ? reading : null;
    if (this.theirs === null) this.settle(reading, edit);
    return this.theirs === null;
  }

  /** What was typed is this, on top of that revision. */
  settle(on: Reading, edit: Edit): void {
    this.theirs = null;
    this.base = on;
    this.held = {};
    this.resting = {};
    this.unanswered = [];
    this.unsent = news(on.note, edit);
  }

  /** Put text back that an earlier page could not save. */
  recover(was: Reading, edit: Edit, unanswered: Edit[] = []): "nothing" | "recovered" | "torn" {
    const merged = mergeNote(groundOf(was.note, unanswered, this.note!), edit, this.note!);
    if (merged.torn.length > 0 && isEmpty(this.pending)) {
      this.theirs = this.base!;
      this.base = was;
      this.unsent = edit;
      return "torn";
    }
    const fresh = news(this.note!, merged.edit);
    this.unsent = combine(this.unsent, fresh);
    return isEmpty(fresh) ? "nothing" : "recovered";
  }
}

/** What was typed on: a write of ours that arrived counts as acknowledged, though its answer was lost on the way. */
function groundOf(base: Note, unanswered: readonly Edit[], present: Note): Note {
  const arrived = unanswered.find((edit) => isEmpty(news(present, edit)));
  return arrived ? laidOver(base, arrived) : base;
}
