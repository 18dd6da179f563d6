import type { Mode } from "../compose.ts";
import { fileOfTab } from "../page/tab.ts";
import { byId } from "../ui/dom.ts";

// What the service takes at once, less some room for the title and the properties.
const MOST_BYTES = 2 * 1024 * 1024 - 64 * 1024;
// Pictures that are written into the text are sent apart from it.
const INLINE = /data:image\/[^\s)>]*/g;

/** Whether the service would refuse the text for its length. */
export function isTooLong(text: string): boolean {
  return new Blob([JSON.stringify(text.replace(INLINE, ""))]).size > MOST_BYTES;
}

/** Whether the whole page is kept as a file too: a box to tick, beside the full page alone. */
export class PageFile {
  readonly #box = byId<HTMLInputElement>("asFile");

  want(): void {
    this.#box.checked = true;
  }

  /** The page as a file, if it is wanted and can be read. */
  async read(tab: chrome.tabs.Tab | undefined, mode: Mode): Promise<Blob | undefined> {
    if (mode !== "full" || !this.#box.checked || tab?.id === undefined) return undefined;
    return fileOfTab(tab.id).catch(() => undefined);
  }
}
