/** What is typed into an empty day, until the service has it: sent in order, kept on this device meanwhile. */
import { answered, api, type Note, Problem, type Schemas } from "../../api";
import type { Day } from "./days";

export type State = "empty" | "unsaved" | "saving" | "saved" | "waiting" | "refused";

/** No entry is older than this, so the write fails (412) where there is one already. */
const BEFORE_ALL = "1970-01-01T00:00:00.000Z";
const PAUSE = 400;
const LONGEST_WAIT = 15_000;

/** Where the text waits when the page goes before the service has it. */
export interface Shelf {
  read(): string;
  write(text: string): void;
}

export function shelfOf(userId: string, day: Day): Shelf {
  const key = `notesvc.journal.${userId}.${day}`;
  return {
    read: () => localStorage.getItem(key) ?? "",
    write: (text) => (text ? localStorage.setItem(key, text) : localStorage.removeItem(key)),
  };
}

/** The writing of one day. The first text makes the entry; where one came in between, the text is put after it. */
export class Beginning {
  text: string;
  state: State = "empty";
  problem: unknown = null;
  note: Note | null = null;
  private etag: string | null = null;
  /** What of the text the service has acknowledged, and what was sent last whether or not it arrived. */
  private kept = "";
  private sent = "";
  /** What others wrote, which stands before ours, and where in the text ours begins that is not in there. */
  private theirs = "";
  private from = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run: Promise<void> | null = null;
  private misses = 0;

  constructor(
    private readonly day: Day,
    private readonly shelf: Shelf,
    private readonly tell: () => void,
  ) {
    this.text = shelf.read();
    if (this.text) {
      this.state = "unsaved";
      this.later(0);
    }
  }

  type(text: string): void {
    this.text = text;
    this.shelf.write(text);
    this.misses = 0;
    this.become("unsaved");
    // The first character makes the entry at once; what follows goes together.
    this.later(this.note === null ? 0 : PAUSE);
  }

  /** Everything typed is in the entry. */
  get isSettled(): boolean {
    return this.note !== null && this.run === null && this.kept === this.text;
  }

  /** Send what is not sent yet; never two requests at a time. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.run ??= this.send().finally(() => {
      this.run = null;
      this.tell();
    });
    return this.run;
  }

  private later(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), wait);
  }

  private async send(): Promise<void> {
    // A day where nothing but white space was typed stays without an entry.
    if (this.note === null && this.text.trim() === "") return;
    while (this.kept !== this.text) {
      const sending = this.text;
      this.become("saving");
      try {
        await this.put(sending);
      } catch (error) {
        if (await this.mayGoOn(error)) continue;
        return;
      }
      this.kept = sending;
      this.misses = 0;
      this.problem = null;
    }
    this.shelf.write("");
    this.become("saved");
  }

  private async put(text: string): Promise<void> {
    const header = this.etag === null ? { "If-Unmodified-Since": BEFORE_ALL } : { "If-Match": this.etag };
    this.sent = text.slice(this.from);
    const body = { content: joined(this.theirs, this.sent) } as Schemas["EntryText"];
    const params = { path: { date: this.day }, header };
    const got = await answered(api.PUT("/api/workspace/journal/{date}", { params, body }));
    this.note = got.data;
    this.etag = got.response.headers.get("ETag");
  }

  /** After a refusal: whether to send again at once. Otherwise the next try is arranged here. */
  private async mayGoOn(error: unknown): Promise<boolean> {
    this.problem = error;
    this.misses += 1;
    const status = error instanceof Problem ? error.status : 500;
    if (status === 412 && this.misses < 5) return this.readTheirs();
    const isPassing = status === 401 || status === 412 || !(error instanceof Problem) || error.isPassing;
    this.become(isPassing ? "waiting" : "refused");
    if (isPassing) this.later(Math.min(1_000 * 2 ** this.misses, LONGEST_WAIT));
    return false;
  }

  /** There is an entry that is not as we left it: ours goes after what it says. */
  private async readTheirs(): Promise<boolean> {
    try {
      const path = { date: this.day };
      const got = await answered(api.GET("/api/workspace/journal/{date}", { params: { path } }));
      this.etag = got.response.headers.get("ETag");
      const { content } = got.data;
      if (this.sent && content.endsWith(this.sent)) {
        // Our last request did arrive, or somebody wrote only before it.
        this.theirs = content.slice(0, -this.sent.length).trimEnd();
      } else {
        this.from = this.kept && this.text.startsWith(this.kept) ? this.kept.length : 0;
        this.theirs = content;
      }
      return true;
    } catch (error) {
      return this.mayGoOn(error);
    }
  }

  private become(state: State): void {
    this.state = state;
    this.tell();
  }
}

function joined(theirs: string, ours: string): string {
  return theirs && ours ? `${theirs}\n\n${ours.trimStart()}` : theirs || ours;
}
