/** The stream itself, opened again for as long as this tab is the one that has it. */
import { isSignedOut, onSignedOut } from "../state/session";
import type { StreamEvent } from "./events";

const PATH = "/api/notifications/stream";
/** Milliseconds until a stream that was refused is asked for again: too many of them, or the service is busy. */
const AGAIN = 30_000;

export class Stream {
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was under way when it ended may still arrive. */
  #isEnded = false;
  /** Settles with whether what the stream tells is for who is shown here. */
  #isOurs: Promise<boolean> = Promise.resolve(false);

  constructor(
    private readonly last: () => string,
    private readonly tell: (id: string, event: StreamEvent) => void,
    private readonly isStillSignedIn: () => Promise<boolean>,
  ) {}

  /** Resolves when it was ended. */
  run(end: AbortSignal): Promise<void> {
    return new Promise((ended) => {
      const stop = onSignedOut((isOut) => !isOut && this.#open());
      end.addEventListener("abort", () => {
        this.#isEnded = true;
        stop();
        this.#close();
        ended();
      });
      if (!end.aborted) this.#open();
    });
  }

  #open(): void {
    this.#close();
    const last = this.last();
    const source = new EventSource(last ? `${PATH}?lastEventId=${encodeURIComponent(last)}` : PATH);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onerror = () => source.readyState === EventSource.CLOSED && this.#refused();
    for (const type of ["workspace", "notification"] as const) {
      source.addEventListener(type, (message) => this.#told(type, message));
    }
  }

  /** The browser opens a stream again by itself, and the session may have become another one meanwhile. */
  #opened(): void {
    const isFresh = this.last() === "";
    this.#isOurs = this.isStillSignedIn().catch(() => false);
    void this.#isOurs.then((isOurs) => {
      if (this.#isEnded) return;
      if (!isOurs) this.#refused();
      else if (isFresh) this.tell("", { type: "begun" });
    });
  }

  #told(type: "workspace" | "notification", message: MessageEvent<string>): void {
    const event = { ...JSON.parse(message.data), type } as StreamEvent;
    void this.#isOurs.then((isOurs) => isOurs && !this.#isEnded && this.tell(message.lastEventId, event));
  }

  /** Somebody who was signed out is asked in the page to sign in; that opens it again. */
  #refused(): void {
    this.#close();
    void this.isStillSignedIn()
      .catch(() => false)
      .finally(() => {
        if (!this.#isEnded && !isSignedOut())
          this.#timer = setTimeout(() => this.#open(), AGAIN * (0.75 + Math.random() / 2));
      });
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }
}
