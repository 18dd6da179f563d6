import { browser } from "../browser.ts";
import type { Mode, Place } from "../compose.ts";

/** What was written in the popup and is not kept yet: a popup closes with every click beside it. */
export interface Draft {
  title: string;
  text: string;
  mode: Mode;
  tags: string[];
  place: Place;
}

type Over = Pick<chrome.tabs.Tab, "id" | "url"> | undefined;

/** The draft for what the tab shows; it is held until the browser ends. */
export async function draftOf(tab: Over): Promise<Draft | undefined> {
  const name = nameOf(tab);
  return (await browser.storage.session.get(name))[name] as Draft | undefined;
}

export async function storeDraft(tab: Over, draft: Draft): Promise<void> {
  await browser.storage.session.set({ [nameOf(tab)]: draft });
}

export async function forgetDraft(tab: Over): Promise<void> {
  await browser.storage.session.remove(nameOf(tab));
}

/** Drafts of tabs that were closed go. */
export async function forgetClosed(): Promise<void> {
  const open = new Set((await browser.tabs.query({})).map(({ id }) => String(id)));
  const names = Object.keys(await browser.storage.session.get(null));
  await browser.storage.session.remove(names.filter((name) => !open.has(name.split(" ")[1] ?? "")));
}

function nameOf(tab: Over): string {
  return `draft ${tab?.id ?? ""} ${tab?.url ?? ""}`;
}
