/** A note's shared document in this page, kept the same as the one in its room. */
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";
import type { Surface } from "../saving/surfaceState";
import { AckCounter } from "./ackCounter";
import type { Closing } from "./closing";
import { Connection, type Transport } from "./connection";
import * as wire from "./wire";

export interface By {
  id: string;
  name: string;
}

/** What the room tells whoever owns it in this page. */
export interface RoomListener {
  /** Something of what can be asked here is another now. */
  changed(): void;
  /** The document has what the room had. */
  synced(): void;
  /** The note has another revision than before. */
  saved(): void;
  switched(by: By | null): void;
  /** `code`: what could not be done. */
  troubled(code: string): void;
  closed(why: Closing | "signedOut"): void;
}

const FROM_ROOM = "room";

export class Room {
  readonly document = new Y.Doc();
  readonly awareness = new Awareness(this.document);
  readonly raw = this.document.getText("raw");
  readonly blocks = this.document.getXmlFragment("blocks");
  generation: string | null = null;
  role: "editor" | "viewer" = "editor";
  mode: Surface = "block";
  /** The revision of the note that the room has seen last. */
  etag = "";
  /** Whether this connection has brought all that the room had. */
  isSynced = false;
  readonly #acks = new AckCounter();
  readonly #connection: Connection;
  #mostBytes = 0;
  /** Whether this connection's step 2 has left: what is typed from then on is sent as it comes. */
  #isAsked = false;

  constructor(
    transport: Transport,
    private readonly listener: RoomListener,
  ) {
    this.#connection = new Connection(transport, {
      generation: () => this.generation,
      heard: (message) => this.#heard(message),
      lost: () => this.#lost(),
      closed: (why) => listener.closed(why),
      probe: () => this.#sayAgain(),
    });
    this.document.on("update", this.#changed);
    this.awareness.on("update", this.#moved);
  }

  /** Edits made here that the room does not have on disk yet. */
  get unsent(): number {
    return this.#acks.count;
  }

  /** Whether the document stands by itself, without what only the room has. */
  get isWhole(): boolean {
    return this.document.store.pendingStructs === null && this.document.store.clients.size > 0;
  }

  start(): void {
    this.#connection.start();
  }

  retry(): void {
    this.#connection.retry();
  }

  /** Go for good. */
  leave(): void {
    // Its end says to the others that this cursor is gone.
    this.document.destroy();
    this.#connection.stop();
  }

  /** Put in what an earlier page kept; it counts as made here and not acknowledged. */
  recover(update: Uint8Array, generation: string): void {
    this.generation = generation;
    Y.applyUpdate(this.document, update, FROM_ROOM);
    this.#acks.made();
  }

  /** Ask for the other surface, for all. Whether that could be asked. */
  ask(mode: Surface): boolean {
    return this.#connection.send(wire.own(wire.MODE, { mode }));
  }

  readonly #changed = (change: Uint8Array, origin: unknown): void => {
    if (origin === FROM_ROOM || this.role === "viewer") return;
    this.#acks.made();
    if (this.#isAsked) this.#give(wire.update(change));
    this.listener.changed();
  };

  #give(message: wire.Bytes): void {
    if (this.#mostBytes > 0 && message.length > this.#mostBytes) this.#tooLarge();
    else if (this.#connection.send(message)) this.#acks.left();
  }

  #tooLarge(): void {
    this.#connection.stop();
    this.#lost();
    // The editor that made the change is still at work on it: it cannot be taken away before that is over.
    setTimeout(() => this.listener.closed("tooLarge"));
  }

  readonly #moved = (_: unknown, origin: unknown): void => {
    if (origin === "local") this.#say();
  };

  #say(): void {
    const mine = encodeAwarenessUpdate(this.awareness, [this.awareness.clientID]);
    this.#connection.send(wire.awareness(mine));
  }

  #sayAgain(): void {
    this.awareness.setLocalState(this.awareness.getLocalState() ?? {});
  }

  #heard(message: wire.Message): void {
    if ("part" in message) this.#sync(message.step, message.part);
    else if ("entries" in message) applyAwarenessUpdate(this.awareness, message.entries, FROM_ROOM);
    else this.#told(message.kind, message.fields);
  }

  #sync(step: number, part: wire.Bytes): void {
    if (step === wire.STEP_1) {
      this.#isAsked = true;
      this.#give(wire.step2(Y.encodeStateAsUpdate(this.document, part)));
      this.#connection.send(wire.step1(Y.encodeStateVector(this.document)));
      return;
    }
    Y.applyUpdate(this.document, part, FROM_ROOM);
    if (step !== wire.STEP_2) return;
    this.isSynced = true;
    this.#connection.worked();
    this.listener.synced();
  }

  #told(kind: number, fields: Record<string, unknown>): void {
    const text = (name: string) => String(fields[name] ?? "");
    if (kind === wire.WELCOME) this.#welcomed(fields);
    else if (kind === wire.ACK) {
      this.#acks.acknowledged(Number(fields.updates));
      this.listener.changed();
    } else if (kind === wire.SAVED) {
      this.etag = text("etag");
      this.listener.saved();
    } else if (kind === wire.MODE) {
      this.mode = fields.mode === "raw" ? "raw" : "block";
      this.listener.switched((fields.by as By | null) ?? null);
    } else if (kind === wire.ROLE) this.#becameRole(text("role"));
    else if (kind === wire.ERROR) this.listener.troubled(text("code"));
  }

  #welcomed({ role, generation, mode, etag, messageBytes }: Record<string, unknown>): void {
    this.role = role === "viewer" ? "viewer" : "editor";
    this.generation = String(generation);
    const before = this.mode;
    this.mode = mode === "raw" ? "raw" : "block";
    this.etag = String(etag);
    this.#mostBytes = Number(messageBytes) || 0;
    this.#sayAgain();
    if (before !== this.mode) this.listener.switched(null);
    else this.listener.changed();
  }

  /** Becoming editor wants a fresh start; becoming viewer ends what this page may send. */
  #becameRole(role: string): void {
    if (role === "viewer") {
      this.role = "viewer";
      this.listener.changed();
      return;
    }
    this.#connection.stop();
    this.#lost();
    this.#connection.start();
  }

  #lost(): void {
    this.isSynced = this.#isAsked = false;
    this.#acks.lost();
    const { clientID, states } = this.awareness;
    const others = [...states.keys()].filter((client) => client !== clientID);
    removeAwarenessStates(this.awareness, others, FROM_ROOM);
    this.listener.changed();
  }
}
