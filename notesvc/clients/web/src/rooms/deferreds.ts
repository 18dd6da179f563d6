/** Those who wait for one thing to happen. */
import { Problem } from "../api";

export class Deferreds {
  #all: { resolve: () => void; reject: (why: Problem) => void }[] = [];

  /** Rejects when it does not happen within so many milliseconds. */
  wait(within?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = within && setTimeout(() => reject(new Problem(503, "busy", "")), within);
      const done = (tell: () => void) => () => {
        if (timer) clearTimeout(timer);
        tell();
      };
      this.#all.push({ resolve: done(resolve), reject: (why) => done(() => reject(why))() });
    });
  }

  resolve(): void {
    for (const each of this.#all.splice(0)) each.resolve();
  }

  reject(): void {
    for (const each of this.#all.splice(0)) each.reject(new Problem(0, "unreachable", ""));
  }
}
