import type { Mode } from "../compose.ts";
import { fileOfTab } from "../page/tab.ts";
import { byId } from "../ui/dom.ts";

/** Whether the whole page is kept as a file too: a box to tick, beside the full page alone. */
export class PageFile {
  readonly #box = byId<HTMLInputElement>("asFile");

  /** The page as a file, if it is wanted and can be read. */
  async read(tab: chrome.tabs.Tab | undefined, mode: Mode): Promise<Blob | undefined> {
    if (mode !== "full" || !this.#box.checked || tab?.id === undefined) return undefined;
    return fileOfTab(tab.id).catch(() => undefined);
  }
}
