import {
  highlightsOf,
  isShownAlways,
  paintHighlights,
  removeHighlights,
  showAlways,
} from "../worker/highlights.ts";
import type { Notices } from "./notices.ts";

/** What is highlighted on the page: painted again, quoted in the clip, and what can be done about it. */
export class Highlights {
  #quotations: string[] = [];

  constructor(
    private readonly notices: Notices,
    private readonly changed: () => void,
  ) {}

  /** The highlights as quotations in Markdown. */
  get quotations(): readonly string[] {
    return this.#quotations;
  }

  async read(tab: chrome.tabs.Tab | undefined): Promise<void> {
    if (tab?.id === undefined || !tab.url) return;
    const { id, url } = tab;
    const found = await highlightsOf(url);
    this.#quotations = found.map(({ exact }) => `> ${exact.replace(/\s*\n\s*/g, "\n> ")}`);
    if (found.length === 0) return;
    await paintHighlights(id, url).catch(() => 0);
    const isAlways = await isShownAlways(url);
    const remove = () => {
      this.#quotations = [];
      void removeHighlights(id, url).then(this.changed);
    };
    this.notices.highlights(found.length, isAlways ? undefined : () => void showAlways(url), remove);
  }
}
