/** Holds a change back for a moment, so that no key waits for the whole document to be written out. */

/** Milliseconds without a key after which it is given out, and after which it is in any case. */
const QUIET = 200;
const LATEST = 600;
const IDLE = 400;

export class Pending {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  private idle = 0;

  constructor(private readonly give: () => void) {}

  get isWaiting(): boolean {
    return this.timer !== undefined || this.idle !== 0;
  }

  /** Something changed: give it out when the keys rest and there is time, within a second at the latest. */
  touch(): void {
    if (this.idle !== 0) return;
    const now = performance.now();
    if (this.timer === undefined) this.since = now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rested(), Math.min(QUIET, Math.max(0, this.since + LATEST - now)));
  }

  /** Give out now what is held back, if anything is. */
  flush(): void {
    if (!this.isWaiting) return;
    clearTimeout(this.timer);
    if (this.idle !== 0) cancelIdleCallback(this.idle);
    this.timer = undefined;
    this.idle = 0;
    this.give();
  }

  private rested(): void {
    this.timer = undefined;
    if (typeof requestIdleCallback !== "function") {
      this.give();
      return;
    }
    this.idle = requestIdleCallback(
      () => {
        this.idle = 0;
        this.give();
      },
      { timeout: IDLE },
    );
  }
}
