/** When to save: soon after the last key, not too long after the first, and again after a failure. */
const AFTER_LAST_KEY = 1_000;
const AFTER_FIRST_KEY = 10_000;
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 30_000;

export class SaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstKey = 0;
  #failures = 0;
  #notBefore = 0;

  constructor(private readonly due: () => void) {}

  /** A key was pressed. */
  typed(): void {
    const now = Date.now();
    this.#firstKey ||= now;
    this.#after(Math.min(AFTER_LAST_KEY, this.#firstKey + AFTER_FIRST_KEY - now));
  }

  /** It did not work: again later, each time a little later, not in step with other tabs. */
  failed(retryAfter: number | null): void {
    const wait = Math.min(FIRST_RETRY * 2 ** this.#failures++, LONGEST_RETRY);
    this.#notBefore = Date.now() + (retryAfter ?? 0) * 1_000;
    this.#after(Math.max(wait * (0.5 + Math.random() / 2), (retryAfter ?? 0) * 1_000));
  }

  /** Whether the service asked to be left alone for now. */
  get isAskedToWait(): boolean {
    return Date.now() < this.#notBefore;
  }

  /** It is being sent: what is typed from here on is counted anew. */
  sending(): void {
    clearTimeout(this.#timer);
    this.#firstKey = 0;
  }

  worked(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.due, Math.max(0, milliseconds));
  }
}
