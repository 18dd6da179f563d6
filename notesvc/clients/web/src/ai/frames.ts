/** Server-sent events out of bytes that come in pieces of any size, cut anywhere. */
export interface Frame {
  event: string;
  data: string;
}

/** A line break; a `\r` at the end may be the half of one. */
const BREAK = /\r\n|\n|\r(?=[^\n])/;

export class FrameReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #event = "";
  #data: string[] = [];

  /** The frames that these bytes complete. */
  read(bytes: Uint8Array): Frame[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const lines = this.#rest.split(BREAK);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): Frame[] {
    if (line === "") return this.#whole();
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    return [];
  }

  #whole(): Frame[] {
    const frame = { event: this.#event || "message", data: this.#data.join("\n") };
    const isSaying = this.#data.length > 0;
    this.#event = "";
    this.#data = [];
    return isSaying ? [frame] : [];
  }
}
