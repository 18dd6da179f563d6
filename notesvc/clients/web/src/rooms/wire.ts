/** Messages between this page and its room, byte for byte as `notesvc/collab/wire.py` has them. */
export const SYNC = 0;
export const AWARENESS = 1;
export const HELLO = 100;
export const WELCOME = 101;
export const ACK = 102;
export const MODE = 103;
export const ROLE = 104;
export const SAVED = 105;
export const ERROR = 106;

export const STEP_1 = 0;
export const STEP_2 = 1;
export const UPDATE = 2;

export type Bytes = Uint8Array<ArrayBuffer>;

/** What kinds of blocks this page knows; the room sends a page of another version away. */
export const SCHEMA = 1;

export type Message =
  | { kind: typeof SYNC; step: number; part: Bytes }
  | { kind: typeof AWARENESS; entries: Bytes }
  | { kind: number; fields: Record<string, unknown> };

export const step1 = (stateVector: Uint8Array): Bytes => joined([SYNC, STEP_1], array(stateVector));
export const step2 = (update: Uint8Array): Bytes => joined([SYNC, STEP_2], array(update));
export const update = (change: Uint8Array): Bytes => joined([SYNC, UPDATE], array(change));
export const awareness = (entries: Uint8Array): Bytes => joined([AWARENESS], array(entries));

/** A message of one of our own kinds. */
export const own = (kind: number, fields: object): Bytes =>
  joined([kind], array(new TextEncoder().encode(JSON.stringify(fields))));

/** Throws where the bytes are no message. */
export function read(message: ArrayBuffer): Message {
  const reader = new Reader(new Uint8Array(message));
  const kind = reader.number();
  if (kind === SYNC) return { kind, step: reader.number(), part: reader.array() };
  if (kind === AWARENESS) return { kind, entries: reader.array() };
  return { kind, fields: JSON.parse(new TextDecoder().decode(reader.array())) };
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Bytes) {}

  number(): number {
    let value = 0;
    for (let scale = 1; this.#at < this.bytes.length; scale *= 128) {
      const byte = this.bytes[this.#at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new Error("a number does not end");
  }

  array(): Bytes {
    const size = this.number();
    const part = this.bytes.slice(this.#at, this.#at + size);
    if (part.length !== size) throw new Error("a message ends too early");
    this.#at += size;
    return part;
  }
}

function array(value: Uint8Array): Bytes {
  return joined(numberOf(value.length), value);
}

function numberOf(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function joined(...parts: ArrayLike<number>[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
