import { browser } from "../browser.ts";
import { ALL_SITES } from "../sites.ts";
import { read, write } from "../store/settings.ts";
import { byId, element } from "../ui/dom.ts";
import { words } from "../words/index.ts";

/** The sites that show their highlights on every visit, each with a way to end that. */
export async function showSites(): Promise<void> {
  const { highlightSites } = await read("highlightSites");
  byId("sites").replaceChildren(...highlightSites.map(rowOf));
  byId("sitesHint").textContent = highlightSites.length ? words.options.sitesHint : words.options.noSites;
}

function rowOf(pattern: string): HTMLElement {
  const button = { type: "button", class: "text", onclick: () => void end(pattern) };
  const name = pattern.replace(/^https?:\/\//, "").replace(/\/\*$/, "");
  return element("li", {}, name, element("button", button, words.options.endSite));
}

/** The permission goes too, unless it is needed for the notes themselves or was given for all sites. */
async function end(pattern: string): Promise<void> {
  const { highlightSites, address } = await read("highlightSites", "address");
  await write({ highlightSites: highlightSites.filter((each) => each !== pattern) });
  const isForAll = await browser.permissions.contains({ origins: ALL_SITES });
  if (!isForAll && !address.startsWith(pattern.replace(/\*$/, "").replace(/\/$/, "")))
    await browser.permissions.remove({ origins: [pattern] });
  await browser.runtime.sendMessage({ kind: "sites" }).catch(() => undefined);
  await showSites();
}
