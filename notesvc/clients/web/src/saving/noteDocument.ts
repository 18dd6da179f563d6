/** One open note in this tab: opened, edited, saved, put back after a crash. */
import { Problem } from "../api";
import type { Edit } from "./document";
import { type Draft, forget, orphans } from "./drafts";
import { isEmpty } from "./edits";
import { asProblem, kindOf } from "./failure";
import { NoteInRoom } from "./noteInRoom";
import type { Surroundings } from "./noteState";
import { forgetRoomDraft, roomDrafts } from "./roomDrafts";
import { type Reading, read } from "./service";
import type { Surface } from "./surfaceState";

export class NoteDocument extends NoteInRoom {
  #loading: Promise<void> | null = null;

  constructor(id: string, around: Surroundings) {
    super(id, around);
    void this.load();
  }

  /** A change made by the person. `seen`: the generation that their surface showed. */
  edit(change: Edit, seen = this.surfaceState.generation): void {
    const before = this.pendingEdits.note;
    const late = this.surfaceState.lateText(seen);
    if (!this.pendingEdits.add(change, late)) return;
    if (late) this.surfaceState.replace(before);
    this.safe.soon();
    if (this.waiting === null && this.pendingEdits.theirs === null) this.saveTimer.typed();
    this.publish();
  }

  /** A change that comes from beside the surfaces, which show it. */
  put(change: Edit): void {
    this.surfaceState.replace(this.pendingEdits.note);
    this.edit(change);
  }

  /** A change that is kept on this device and not sent before `finish`, a flush, or leaving the note. */
  prepare(change: Edit): void {
    if (!this.pendingEdits.rest(change)) return;
    if (change.name !== undefined) this.around.wasNamed();
    this.safe.soon();
    this.publish();
  }

  finish(): void {
    if (isEmpty(this.pendingEdits.resting)) return;
    this.pendingEdits.release();
    this.saveTimer.typed();
    this.publish();
  }

  /** Save now. Resolves when the service has acknowledged all that was typed before; rejects where it could not. */
  async flush(reason: "autosave" | "manual" = "autosave", isLeaving = false): Promise<void> {
    this.collect();
    this.pendingEdits.release();
    this.isLeaving = isLeaving;
    if (reason === "manual") this.reason = reason;
    await this.flight;
    if (!this.isConfirmed) await this.load();
    for (let turn = 0; turn < 5 && !isEmpty(this.pendingEdits.unsent) && !this.pendingEdits.theirs; turn++) {
      await this.send();
      if (this.waiting || (this.refused && this.refused.blocks.length === 0)) break;
    }
    if (!this.pendingEdits.isSettled) throw this.lastProblem ?? new Problem(0, "unreachable", "");
    await this.room?.acknowledged();
  }

  /** As `flush`, and the note holds what its room does: for what reads the note next. */
  async noted(): Promise<void> {
    await this.flush();
    await this.room?.noted();
  }

  /** The page is hidden or goes: send what can be sent, put the rest away without waiting for anything. */
  leave(): void {
    this.collect();
    this.room?.keepAtOnce();
    if (this.pendingEdits.isSettled) return;
    this.safe.atOnce();
    this.flush("autosave", true).catch(() => {});
  }

  /** Show the text on the other surface, for all or for this person alone; the service translates it, or it rejects. */
  async switchTo(surface: Surface, isForAll = true): Promise<void> {
    if (this.snapshot.surface === surface || this.snapshot.isSwitching) return;
    if (this.room) return this.room.switchTo(surface);
    this.isSwitching = true;
    this.publish();
    try {
      await this.flush();
      if (isForAll) this.edit({ mode: surface });
      await this.flush();
      const reading = await this.fresh();
      if (!isForAll) this.choose(surface);
      this.surfaceState.replace(this.pendingEdits.note);
      this.take(reading);
      this.surfaceState.surface = surface;
    } catch (error) {
      delete this.pendingEdits.unsent.mode;
      throw error;
    } finally {
      this.isSwitching = false;
      this.publish();
    }
  }

  /** The recovered text was seen: leave it, or take it out again. */
  endRecovery(isTakenBack: boolean): void {
    const before = this.recovered?.before;
    this.recovered = null;
    if (isTakenBack && before) {
      this.surfaceState.replace(this.pendingEdits.note);
      const { name, content, richContent, tags, icon, cover, properties } = before;
      const isRaw = this.surfaceState.surface === "raw";
      const text = isRaw ? { content } : { richContent: (richContent ?? []) as Edit["richContent"] };
      this.edit({ name, tags, icon, cover, properties, ...text });
    }
    this.publish();
  }

  /** What was typed is kept elsewhere now: there is nothing to save here any more. */
  abandon(): void {
    this.refused = null;
    this.pendingEdits.settle(this.pendingEdits.base!, {});
    void this.safe.now();
    this.publish();
  }

  /** Read the note for the first time. */
  load(): Promise<void> {
    if (this.isConfirmed) return Promise.resolve();
    this.#loading ??= this.#open().finally(() => {
      this.#loading = null;
      this.publish();
    });
    return this.#loading;
  }

  /** Ask whether the note is still what it was; take or merge what it is now. */
  async revalidate(): Promise<void> {
    const before = this.pendingEdits.base;
    if (!this.isConfirmed || !before || this.flight || this.pendingEdits.theirs) return;
    const reading = await read(this.id, { etag: before.etag, peek: true }).catch(() => null);
    if (reading && this.pendingEdits.base === before && !this.flight) this.adopt(reading);
  }

  async reload(): Promise<void> {
    this.collect();
    await this.flight;
    const before = this.pendingEdits.base;
    const reading = await this.fresh();
    if (this.pendingEdits.base === before && !this.flight) this.adopt(reading);
  }

  /** The service seems to be back: try again what waits. */
  retry(): void {
    this.room?.retry();
    if (this.waiting && this.waiting.reason !== "signedOut" && !this.saveTimer.isAskedToWait) void this.due();
  }

  async signedIn(): Promise<void> {
    if (this.waiting?.reason !== "signedOut") return;
    if (!(await this.isStillSignedIn(false))) return;
    this.waiting = null;
    this.publish();
    await this.due();
  }

  /** The person has settled it: this is to stand on top of that revision. */
  settle(on: Reading, edit: Edit): void {
    this.surfaceState.replace(this.pendingEdits.note);
    this.pendingEdits.settle(on, edit);
    this.refused = null;
    this.reason = "manual";
    void this.safe.now();
    this.publish();
    void this.due();
  }

  async #open(): Promise<void> {
    const whose = this.around.self().then((self) => {
      this.self = self;
    });
    try {
      const [reading] = await Promise.all([this.fresh(), whose]);
      this.isConfirmed = true;
      this.problem = null;
      this.waiting = null;
      this.saveTimer.worked();
      this.adopt(reading);
      await this.#recover();
      if (!isEmpty(this.pendingEdits.unsent)) this.saveTimer.typed();
    } catch (error) {
      const problem = asProblem(error);
      if (kindOf(problem) === "gone") await whose;
      await this.#couldNotOpen(problem);
    }
  }

  async #couldNotOpen(problem: Problem): Promise<void> {
    const kind = kindOf(problem);
    this.lastProblem = problem;
    if (kind === "gone" && this.isSettled) await this.#showLost();
    else if (!this.pendingEdits.base) await this.#showDraft(await this.#leftBehind());
    this.problem = this.pendingEdits.base && kind !== "gone" ? null : problem;
    if (kind === "passing") this.wait(problem);
    else if (kind === "signedOut") this.signedOut();
    else if (kind === "gone" && !this.isSettled) await this.gone();
  }

  /** The service does not tell, but this device holds text of the note: show that. */
  async #showDraft([draft]: Draft[]): Promise<void> {
    if (draft === undefined || !this.pendingEdits.isSettled) return;
    this.surfaceState.replace(this.pendingEdits.note);
    this.pendingEdits.base = { note: draft.base, etag: draft.etag };
    this.pendingEdits.unsent = draft.edit;
    this.pendingEdits.unanswered = draft.unanswered ?? [];
    this.surfaceState.follow(draft.base);
    if (draft.edit.content !== undefined) this.surfaceState.surface = "raw";
    if (draft.edit.richContent !== undefined) this.surfaceState.surface = "block";
    this.recovered = { at: draft.at, before: draft.base };
  }

  /** The note is not there for this reader any more: what was typed into it is, and must not be sent by another way. */
  async #showLost(): Promise<void> {
    const self = this.self!;
    const drafts = await this.#leftBehind();
    const kept = await roomDrafts(self, this.id);
    const [shown] = [...drafts, ...kept];
    if (shown === undefined) return;
    await this.#showDraft([shown]);
    await this.safe.now();
    if (this.safe.trouble === null)
      await (drafts.length > 0 ? forget(shown.key) : forgetRoomDraft(self, shown));
  }

  /** Put back what an earlier page of this browser could not save. */
  async #recover(): Promise<void> {
    for (const draft of await this.#leftBehind()) {
      const before = this.pendingEdits.note!;
      const outcome = this.pendingEdits.recover(
        { note: draft.base, etag: draft.etag },
        draft.edit,
        draft.unanswered,
      );
      if (outcome !== "nothing") this.surfaceState.replace(before);
      if (outcome === "recovered") this.recovered ??= { at: draft.at, before };
      this.publish();
      await this.safe.now();
      if (this.safe.trouble === null) await forget(draft.key);
    }
  }

  async #leftBehind(): Promise<Draft[]> {
    if (this.self === null) return [];
    const left = await orphans(this.self.userId, this.self.tab);
    return left.filter((draft) => draft.noteId === this.id && draft.key !== this.draftKey);
  }
}
