/** Gets what was typed of one note to the service, and copes with what comes between. */
import { type Note, Problem } from "../api";
import type { Edit } from "./document";
import type { DraftSaver } from "./draftSaver";
import { isEmpty } from "./edits";
import { asProblem, kindOf, refusedFields } from "./failure";
import type { NoteState } from "./noteState";
import type { PendingEdits } from "./pendingEdits";
import { SaveTimer } from "./saveTimer";
import { type Reading, read, write } from "./service";
import { SetAside } from "./setAside";

type Reason = "autosave" | "manual";

/** How often what was typed meanwhile is sent, too, before a flush gives up. */
const TURNS = 5;

export class Autosave {
  /** Whether the service itself has told what the note is. */
  isConfirmed = false;
  #lastProblem: Problem | null = null;
  #flight: Promise<void> | null = null;
  #reason: Reason = "autosave";
  #isLeaving = false;
  readonly #edits: PendingEdits;
  readonly #aside = new SetAside();
  readonly #timer = new SaveTimer(() => void this.#due());

  constructor(
    private readonly state: NoteState,
    private readonly drafts: DraftSaver,
    /** Reads the note for the first time. */
    private readonly load: () => Promise<void>,
  ) {
    this.#edits = state.pendingEdits;
  }

  /** Whether nothing is on its way, and nothing was refused. */
  get isIdle(): boolean {
    return this.#edits.isSettled && this.#flight === null && this.state.refused === null;
  }

  /** A change made by the person. `seen`: the generation that their surface showed. */
  edit(change: Edit, seen = this.state.surfaceState.generation): void {
    const { surfaceState } = this.state;
    const before = this.#edits.note;
    const late = surfaceState.lateText(seen);
    if (!this.#edits.add(change, late)) return;
    if (late) surfaceState.replace(before);
    this.drafts.soon();
    if (this.state.waiting === null && this.#edits.theirs === null) this.soon();
    this.state.publish();
  }

  /** Send what was typed when there is a pause. */
  soon(): void {
    this.#timer.typed();
  }

  /** Save now. Resolves when the service has acknowledged all that was typed before; rejects where it could not. */
  async flush(reason: Reason = "autosave", isLeaving = false): Promise<void> {
    this.state.collect();
    this.#edits.release();
    this.#isLeaving = isLeaving;
    if (reason === "manual") this.#reason = reason;
    await this.#flight;
    if (!this.isConfirmed) await this.load();
    for (let turn = 0; turn < TURNS && !isEmpty(this.#edits.unsent) && !this.#edits.theirs; turn++) {
      await this.#send();
      const { waiting, refused } = this.state;
      if (waiting || (refused && refused.blocks.length === 0)) break;
    }
    if (!this.#edits.isSettled || this.state.local)
      throw this.#lastProblem ?? new Problem(0, "unreachable", "");
  }

  /** Take what the service has now, merged with what was typed. */
  adopt(reading: Reading): void {
    const { surfaceState } = this.state;
    this.#edits.wasRead(reading.note);
    if (this.#edits.base === undefined) {
      this.state.take(reading);
      surfaceState.follow(reading.note);
      this.state.publish();
      return;
    }
    this.state.collect();
    const shown = this.#edits.note!;
    const isUntouched = this.#edits.isSettled;
    if (reading.etag === this.#edits.base.etag) this.state.take(reading);
    else if (isUntouched) {
      this.state.take(reading);
      surfaceState.turn(shown, reading.note, true);
    } else if (this.#edits.rebase(reading)) this.#merged(shown, reading);
    else this.#torn();
    this.state.publish();
  }

  /** The note as it stands, both texts of it. */
  async fresh(): Promise<Reading> {
    const reading = await read(this.state.id, this.isConfirmed ? { peek: true } : {});
    if (reading === null) throw new Problem(502, "nonsense", "");
    return reading;
  }

  /** Ask whether the note is still what it was; take or merge what it is now. */
  async revalidate(): Promise<void> {
    const before = this.#edits.base;
    if (!this.isConfirmed || !before || this.#flight || this.#edits.theirs) return;
    const reading = await read(this.state.id, { etag: before.etag, peek: true }).catch(() => null);
    if (reading && this.#edits.base === before && !this.#flight) this.adopt(reading);
  }

  /** Read the note again. Rejects where that does not work. */
  async reload(): Promise<void> {
    this.state.collect();
    await this.#flight;
    const before = this.#edits.base;
    const reading = await this.fresh();
    if (this.#edits.base === before && !this.#flight) this.adopt(reading);
  }

  /** The service seems to be back: try again what waits. */
  retry(): void {
    const { waiting } = this.state;
    if (waiting && waiting.reason !== "signedOut" && !this.#timer.isAskedToWait) void this.#due();
  }

  async signedIn(): Promise<void> {
    if (this.state.waiting?.reason !== "signedOut") return;
    if (!(await this.#isStillSignedIn(false))) return;
    this.state.waiting = null;
    this.state.publish();
    await this.#due();
  }

  /** The person has settled it: this is to stand on top of that revision. */
  settle(on: Reading, edit: Edit): void {
    this.state.replace();
    this.#edits.settle(on, edit);
    this.state.refused = null;
    this.#reason = "manual";
    void this.drafts.now();
    this.state.publish();
    void this.#due();
  }

  /** What was typed is kept elsewhere now: there is nothing to save here any more. */
  abandon(): void {
    this.state.refused = null;
    this.#edits.settle(this.#edits.base!, {});
    void this.drafts.now();
    this.state.publish();
  }

  stop(): void {
    this.#timer.stop();
  }

  /** The note was read for the first time. */
  opened(reading: Reading): void {
    this.isConfirmed = true;
    this.state.problem = null;
    this.state.waiting = null;
    this.state.refused = null;
    this.#timer.worked();
    this.adopt(reading);
  }

  /** It could not be read, or written: say what it waits for. */
  async failed(problem: Problem): Promise<void> {
    this.#lastProblem = problem;
    const kind = kindOf(problem);
    if (kind === "signedOut") await this.#unauthenticated(problem);
    else if (kind === "refused" && this.state.local) this.#notMade(problem);
    else if (kind === "passing") this.#wait(problem);
    else if (kind === "gone") await this.#gone();
  }

  /** The service refuses the note itself: all of it stays on this device. */
  #notMade({ status, detail: message }: Problem): void {
    this.state.waiting = null;
    this.state.refused = { kind: "refused", status, message, blocks: [] };
  }

  async #due(): Promise<void> {
    if (!this.isConfirmed) return this.load();
    this.state.collect();
    await this.#flight;
    await this.#send();
  }

  #send(): Promise<void> {
    if (this.#flight) return this.#flight;
    const { base, theirs, unsent } = this.#edits;
    if (!base || !this.isConfirmed || theirs) return Promise.resolve();
    if (isEmpty(unsent)) {
      this.state.waiting = null;
      this.state.publish();
      return Promise.resolve();
    }
    this.#flight = this.#put(base.etag).finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  async #put(etag: string): Promise<void> {
    const [reason, isLeaving] = [this.#reason, this.#isLeaving];
    this.#reason = "autosave";
    this.#isLeaving = false;
    const edit = this.#edits.start();
    const passing = this.#aside.without(edit, this.#edits.base!.note);
    this.#timer.sending();
    this.state.publish();
    try {
      const written = this.#edits.withBytes(passing);
      const saved = await write(this.state.id, written, etag, reason, isLeaving);
      this.#edits.landed(saved, passing);
      this.#worked();
      this.state.around.wasSaved(saved, this.#edits.base!, edit);
    } catch (error) {
      const problem = asProblem(error);
      this.#edits.bounced(kindOf(problem) !== "passing");
      await this.#notWritten(problem, passing);
    }
    this.state.publish();
  }

  #worked(): void {
    const { state } = this;
    this.#timer.worked();
    state.waiting = null;
    if (isEmpty(this.#edits.held)) {
      state.refused = null;
      this.#lastProblem = null;
    } else if (state.refused) state.refused = { ...state.refused, blocks: this.#aside.blocks };
    void this.drafts.now();
    if (!isEmpty(this.#edits.unsent)) this.soon();
  }

  async #notWritten(problem: Problem, edit: Edit): Promise<void> {
    const kind = kindOf(problem);
    if (kind === "changed") return this.#catchUp(problem);
    if (kind === "refused") return this.#refused(problem, edit);
    await this.failed(problem);
  }

  #refused(problem: Problem, edit: Edit): void {
    this.#lastProblem = problem;
    this.state.waiting = null;
    const isAside = problem.status === 422 && this.#aside.refuse(problem, edit);
    const fields = isAside ? [] : refusedFields(problem, edit);
    this.#edits.refuse(fields);
    const blocks = isAside ? this.#aside.blocks : [];
    this.state.refused = { kind: "refused", status: problem.status, message: problem.words, blocks };
    if (isAside || fields.length > 0) this.soon();
  }

  /** Our revision is not the latest any more. */
  async #catchUp(changed: Problem): Promise<void> {
    this.#lastProblem = changed;
    try {
      const reading = await this.fresh();
      if (reading.note.deletedAt) await this.#gone();
      else this.adopt(reading);
    } catch (error) {
      const problem = asProblem(error);
      await this.failed(problem);
      // A refusal to read says nothing about what was typed: that waits.
      if (["refused", "changed"].includes(kindOf(problem))) this.#wait(problem);
    }
  }

  #merged(shown: Note, reading: Reading): void {
    const { around, surfaceState } = this.state;
    surfaceState.turn(shown, this.#edits.note!, false);
    this.#worked();
    around.wasRead(reading);
    // Nothing is left where our own write had landed and only its answer was lost.
    if (this.#edits.isSettled) around.wasSaved(null, reading, {});
  }

  #torn(): void {
    this.#lastProblem = new Problem(412, "precondition_failed", "");
    this.state.waiting = null;
    this.stop();
    void this.drafts.now();
  }

  #wait(problem: Problem): void {
    const reason = problem.isUnreachable ? "unreachable" : "busy";
    this.state.waiting = { kind: "waiting", since: this.state.waiting?.since ?? Date.now(), reason };
    this.#timer.failed(problem.retryAfter);
    void this.drafts.now();
  }

  /** The note is in the trash or not there; or it is, but the session has become another user's. */
  async #gone(): Promise<void> {
    if (!(await this.#isStillSignedIn(true))) return this.#signedOut();
    this.#lastProblem = new Problem(404, "not_found", "");
    this.state.waiting = null;
    this.state.refused = { kind: "refused", status: 404, message: "", blocks: [] };
    void this.drafts.now();
  }

  /** The answer may be to what was sent before somebody signed in again. */
  async #unauthenticated(problem: Problem): Promise<void> {
    if (await this.#isStillSignedIn(false)) this.#wait(problem);
    else this.#signedOut();
  }

  async #isStillSignedIn(inDoubt: boolean): Promise<boolean> {
    const { self, around } = this.state;
    return self ? around.isStillSignedIn(self.userId).catch(() => inDoubt) : inDoubt;
  }

  #signedOut(): void {
    this.state.waiting = { kind: "waiting", since: Date.now(), reason: "signedOut" };
    this.stop();
    void this.drafts.now();
    this.state.around.signedOut();
  }
}
