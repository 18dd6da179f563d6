import type { PageText, ReadMode } from "./read.ts";
import { readTab } from "./tab.ts";

export type { PageText, ReadMode };

/** The page of a tab, or undefined where no extension may read: then its address alone is kept. */
export async function readPageOrNot(tab: chrome.tabs.Tab, mode: ReadMode): Promise<PageText | undefined> {
  if (tab.id === undefined) return undefined;
  try {
    return await readTab(tab.id, mode);
  } catch {
    return undefined;
  }
}
