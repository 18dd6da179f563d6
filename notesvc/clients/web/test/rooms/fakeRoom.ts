/** A room at the other end of a socket that is none: it answers as the worker does, when the test says so. */
import * as Y from "yjs";
import * as wire from "../../src/rooms/wire";

export class FakeSocket {
  static all: FakeSocket[] = [];
  readonly sent: wire.Message[] = [];
  binaryType = "";
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(message: wire.Bytes): void {
    this.sent.push(wire.read(message.slice().buffer));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  say(message: wire.Bytes): void {
    this.onmessage?.({ data: message.slice().buffer });
  }

  drop(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** The worker's side: one document, and what is on its disk. */
export class FakeRoom {
  readonly document = new Y.Doc();
  generation = "g1";
  mode = "raw";
  etag = '"1"';
  role = "editor";
  messageBytes = 1_000_000;
  #counted = new Map<FakeSocket, number>();

  constructor(text = "") {
    if (text) this.document.getText("raw").insert(0, text);
  }

  get text(): string {
    return this.document.getText("raw").toString();
  }

  welcome(socket: FakeSocket): void {
    const { role, generation, mode, etag, messageBytes } = this;
    socket.say(wire.own(wire.WELCOME, { role, generation, mode, schema: 1, etag, messageBytes }));
    socket.say(wire.step1(Y.encodeStateVector(this.document)));
  }

  /** Take everything that came and answer what was asked; acknowledge it where `isWritten`. */
  serve(socket: FakeSocket, isWritten = true): void {
    for (const message of socket.sent.splice(0)) {
      if (!("part" in message)) continue;
      if (message.step === wire.STEP_1)
        socket.say(wire.step2(Y.encodeStateAsUpdate(this.document, message.part)));
      else {
        Y.applyUpdate(this.document, message.part);
        this.#counted.set(socket, (this.#counted.get(socket) ?? 0) + 1);
      }
    }
    if (isWritten) this.acknowledge(socket);
  }

  acknowledge(socket: FakeSocket): void {
    socket.say(wire.own(wire.ACK, { updates: this.#counted.get(socket) ?? 0 }));
  }
}
