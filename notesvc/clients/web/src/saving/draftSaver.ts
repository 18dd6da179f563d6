/** Keeps one open note's unsent text on this device, and takes it away when the service has it. */
import { type Draft, forget, journal, keep } from "./drafts";

const WITHIN = 200;

export class DraftSaver {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #pause = WITHIN;
  #isKept = false;
  /** Why what was typed could not be kept on this device; null: it is. */
  trouble: unknown = null;

  constructor(
    readonly key: string,
    /** What is to be kept; `isGoing`: as short as can be. Null: all is acknowledged, or nothing can be said yet. */
    private readonly draft: (isGoing: boolean) => Omit<Draft, "key" | "at"> | null,
    /** For what takes long to put away: it is done again only after so many times that time. */
    private readonly patience = 0,
  ) {}

  /** Whether this device has something of it, as it stood at the last writing. */
  get isKept(): boolean {
    return this.#isKept && this.trouble === null;
  }

  /** Something was typed. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.now(), this.#pause);
  }

  /** Put the present state of things away: the draft, or nothing where all is acknowledged. */
  now(): Promise<void> {
    return this.#do(() => this.#write());
  }

  /** The page is going: there is no time left for a database. */
  atOnce(): void {
    const draft = this.draft(true);
    if (draft === null) return;
    this.#isKept = true;
    journal({ ...draft, key: this.key, at: Date.now() });
    void this.now();
  }

  /** It goes another way from now on. */
  drop(): void {
    void this.#do(() => this.#forget().catch(() => {}));
  }

  #do(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(work);
    return this.#work;
  }

  async #write(): Promise<void> {
    const draft = this.draft(false);
    const begun = performance.now();
    try {
      if (draft !== null) {
        this.#isKept = true;
        await keep({ ...draft, key: this.key, at: Date.now() });
        this.#pause = Math.max(WITHIN, (performance.now() - begun) * this.patience);
      } else if (this.#isKept) await this.#forget();
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    }
  }

  async #forget(): Promise<void> {
    await forget(this.key);
    this.#isKept = false;
  }
}
