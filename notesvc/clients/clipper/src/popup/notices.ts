import type { PageText } from "../page/read.ts";
import { isLittle } from "../page/words.ts";
import type { FoundNote } from "../service/calls.ts";
import { type Connection, daysLeft } from "../store/settings.ts";
import { element, timeOf } from "../ui/dom.ts";
import { language, words } from "../words/index.ts";

type Act = [label: string, act: () => void];

/** What is said in passing. */
const ASIDE = new Set(["draft", "highlights", "version"]);

const MOST_NAMED = 3;

/** What the user should know before keeping the clip: one line each, with what can be done. */
export class Notices {
  readonly #lines = new Map<string, HTMLElement>();

  constructor(private readonly box: HTMLElement) {}

  connection(connection: Connection | null, connect: () => void): void {
    const days = daysLeft(connection, Date.now());
    if (!connection) this.#show("connection", words.notConnected, [words.connect, connect]);
    else if (days !== null)
      this.#show("connection", days < 0 ? words.keyPast : words.keyEnds(days), [words.settings, connect]);
  }

  /** What was written before is there again. */
  draft(startOver: () => void): void {
    const forget = () => {
      this.#hide("draft");
      startOver();
    };
    this.#show("draft", words.draftIsBack, [words.startOver, forget]);
  }

  highlights(count: number, showAlways: (() => void) | undefined, remove: () => void): void {
    const closing = (act: () => void) => () => {
      this.#hide("highlights");
      act();
    };
    const acts: Act[] = [[words.removeHighlights, closing(remove)]];
    if (showAlways) acts.unshift([words.showHighlights, closing(showAlways)]);
    this.#show("highlights", words.highlights(count), ...acts);
  }

  newer(version: string, get: () => void, skip: () => void): void {
    const later = () => {
      this.#hide("version");
      skip();
    };
    this.#show("version", words.newer(version), [words.getIt, get], [words.notNow, later]);
  }

  tooLong(asFile: () => void): void {
    const keep = () => {
      this.#hide("length");
      asFile();
    };
    this.#show("length", words.tooLong, [words.asFileAlone, keep]);
  }

  unreadable(): void {
    this.#show("page", words.cannotRead);
  }

  /** Whether the text lacks much of what the page shows, or sections of the article. */
  amount({ words: kept, leftOut }: PageText, shown: number, keepFull: () => void): void {
    const percent = Math.max(1, Math.round((100 * kept) / shown));
    const named = leftOut.slice(0, MOST_NAMED).join(", ");
    if (isLittle(kept, shown)) this.#show("page", words.little(percent), [words.keepFull, keepFull]);
    else if (named !== "")
      this.#show("page", words.leftOut(named, leftOut.length - MOST_NAMED), [words.keepFull, keepFull]);
    else this.#hide("page");
  }

  duplicates(
    notes: readonly FoundNote[],
    open: (note: FoundNote) => void,
    append: (note: FoundNote) => void,
  ): void {
    const [latest] = notes;
    if (!latest) return;
    const close = () => this.#hide("duplicate");
    const add = () => {
      append(latest);
      close();
    };
    this.#show(
      "duplicate",
      words.duplicate(timeOf(latest.updatedAt, language)),
      [words.open, () => open(latest)],
      [words.append, add],
      [words.keepBoth, close],
    );
  }

  #show(name: string, text: string, ...acts: Act[]): void {
    const buttons = acts.map(([label, act]) =>
      element("button", { type: "button", class: "text", "data-act": label, onclick: act }, label),
    );
    const line = element(
      "div",
      { class: ASIDE.has(name) ? "notice aside small" : "notice small", "data-notice": name },
      element("span", {}, text),
      ...buttons,
    );
    this.#lines.get(name)?.remove();
    this.#lines.set(name, line);
    this.box.append(line);
  }

  #hide(name: string): void {
    this.#lines.get(name)?.remove();
    this.#lines.delete(name);
  }
}
