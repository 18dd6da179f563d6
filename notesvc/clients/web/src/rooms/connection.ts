/** The connection to a room: made with a fresh token each time, seen to be alive, made again when it is lost. */
import { Problem } from "../api";
import { type Closing, closingOf } from "./closing";
import { type Bytes, HELLO, type Message, own, read, SCHEMA } from "./wire";

export interface Key {
  token: string;
  url: string;
}

/** How a connection is made. */
export interface Transport {
  /** A token and where the room is. Throws Problem. */
  mint(): Promise<Key>;
  dial(url: string): WebSocket;
}

export interface ConnectionListener {
  /** The document of which generation this page has; null for none. */
  generation(): string | null;
  heard(message: Message): void;
  lost(): void;
  /** The room, or the service before it, does not want this page; it is not tried again. */
  closed(why: Closing | "signedOut"): void;
  /** Nothing was heard for long: say something that the room answers. */
  probe(): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const LOOK_EACH = 5_000;
const SILENCE = 15_000;

export class Connection {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #failures = 0;
  #isWanted = false;
  #isDialling = false;
  #heardAt = 0;
  #probedAt = 0;

  constructor(
    private readonly transport: Transport,
    private readonly listener: ConnectionListener,
  ) {}

  start(): void {
    this.#isWanted = true;
    void this.#come();
  }

  stop(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#hangUp();
  }

  /** Try at once what waits to be tried again. */
  retry(): void {
    if (!this.#isWanted || this.#socket || this.#isDialling) return;
    clearTimeout(this.#timer);
    void this.#come();
  }

  /** Whether it could be sent. */
  send(message: Bytes): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(message);
    return true;
  }

  /** The connection serves: the next failure is a first one again. */
  worked(): void {
    this.#failures = 0;
  }

  async #come(): Promise<void> {
    this.#isDialling = true;
    try {
      const key = await this.transport.mint();
      if (this.#isWanted) this.#open(key);
    } catch (error) {
      if (this.#isWanted) this.#notMinted(error);
    } finally {
      this.#isDialling = false;
    }
  }

  #open({ url, token }: Key): void {
    const socket = this.transport.dial(url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      this.#probedAt = 0;
      this.#looking = setInterval(() => this.#look(), LOOK_EACH);
      this.send(own(HELLO, { token, schema: SCHEMA, generation: this.listener.generation() }));
    };
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      this.#heardAt = Date.now();
      this.#probedAt = 0;
      this.listener.heard(read(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(closingOf(code));
    };
  }

  #lost(why: Closing): void {
    this.#hangUp();
    this.listener.lost();
    if (why === "again") this.#later();
    else this.#end(why);
  }

  #notMinted(error: unknown): void {
    const status = error instanceof Problem ? error.status : 0;
    if (status === 401) this.#end("signedOut");
    else if (status === 404 || status === 403) this.#end("refused");
    else this.#later();
  }

  #end(why: Closing | "signedOut"): void {
    this.#isWanted = false;
    this.listener.closed(why);
  }

  /** Not in step with the others whom the room has lost. */
  #later(): void {
    const most = Math.min(FIRST_WAIT * 2 ** this.#failures++, LONGEST_WAIT);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#come(), most * (0.3 + 0.7 * Math.random()));
  }

  /** Timers sleep while the page is hidden, so that silence alone says nothing before the room was asked. */
  #look(): void {
    const now = Date.now();
    if (now - this.#heardAt < SILENCE) return;
    if (this.#probedAt === 0) {
      this.#probedAt = now;
      this.listener.probe();
    } else if (now - this.#probedAt >= SILENCE) this.#lost("again");
  }

  #hangUp(): void {
    clearInterval(this.#looking);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
