import { browser } from "../browser.ts";
import { isSite, patternOf } from "../sites.ts";
import { type Quote, read, write } from "../store/settings.ts";

const MOST_PAGES = 500;
const SCRIPT = "highlights";
const STYLE = "::highlight(notes-clipper) { background-color: #ffe58a; color: #221c10; }";

/** Highlight what is selected on the page, and keep it by the page's address. */
export async function highlightSelection(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined || !tab.url) return;
  const [result] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func: quoteSelection });
  const quote = result?.result as Quote | undefined;
  if (!quote) return;
  const before = await highlightsOf(tab.url);
  await store(tab.url, [...before.filter((each) => each.exact !== quote.exact), quote]);
  await paintHighlights(tab.id, tab.url);
}

/** The highlights of a page. */
export async function highlightsOf(url: string): Promise<Quote[]> {
  return (await read("highlights")).highlights[pageOf(url)] ?? [];
}

/** Paint the highlights of the page, without a change to the page itself; answers how many were found. */
export async function paintHighlights(tabId: number, url: string): Promise<number> {
  const quotes = await highlightsOf(url);
  if (quotes.length === 0) return 0;
  await browser.scripting.insertCSS({ target: { tabId }, css: STYLE });
  const [result] = await browser.scripting.executeScript({ target: { tabId }, args: [quotes], func: paint });
  return Number(result?.result ?? 0);
}

/** Paint them on a visit; answers whether all were found. */
export async function paintVisit(tab: chrome.tabs.Tab | undefined): Promise<boolean> {
  if (tab?.id === undefined || !tab.url) return true;
  const { length } = await highlightsOf(tab.url);
  return (await paintHighlights(tab.id, tab.url)) >= length;
}

/** Take all highlights of the page away. */
export async function removeHighlights(tabId: number, url: string): Promise<void> {
  await store(url, []);
  await browser.scripting.executeScript({ target: { tabId }, args: [[]], func: paint });
}

/** Whether the highlights of the page are there on every visit. */
export async function isShownAlways(url: string): Promise<boolean> {
  if (!isSite(url)) return false;
  const { highlightSites } = await read("highlightSites");
  const pattern = patternOf(url);
  return highlightSites.includes(pattern) && browser.permissions.contains({ origins: [pattern] });
}

/** Ask the browser to let highlights be painted on every visit of the site. To be called from a click. */
export async function showAlways(url: string): Promise<boolean> {
  const pattern = patternOf(url);
  // Asked first: a wait would lose the click. The question may close the popup, so the site is noted meanwhile.
  const answer = browser.permissions.request({ origins: [pattern] });
  const { highlightSites } = await read("highlightSites");
  const others = highlightSites.filter((each) => each !== pattern);
  await write({ highlightSites: [...others, pattern] });
  const isAllowed = await answer;
  if (!isAllowed) await write({ highlightSites: others });
  await browser.runtime.sendMessage({ kind: "sites" }).catch(() => undefined);
  return isAllowed;
}

/** Have the browser run the painting on exactly the sites that their reader chose. */
export async function registerSites(): Promise<void> {
  const { highlightSites } = await read("highlightSites");
  const answers = highlightSites.map((origin) => browser.permissions.contains({ origins: [origin] }));
  const isAllowed = await Promise.all(answers);
  const matches = highlightSites.filter((_, place) => isAllowed[place]);
  const known = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (known.length > 0) await browser.scripting.unregisterContentScripts({ ids: [SCRIPT] });
  if (matches.length > 0)
    await browser.scripting.registerContentScripts([{ id: SCRIPT, js: ["revisit.js"], matches }]);
}

async function store(url: string, quotes: Quote[]): Promise<void> {
  const page = pageOf(url);
  const { [page]: _, ...others } = (await read("highlights")).highlights;
  const kept = Object.fromEntries(Object.entries(others).slice(-MOST_PAGES));
  await write({ highlights: quotes.length ? { ...kept, [page]: quotes } : kept });
}

function pageOf(url: string): string {
  return url.split("#")[0] ?? url;
}

/** Runs in the page: the selection with 32 letters before and behind it. */
function quoteSelection(): Quote | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const around = (isBefore: boolean) => {
    const other = document.createRange();
    other.selectNodeContents(document.body);
    if (isBefore) other.setEnd(range.startContainer, range.startOffset);
    else other.setStart(range.endContainer, range.endOffset);
    return isBefore ? other.toString().slice(-32) : other.toString().slice(0, 32);
  };
  return { exact: range.toString(), prefix: around(true), suffix: around(false) };
}

/** Runs in the page: finds the quotes in its text and paints them by the browser's own highlights. */
function paint(quotes: Quote[]): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.nodeValue ?? "";
  }
  const boundary = (offset: number): [Node, number] | undefined => {
    const place = nodes.findLast(({ start }) => start <= offset);
    return place && [place.node, Math.min(offset - place.start, place.node.nodeValue?.length ?? 0)];
  };
  const found = quotes.flatMap(({ exact, prefix, suffix }) => {
    const around = text.indexOf(prefix + exact + suffix);
    const at = around >= 0 ? around + prefix.length : text.indexOf(exact);
    const [start, end] = at < 0 ? [] : [boundary(at), boundary(at + exact.length)];
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    return [range];
  });
  CSS.highlights.set("notes-clipper", new Highlight(...found));
  return found.length;
}
