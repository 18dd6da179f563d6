/** Gets what was typed of one note to the service, and copes with what comes between. */
import { type Note, Problem } from "../api";
import type { Edit } from "./document";
import { isEmpty } from "./edits";
import { asProblem, kindOf, refusedFields } from "./failure";
import { NoteState } from "./noteState";
import { SaveTimer } from "./saveTimer";
import { type Reading, read, write } from "./service";
import { SetAside } from "./setAside";

export abstract class NoteSaver extends NoteState {
  protected isConfirmed = false;
  protected flight: Promise<void> | null = null;
  protected reason: "autosave" | "manual" = "autosave";
  protected isLeaving = false;
  protected readonly aside = new SetAside();
  protected readonly saveTimer = new SaveTimer(() => void this.due());

  /** Read the note for the first time. */
  abstract load(): Promise<void>;

  /** Take what the service has now, merged with what was typed. */
  adopt(reading: Reading): void {
    if (this.pendingEdits.base === undefined) {
      this.take(reading);
      this.surfaceState.follow(reading.note);
      this.publish();
      return;
    }
    this.collect();
    const shown = this.pendingEdits.note!;
    const isUntouched = this.pendingEdits.isSettled;
    if (reading.etag === this.pendingEdits.base.etag) this.take(reading);
    else if (isUntouched) {
      this.take(reading);
      this.surfaceState.turn(shown, reading.note, true);
    } else if (this.pendingEdits.rebase(reading)) this.#merged(shown, reading);
    else this.torn();
    this.publish();
  }

  dispose(): void {
    this.saveTimer.stop();
  }

  protected async due(): Promise<void> {
    if (!this.isConfirmed) return this.load();
    this.collect();
    await this.flight;
    await this.send();
  }

  protected send(): Promise<void> {
    if (this.flight) return this.flight;
    const { base, theirs, unsent } = this.pendingEdits;
    if (!base || !this.isConfirmed || theirs) return Promise.resolve();
    if (isEmpty(unsent)) return Promise.resolve(this.#nothingWaits());
    this.flight = this.#put(base.etag).finally(() => {
      this.flight = null;
    });
    return this.flight;
  }

  async #put(etag: string): Promise<void> {
    const [reason, isLeaving] = [this.reason, this.isLeaving];
    this.reason = "autosave";
    this.isLeaving = false;
    const edit = this.pendingEdits.start();
    const passing = this.aside.without(edit, this.pendingEdits.base!.note);
    this.saveTimer.sending();
    this.publish();
    try {
      const saved = await write(this.id, passing, etag, reason, isLeaving);
      this.pendingEdits.landed(saved, passing);
      this.#worked();
      this.around.wasSaved(saved, this.pendingEdits.base!, edit);
    } catch (error) {
      const problem = asProblem(error);
      this.pendingEdits.bounced(kindOf(problem) !== "passing");
      await this.#failed(problem, passing);
    }
    this.publish();
  }

  #worked(): void {
    this.saveTimer.worked();
    this.waiting = null;
    if (isEmpty(this.pendingEdits.held)) {
      this.refused = null;
      this.lastProblem = null;
    } else if (this.refused) this.refused = { ...this.refused, blocks: this.aside.blocks };
    void this.safe.now();
    if (!isEmpty(this.pendingEdits.unsent)) this.saveTimer.typed();
  }

  #nothingWaits(): void {
    this.waiting = null;
    this.publish();
  }

  async #failed(problem: Problem, edit: Edit): Promise<void> {
    this.lastProblem = problem;
    const kind = kindOf(problem);
    if (kind === "signedOut") return this.signedOut();
    if (kind === "passing") return this.wait(problem);
    if (kind === "changed") return this.#catchUp();
    if (kind === "gone") return this.gone();
    this.waiting = null;
    const isAside = problem.status === 422 && this.aside.refuse(problem, edit);
    const refused = isAside ? [] : refusedFields(problem, edit);
    this.pendingEdits.refuse(refused);
    const blocks = isAside ? this.aside.blocks : [];
    this.refused = { kind: "refused", status: problem.status, message: problem.detail, blocks };
    if (isAside || refused.length > 0) this.saveTimer.typed();
  }

  /** Our revision is not the latest any more. */
  async #catchUp(): Promise<void> {
    try {
      const reading = await this.fresh();
      if (reading.note.deletedAt) await this.gone();
      else this.adopt(reading);
    } catch (error) {
      const problem = asProblem(error);
      this.lastProblem = problem;
      if (kindOf(problem) === "gone") await this.gone();
      else if (kindOf(problem) === "signedOut") this.signedOut();
      else this.wait(problem);
    }
  }

  #merged(shown: Note, reading: Reading): void {
    this.surfaceState.turn(shown, this.pendingEdits.note!, false);
    this.#worked();
    this.around.wasRead(reading);
    // Nothing is left where our own write had landed and only its answer was lost.
    if (this.pendingEdits.isSettled) this.around.wasSaved(null, reading, {});
  }

  protected torn(): void {
    this.lastProblem = new Problem(412, "precondition_failed", "");
    this.waiting = null;
    this.saveTimer.stop();
    void this.safe.now();
  }

  protected wait(problem: Problem): void {
    const reason = problem.isUnreachable ? "unreachable" : "busy";
    this.waiting = { kind: "waiting", since: this.waiting?.since ?? Date.now(), reason };
    this.saveTimer.failed(problem.retryAfter);
    void this.safe.now();
  }

  /** The note is in the trash or not there; or it is, but the session has become another user's. */
  protected async gone(): Promise<void> {
    if (!(await this.isStillSignedIn(true))) return this.signedOut();
    this.lastProblem = new Problem(404, "not_found", "");
    this.waiting = null;
    this.refused = { kind: "refused", status: 404, message: "", blocks: [] };
    void this.safe.now();
  }

  protected async isStillSignedIn(inDoubt: boolean): Promise<boolean> {
    return this.self ? this.around.isStillSignedIn(this.self.userId).catch(() => inDoubt) : inDoubt;
  }

  protected signedOut(): void {
    this.waiting = { kind: "waiting", since: Date.now(), reason: "signedOut" };
    this.saveTimer.stop();
    void this.safe.now();
    this.around.signedOut();
  }

  /** The note as it stands, both texts of it. */
  protected async fresh(): Promise<Reading> {
    const reading = await read(this.id, this.isConfirmed ? { peek: true } : {});
    if (reading === null) throw new Problem(502, "nonsense", "");
    return reading;
  }
}
