/** Named timers: what is asked for again while it waits is done once. */
export class Timers {
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  once(name: string, after: number, run: () => void): void {
    if (this.#waiting.has(name)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(name);
      run();
    }, after);
    this.#waiting.set(name, timer);
  }

  stop(name: string): void {
    clearTimeout(this.#waiting.get(name));
    this.#waiting.delete(name);
  }

  stopAll(): void {
    for (const name of [...this.#waiting.keys()]) this.stop(name);
  }
}
