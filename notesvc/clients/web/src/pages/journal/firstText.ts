/** What is typed on an empty day, until the day has its entry: made once, kept on this device meanwhile. */
import { answered, api, isProblem, type Note, Problem, type Schemas } from "../../api";
import type { Block } from "../../blocks";
import { sameDocument, textOf } from "../../saving/blockText";
import type { Edit } from "../../saving/document";
import type { Shelf } from "../../saving/drafts";
import type { Reading } from "../../saving/service";
import type { Day } from "./days";

export type State = "empty" | "saving" | "waiting" | "refused" | "made";

/** No entry is older than this, so the write fails (412) where there is one already. */
const BEFORE_ALL = "1970-01-01T00:00:00.000Z";
const LONGEST_WAIT = 15_000;

/** The entry, open to be written on: what was typed goes to it from then on. */
export interface Entry {
  /** `seen`: the generation of the text that the surface showed, where that is not the present one. */
  edit(change: Edit, seen?: number): void;
  /** This is to stand on top of that revision, and to be shown anew. */
  settle(on: Reading, edit: Edit): void;
  /** Resolves when all that was typed is saved. */
  flush(): Promise<void>;
}

interface Surroundings {
  shelf: Shelf;
  /** The entry is made, or there was one already. */
  open(reading: Reading): Entry;
  tell(): void;
}

export class FirstText {
  state: State = "empty";
  problem: unknown = null;
  note: Note | null = null;
  text: Block[];
  #entry: Entry | null = null;
  /** What was sent, whether or not it arrived. */
  readonly #sent: Block[][] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run: Promise<void> | null = null;
  #misses = 0;
  readonly #surfaces = new Set<() => void>();

  constructor(
    private readonly day: Day,
    private readonly around: Surroundings,
  ) {
    this.text = around.shelf.read();
    if (this.text.length > 0) this.#later(0);
  }

  /** Whether something stands here that is in no entry yet; what is refused waits on this device. */
  get isPending(): boolean {
    return this.#entry === null && this.state !== "refused" && !this.text.every(isNothing);
  }

  edit(change: Edit, seen = 0): void {
    this.#entry?.edit(change, seen);
    if (this.#entry || change.richContent === undefined) return;
    this.text = change.richContent;
    // A day on which nothing but white space was typed stays without an entry.
    const isEmpty = this.text.every(isNothing);
    this.around.shelf.write(isEmpty ? [] : this.text);
    if (!isEmpty && this.state !== "waiting") void this.flush();
  }

  /** There is no room before there is a note. */
  mirror(): void {}

  attach(handOver: () => void): () => void {
    this.#surfaces.add(handOver);
    return () => this.#surfaces.delete(handOver);
  }

  /** Make the entry now, of what is typed; never two requests at a time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#run ??= this.#make().finally(() => {
      this.#run = null;
    });
    return this.#run;
  }

  /** The page is left: tell what is held back, and have it sent. */
  leave(): void {
    this.#collect();
    void this.flush();
  }

  #collect(): void {
    for (const handOver of this.#surfaces) handOver();
  }

  async #make(): Promise<void> {
    if (this.#entry || this.text.every(isNothing)) return;
    this.#become("saving");
    try {
      this.#made(await this.#put());
    } catch (error) {
      if (isProblem(error, 412)) return this.#join();
      this.#failed(error);
    }
  }

  async #put(): Promise<Reading> {
    this.#sent.push(this.text);
    const body = { richContent: this.text } as unknown as Schemas["EntryText"];
    const params = { path: { date: this.day }, header: { "If-Unmodified-Since": BEFORE_ALL } };
    return readingOf(await answered(api.PUT("/api/workspace/journal/{date}", { params, body })));
  }

  /** There is an entry already: our own, whose answer was lost, or one to which this is added. */
  async #join(): Promise<void> {
    try {
      const path = { date: this.day };
      const reading = readingOf(
        await answered(api.GET("/api/workspace/journal/{date}", { params: { path } })),
      );
      const theirs = (reading.note.richContent ?? []) as Block[];
      if (this.#sent.some((sent) => sameDocument(theirs, sent))) return this.#made(reading);
      this.#collect();
      const ours = lackingIn(theirs, this.text);
      const entry = this.#opened(reading);
      // What the surface shows until it is shown anew: what is typed into it meanwhile is a change of that.
      entry.edit({ richContent: this.text });
      entry.settle(reading, { richContent: [...theirs, ...ours] });
      this.#handedOver(entry);
    } catch (error) {
      this.#failed(error);
    }
  }

  #made(reading: Reading): void {
    const entry = this.#opened(reading);
    entry.edit({ richContent: this.text });
    this.#handedOver(entry);
  }

  #opened(reading: Reading): Entry {
    this.#entry = this.around.open(reading);
    this.note = reading.note;
    return this.#entry;
  }

  #handedOver(entry: Entry): void {
    this.#become("made");
    // What is not saved by then is a draft of the note: from here on, it would come back when it was changed.
    const clear = () => this.around.shelf.write([]);
    void entry.flush().then(clear, clear);
  }

  #failed(error: unknown): void {
    this.problem = error;
    this.#misses += 1;
    const isPassing =
      !(error instanceof Problem) || error.isPassing || [401, 404, 412].includes(error.status);
    this.#become(isPassing ? "waiting" : "refused");
    if (isPassing) this.#later(Math.min(1_000 * 2 ** this.#misses, LONGEST_WAIT));
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  #become(state: State): void {
    this.state = state;
    this.around.tell();
  }
}

function readingOf({ data, response }: { data: Note; response: Response }): Reading {
  return { note: data, etag: response.headers.get("ETag") ?? "" };
}

const isNothing = (block: Block): boolean => block.type === "paragraph" && textOf([block]).trim() === "";

/** What of the text is not there: an editor's first block has the same id everywhere, so the words decide. */
function lackingIn(there: readonly Block[], text: readonly Block[]): Block[] {
  const words = new Map(there.map((block) => [block.id, textOf([block])]));
  return text.flatMap((block) => {
    const found = words.get(block.id);
    if (isNothing(block) || found?.includes(textOf([block]))) return [];
    return [found === undefined ? block : { ...block, id: undefined }];
  });
}
