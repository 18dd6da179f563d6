/** Counts the edits made here that the room does not have on disk yet. */
export class AckCounter {
  #unsent = 0;
  /** How many edits each message of this connection carries that no acknowledgement has come for. */
  #sent: number[] = [];
  #acknowledged = 0;

  get count(): number {
    return this.#sent.reduce((sum, edits) => sum + edits, this.#unsent);
  }

  /** An edit was made; it waits for a connection. */
  made(): void {
    this.#unsent++;
  }

  /** A message left that carries all that waited. */
  left(): void {
    this.#sent.push(this.#unsent);
    this.#unsent = 0;
  }

  /** So many messages of this connection are on disk. */
  acknowledged(messages: number): void {
    this.#sent.splice(0, Math.max(0, messages - this.#acknowledged));
    this.#acknowledged = messages;
  }

  /** The connection is gone, and with it what was on its way: it may have arrived or not. */
  lost(): void {
    this.#unsent = this.count;
    this.#sent = [];
    this.#acknowledged = 0;
  }
}
