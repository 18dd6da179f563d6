/** Holds a change back for a moment, so that no key waits for the whole document to be written out. */

const PAUSE = 100;

export class Pending {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private idle = 0;

  constructor(private readonly give: () => void) {}

  get isWaiting(): boolean {
    return this.timer !== undefined || this.idle !== 0;
  }

  /** Something changed: give it out when there is time, within a second at the latest. */
  touch(): void {
    if (this.isWaiting) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (typeof requestIdleCallback !== "function") return this.give();
      this.idle = requestIdleCallback(
        () => {
          this.idle = 0;
          this.give();
        },
        { timeout: 400 },
      );
    }, PAUSE);
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
}
