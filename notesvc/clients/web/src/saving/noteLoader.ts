/** Reads a note for the first time, and puts back what earlier pages of this browser could not save. */
import type { Problem } from "../api";
import type { Autosave } from "./autosave";
import type { Edit } from "./document";
import type { DraftSaver } from "./draftSaver";
import { type Draft, forget, isOfRoom, type LocalNote, leftBehind } from "./drafts";
import { isEmpty } from "./edits";
import { asProblem, kindOf } from "./failure";
import type { NoteState } from "./noteState";
import type { Reading } from "./service";

interface Left {
  drafts: Draft[];
  /** What was typed into the note's room. */
  ofRoom: Draft[];
}

export class NoteLoader {
  #loading: Promise<void> | null = null;

  constructor(
    private readonly state: NoteState,
    private readonly drafts: DraftSaver,
    private readonly autosave: Autosave,
  ) {}

  /** Read the note, unless it has been. */
  load(): Promise<void> {
    if (this.autosave.isConfirmed) return Promise.resolve();
    this.#loading ??= this.#open().finally(() => {
      this.#loading = null;
      this.state.publish();
    });
    return this.#loading;
  }

  /** What an earlier page typed, laid over what the note is now. */
  putBack({ base, etag, edit, unanswered, at }: Omit<Draft, "key" | "userId" | "noteId" | "tab">): void {
    const { pendingEdits, surfaceState } = this.state;
    const before = pendingEdits.note;
    if (!before) return;
    const outcome = pendingEdits.recover({ note: base, etag }, edit, unanswered);
    if (outcome !== "nothing") surfaceState.replace(before);
    // Of a local note there is nothing else that it could be taken out of again.
    if (outcome === "recovered" && !this.state.local) this.state.recovered ??= { at, before };
    this.state.publish();
  }

  /** The recovered text was seen: leave it, or take it out again. */
  endRecovery(isTakenBack: boolean): void {
    const before = this.state.recovered?.before;
    this.state.recovered = null;
    if (isTakenBack && before) {
      this.state.replace();
      const { name, content, richContent, tags, icon, cover, properties } = before;
      const isRaw = this.state.surfaceState.surface === "raw";
      const text = isRaw ? { content } : { richContent: (richContent ?? []) as Edit["richContent"] };
      this.autosave.edit({ name, tags, icon, cover, properties, ...text });
    }
    this.state.publish();
  }

  async #open(): Promise<void> {
    const whose = this.state.around.self().then((self) => {
      this.state.self = self;
    });
    try {
      const [reading] = await Promise.all([this.#read(whose), whose]);
      const made = this.state.local;
      this.state.local = null;
      this.autosave.opened(reading);
      if (made) this.state.around.wasMade(made.noteId, reading);
      await this.#recover();
      if (!isEmpty(this.state.pendingEdits.unsent)) this.autosave.soon();
    } catch (error) {
      const problem = asProblem(error);
      if (kindOf(problem) === "gone") await whose;
      await this.#couldNotOpen(problem);
    }
  }

  /** The note; one that is on this device only is made first. */
  async #read(whose: Promise<void>): Promise<Reading> {
    const { state } = this;
    if (!state.local) {
      const found = state.around.findLocal(state.id);
      try {
        return await this.autosave.fresh();
      } catch (error) {
        state.beLocal(await found);
        if (!state.local) throw error;
      }
      state.around.wasLocal(state.local);
      await whose;
      await this.#recover();
      state.around.wasNamed();
      state.publish();
    }
    await state.around.make(state.local);
    return this.autosave.fresh();
  }

  async #couldNotOpen(problem: Problem): Promise<void> {
    const { pendingEdits } = this.state;
    const isGone = kindOf(problem) === "gone";
    if (isGone && this.state.local && pendingEdits.isSettled) this.#wentElsewhere(this.state.local);
    if (isGone && this.state.isSettled) await this.#showLost();
    else if (!pendingEdits.base) this.#showDraft((await this.#leftBehind()).drafts[0]);
    this.state.problem = pendingEdits.base && !isGone ? null : problem;
    if (!isGone || !this.state.isSettled) await this.autosave.failed(problem);
  }

  /** It was made and has gone again, and nothing is left to send. */
  #wentElsewhere({ noteId }: LocalNote): void {
    this.state.local = null;
    this.state.around.wasMade(noteId, null);
  }

  /** The service does not tell, but this device holds text of the note: show that. */
  #showDraft(draft: Draft | undefined): void {
    const { pendingEdits, surfaceState } = this.state;
    if (draft === undefined || !pendingEdits.isSettled) return;
    this.state.replace();
    pendingEdits.base = { note: draft.base, etag: draft.etag };
    pendingEdits.unsent = draft.edit;
    pendingEdits.unanswered = draft.unanswered ?? [];
    surfaceState.follow(draft.base);
    if (draft.edit.content !== undefined) surfaceState.surface = "raw";
    if (draft.edit.richContent !== undefined) surfaceState.surface = "block";
    this.state.recovered = { at: draft.at, before: draft.base };
  }

  /** The note is not there for this reader any more: what was typed into it is, and must not be sent by another way. */
  async #showLost(): Promise<void> {
    const { drafts, ofRoom } = await this.#leftBehind();
    const [shown] = [...drafts, ...ofRoom];
    if (shown === undefined) return;
    this.#showDraft(shown);
    await this.drafts.now();
    if (this.drafts.trouble === null) await forget(shown.key);
  }

  async #recover(): Promise<void> {
    for (const draft of (await this.#leftBehind()).drafts) {
      this.putBack(draft);
      await this.drafts.now();
      if (this.drafts.trouble === null) await forget(draft.key);
    }
  }

  async #leftBehind(): Promise<Left> {
    const { self, id } = this.state;
    const left = self === null ? [] : await leftBehind(self, id);
    const drafts = left.filter((draft) => !isOfRoom(draft) && draft.key !== this.drafts.key);
    return { drafts, ofRoom: left.filter(isOfRoom) };
  }
}
