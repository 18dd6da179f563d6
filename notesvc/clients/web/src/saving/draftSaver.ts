/** Keeps one open note's unsent text on this device, and takes it away when the service has it. */
import { type Draft, forget, journal, keep } from "./drafts";

const WITHIN = 200;

export class DraftSaver {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isKept = false;
  /** Why what was typed could not be kept on this device; null: it is. */
  trouble: unknown = null;

  constructor(
    readonly key: string,
    private readonly draft: () => Omit<Draft, "key" | "at"> | null,
  ) {}

  /** Something was typed. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.now(), WITHIN);
  }

  /** Put the present state of things away: the draft, or nothing where all is acknowledged. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#write());
    return this.#work;
  }

  /** The page is going: there is no time left for a database. */
  atOnce(): void {
    const draft = this.draft();
    if (draft === null) return;
    this.#isKept = true;
    journal({ ...draft, key: this.key, at: Date.now() });
    void this.now();
  }

  async #write(): Promise<void> {
    const draft = this.draft();
    try {
      if (draft !== null) {
        this.#isKept = true;
        await keep({ ...draft, key: this.key, at: Date.now() });
      } else if (this.#isKept) {
        await forget(this.key);
        this.#isKept = false;
      }
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    }
  }
}
